import { useState } from 'react';
import { CallError } from '../../contract/call.ts';
import type { PairedWallRow } from '../../contract/endpoints/wall.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { isOwnMachine } from '../place/judgeBaseUrl.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import '../../ui/theme/form.css';
import { describeDuration } from '../../ui/time/formatDuration.ts';
import './PairDisplayDialog.css';

export interface PairDisplayDialogProps {
  /** The common noun for one of them. */
  noun?: '大屏' | '轿厢屏';
  /** Null for who may not see them. */
  walls: LoadState<readonly PairedWallRow[]> | null;
  /** The server's time. */
  nowMs: number;
  /** The address to open on the display. */
  address: string;
  /** Rejects with a CallError. */
  onPair: (name: string) => Promise<{ readonly code: string; readonly expires_at: string }>;
  /** Rejects with a CallError. */
  onRevoke: (id: number) => Promise<unknown>;
  onClose: () => void;
}

/** A wall is seen each minute while it runs; after this long it does not. */
const awayAfterMs = 180_000;

function seenText({ last_seen_at: lastSeenAt }: PairedWallRow, nowMs: number): string {
  if (lastSeenAt === null) return '尚未上线';
  const agoMs = Math.max(0, nowMs - Date.parse(lastSeenAt));
  return agoMs < awayAfterMs ? '在线' : `${describeDuration(agoMs)}前在线`;
}

function PairedWalls({
  noun,
  walls,
  nowMs,
  onRevoke,
}: {
  noun: string;
  walls: LoadState<readonly PairedWallRow[]>;
  nowMs: number;
  onRevoke: (wall: PairedWallRow) => void;
}) {
  if (walls.kind === 'loading') return <p className="ti-pair__quiet">正在加载…</p>;
  if (walls.kind === 'failed')
    return <p className="ti-pair__quiet">{walls.failure === 'denied' ? '没有查看权限' : walls.message}</p>;
  if (walls.value.length === 0) return <p className="ti-pair__quiet">还没有配对的{noun}</p>;
  return (
    <ul className="ti-pair__walls">
      {walls.value.map((wall) => (
        <li key={wall.id}>
          <strong>{wall.name}</strong>
          <span>{seenText(wall, nowMs)}</span>
          <small>
            {wall.paired_by === undefined ? '' : `${wall.paired_by} `}
            {toDisplayTime(wall.paired_at).slice(0, 16)} 配对
          </small>
          <Button size="small" aria-label={`撤销 ${wall.name}`} onClick={() => onRevoke(wall)}>
            撤销
          </Button>
        </li>
      ))}
    </ul>
  );
}

const messageOf = (error: unknown, otherwise: string): string =>
  error instanceof CallError ? (error.fieldErrors[0]?.message ?? error.message) : otherwise;

/** Creates a code with which a display signs in automatically from then on, and shows the displays that did: each can be revoked. */
export function PairDisplayDialog({
  noun = '大屏',
  walls,
  nowMs,
  address,
  onPair,
  onRevoke,
  onClose,
}: PairDisplayDialogProps) {
  const [name, setName] = useState('');
  const [made, setMade] = useState<{ readonly code: string; readonly expires_at: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState<PairedWallRow | null>(null);
  const [revokeProblem, setRevokeProblem] = useState<string | null>(null);
  const pair = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      setMade(await onPair(name));
    } catch (error) {
      setProblem(messageOf(error, '未能生成，请重试'));
    }
    setBusy(false);
  };
  const revoke = async (id: number): Promise<void> => {
    setBusy(true);
    setRevokeProblem(null);
    try {
      await onRevoke(id);
      setLeaving(null);
    } catch (error) {
      setRevokeProblem(messageOf(error, '未能撤销，请重试'));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={`${noun}配对`}
      icon="desktop"
      isOpen
      onClose={onClose}
      footer={<Button onClick={onClose}>完成</Button>}
    >
      <section className="ti-pair" aria-label={`配对新${noun}`}>
        <h3>配对新{noun}</h3>
        {made === null ? (
          <form
            className="ti-pair__form"
            onSubmit={(event) => {
              event.preventDefault();
              void pair();
            }}
          >
            <label htmlFor="ti-pair-name">{noun}名称</label>
            <input
              id="ti-pair-name"
              className="ti-input"
              maxLength={50}
              placeholder={noun === '大屏' ? '如：指挥中心主屏' : '如：1 号梯轿厢屏'}
              autoComplete="off"
              value={name}
              aria-invalid={problem !== null}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" variant="primary" isBusy={isBusy && leaving === null}>
              生成配对码
            </Button>
            {problem !== null && <p role="alert">{problem}</p>}
          </form>
        ) : (
          <div role="status">
            <p>在{noun}的浏览器中打开：</p>
            <p className="ti-pair__address">
              <span>{address}</span>
              <CopyButton text={address} label="网址" />
            </p>
            {isOwnMachine(address) && (
              <p className="ti-pair__problem">
                这是本机地址，只有这台电脑自己能打开。请先用服务器的网址打开本页，再生成配对码。
              </p>
            )}
            <p>并输入配对码：</p>
            <output className="ti-pair__code">{`${made.code.slice(0, 4)} ${made.code.slice(4)}`}</output>
            <p className="ti-pair__quiet">
              {toDisplayTime(made.expires_at).slice(11, 16)} 前有效，仅可用一次。配对后会出现在下面的列表中。
            </p>
          </div>
        )}
      </section>
      {walls !== null && (
        <section className="ti-pair" aria-label={`已配对的${noun}`}>
          <h3>已配对的{noun}</h3>
          <PairedWalls
            noun={noun}
            walls={walls}
            nowMs={nowMs}
            onRevoke={(wall) => {
              setRevokeProblem(null);
              setLeaving(wall);
            }}
          />
        </section>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={`撤销${noun}`}
        objectName={leaving?.name ?? ''}
        message="它会立即退出并显示配对页，再用须重新配对。"
        confirmLabel="撤销"
        tone="danger"
        isBusy={isBusy}
        error={revokeProblem}
        onConfirm={() => {
          if (leaving !== null) void revoke(leaving.id);
        }}
        onCancel={() => setLeaving(null)}
      />
    </Dialog>
  );
}
