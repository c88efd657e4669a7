import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { FailedLoad } from '../../../parts/record/FailedLoad.tsx';
import { isUnanswered } from '../../../parts/rescue/openRescues.ts';
import { BatchResults, type BatchResultsProps } from '../several/BatchResults.tsx';
import { PossibleHelp, type PossibleHelpProps } from './PossibleHelp.tsx';
import { QueueBands, type SeveralProps } from './QueueBands.tsx';
import './queue.css';

interface RescueQueueProps {
  /** As `deskQueue` sorts it: the unanswered calls first, then the own ones; the worst on top of each. */
  queue: LoadState<readonly RescueOrderRow[]>;
  nowMs: number;
  userId: number;
  selectedId: number | null;
  onSelect: (id: number) => void;
  /** Unreadable device messages that may have been calls for help. */
  possibleHelp?: readonly QuarantineRow[];
  onResolveHelp?: PossibleHelpProps['onResolve'];
  helpRescue?: PossibleHelpProps['rescue'];
  /** Absent for those who may not register a call. */
  onNewCall: (() => void) | undefined;
  /** For those who may answer calls: actions on several. */
  several?: SeveralProps | undefined;
  /** Actions on several calls, with the result of each. */
  results?: BatchResultsProps | undefined;
}

function QueueBody({
  queue,
  ...rest
}: Pick<RescueQueueProps, 'queue' | 'nowMs' | 'userId' | 'selectedId' | 'onSelect' | 'several'>) {
  switch (queue.kind) {
    case 'loading':
      return (
        <ul className="rc-queue__list" aria-busy="true" aria-label="正在加载待处理的救援">
          {[0, 1, 2, 3].map((place) => (
            <li key={place} className="rc-card rc-card--blank" />
          ))}
        </ul>
      );
    case 'failed':
      return <FailedLoad state={queue} title="无法加载待处理的救援" next="。正在自动重试，新呼叫仍会响铃。" />;
    case 'ready':
      if (queue.value.length === 0)
        return <EmptyState title="没有待处理的救援" hint="有人求救时会响铃，并出现在这里。" icon="check-circle" />;
      return <QueueBands rows={queue.value} {...rest} />;
  }
}

/** The open calls, those that no one has on top, each with its own clock. */
export function RescueQueue({
  queue,
  nowMs,
  userId,
  selectedId,
  onSelect,
  possibleHelp = [],
  onResolveHelp,
  helpRescue,
  onNewCall,
  several,
  results,
}: RescueQueueProps) {
  const rows = queue.kind === 'ready' ? queue.value : [];
  const unanswered = rows.filter(isUnanswered).length;
  return (
    <aside className="ti-frame rc-queue" aria-label="待处理队列">
      <header className="rc-queue__head">
        <h1>待处理 {queue.kind === 'ready' && rows.length}</h1>
        {unanswered > 0 && (
          <span className="rc-queue__unanswered">
            <Icon name="exclamation-triangle" />
            {unanswered} 个未受理
          </span>
        )}
      </header>
      {queue.kind === 'ready' && queue.problem !== null && (
        <p className="rc-queue__problem" role="alert">
          <Icon name="exclamation-triangle" />
          列表可能不是最新：{queue.problem}
        </p>
      )}
      {results !== undefined && <BatchResults {...results} />}
      <div className="rc-queue__body">
        <QueueBody
          queue={queue}
          nowMs={nowMs}
          userId={userId}
          selectedId={selectedId}
          onSelect={onSelect}
          several={several}
        />
      </div>
      <footer className="rc-queue__foot">
        <PossibleHelp messages={possibleHelp} onResolve={onResolveHelp} rescue={helpRescue} />
        {onNewCall !== undefined && (
          <Button icon="phone" onClick={onNewCall}>
            新建电话报警 <Kbd>N</Kbd>
          </Button>
        )}
        <p className="rc-queue__keys">
          <span>
            <Kbd>J</Kbd> <Kbd>K</Kbd> 切换
          </span>
          <span>
            <Kbd>F9</Kbd> 接听
          </span>
          <span>
            <Kbd>Esc</Kbd> 收起
          </span>
          <span>
            <Kbd>?</Kbd> 按键
          </span>
        </p>
      </footer>
    </aside>
  );
}
