import { useState } from 'react';
import type { LogCutRow } from '../../contract/endpoints/logCut.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import './LogCutBanner.css';

const mostTags = 12;

interface LogCutBannerProps {
  /** Cuts that nobody has confirmed yet, oldest first. */
  cuts: readonly LogCutRow[];
  /** Resolves when it is confirmed; throws with a message for the user. */
  onConfirm: (cut: LogCutRow, note: string) => Promise<void>;
}

const timesOf = ({ lost_from: from, lost_until: until }: LogCutRow): string =>
  `${toDisplayTime(from)} 至 ${toDisplayTime(until).slice(11)}`;

function liftsOf({ lifts }: LogCutRow): string {
  if (lifts.length === 0) return '涉及哪些电梯无法得知，请逐一核对这段时间的来电记录。';
  const tags = lifts.slice(0, mostTags).map(({ tag }) => tag);
  const rest = lifts.length > tags.length ? ` 等 ${lifts.length} 台` : '';
  return `涉及电梯 ${tags.join('、')}${rest}：设备未收到回执的报警会重发，已收到回执的不会，请致电核对。`;
}

/** Announces to administrators, until one of them confirms it, that a fail-over of the database lost a part of the record. */
export function LogCutBanner({ cuts, onConfirm }: LogCutBannerProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [cut] = cuts;
  if (cut === undefined) return null;
  const confirm = async (note: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(cut, note);
      setOpen(false);
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : '未能提交，请重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ti-log-cut" role="status">
      <Icon name="exclamation-triangle" />
      <span>
        <b>数据库切换到了落后的备机，{timesOf(cut)} 的记录已丢失。</b>
        接警照常；请与值班电话记录核对{cuts.length > 1 && `（另有 ${cuts.length - 1} 次待确认）`}。
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        查看与确认
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="主备切换丢失的记录"
        objectName={`第 ${cut.first_lost}–${cut.last_lost} 个事件 · ${timesOf(cut)}`}
        message={`${liftsOf(cut)}确认后提示消失，确认人、时间和核对情况记入审计日志。`}
        confirmLabel="已核对，确认"
        reason={{
          label: '核对情况',
          isRequired: true,
          placeholder: '例如：已与值班电话记录核对，2 起求救均已处置',
          maxLength: 200,
        }}
        isBusy={isBusy}
        error={problem}
        onConfirm={(note) => void confirm(note)}
        onCancel={() => {
          setOpen(false);
          setProblem(null);
        }}
      />
    </div>
  );
}
