import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import type { Telephone } from './model/actions.ts';
import { Problem } from './SignInForm.tsx';

interface CodeReaderProps {
  readCode: Telephone['readCode'];
  onRead: (code: string) => void;
  onClose: () => void;
}

/** The camera's picture until it shows a code. Without a camera it says what else can be done. */
export function CodeReader({ readCode, onRead, onClose }: CodeReaderProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState('');
  const reading = useRef({ onRead });
  useEffect(() => {
    reading.current = { onRead };
  });
  useEffect(() => {
    const ended = new AbortController();
    if (video.current !== null)
      readCode(video.current, ended.signal).then(
        (code) => {
          if (!ended.signal.aborted) reading.current.onRead(code);
        },
        () => {
          if (!ended.signal.aborted) setProblem('无法使用摄像头，请在浏览器设置中允许，或输入标牌上的六位救援码');
        },
      );
    return () => ended.abort();
  }, [readCode]);
  return (
    <div className="work-reader">
      {problem === '' ? (
        <>
          <video ref={video} muted playsInline aria-label="摄像头画面" />
          <p>请将轿厢内标牌上的二维码放入画面</p>
        </>
      ) : (
        <Problem>{problem}</Problem>
      )}
      <Button onClick={onClose}>关闭摄像头</Button>
    </div>
  );
}
