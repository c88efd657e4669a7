import { Icon } from '../Icon/Icon.tsx';
import { formatDateTime } from '../time/formatTime.ts';
import './ReplayMark.css';

interface ReplayMarkProps {
  /** The past moment on screen. */
  atMs: number;
  speed: number;
  isPlaying: boolean;
  /** The resolution of the kept data: 每分钟一帧. */
  resolution?: string;
}

/** Lies over a picture of the past, frame and words, so that it can never be taken for live. Lets every press through. */
export function ReplayMark({ atMs, speed, isPlaying, resolution }: ReplayMarkProps) {
  return (
    <div className="ti-replay" role="status" aria-label={`历史回放 ${formatDateTime(atMs)}，非实时`}>
      <p className="ti-replay__words">
        <Icon name="history" />
        <strong>历史回放</strong>
        <time>{formatDateTime(atMs)}</time>
        <span>{isPlaying ? `${speed}× 播放中` : '已暂停'}</span>
        {resolution !== undefined && <span>{resolution}</span>}
        <strong>非实时</strong>
      </p>
    </div>
  );
}
