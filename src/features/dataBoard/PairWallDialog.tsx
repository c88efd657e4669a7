import { useState } from 'react';
import { CallError } from '../../contract/call.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import '../../ui/form/form.css';
import './PairWallDialog.css';

interface PairWallDialogProps {
  /** Rejects with a CallError. */
  onPair: (name: string) => Promise<{ readonly code: string; readonly expires_at: string }>;
  onClose: () => void;
}

/** Makes a code with which a display signs in by itself from then on. */
export function PairWallDialog({ onPair, onClose }: PairWallDialogProps) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ readonly code: string; readonly expires_at: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const pair = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      setMade(await onPair(name));
    } catch (error) {
      setProblem(error instanceof CallError ? (error.fieldErrors[0]?.message ?? error.message) : '未能生成，请重试');
    }
    setBusy(false);
  };
  return (
    <Dialog
      title="生成大屏配对码"
      icon="desktop"
      isOpen
      onClose={onClose}
      footer={
        made === null ? (
          <Button variant="primary" isBusy={isBusy} onClick={() => void pair()}>
            生成配对码
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        )
      }
    >
      {made === null ? (
        <form
          className="ti-pair"
          onSubmit={(event) => {
            event.preventDefault();
            void pair();
          }}
        >
          <label htmlFor="ti-pair-name">大屏名称</label>
          <input id="ti-pair-name" className="ti-input" maxLength={50} placeholder="如：指挥中心主屏" autoComplete="off" value={name} aria-invalid={problem !== null} onChange={(event) => setName(event.target.value)} />
          <p role="alert">{problem}</p>
        </form>
      ) : (
        <div className="ti-pair" role="status">
          <p>在大屏的浏览器中打开本页地址，输入：</p>
          <output className="ti-pair__code">{`${made.code.slice(0, 4)} ${made.code.slice(4)}`}</output>
          <p>{toDisplayTime(made.expires_at).slice(11, 16)} 前有效，仅可用一次。</p>
        </div>
      )}
    </Dialog>
  );
}
