import { Fragment, useEffect, useRef } from 'react';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../../streams/loadState.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { DeniedState } from '../../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { isUnanswered } from '../../../parts/rescue/openRescues.ts';
import { isMine } from '../orderQueue.ts';
import { BatchResults, type BatchResultsProps } from './BatchResults.tsx';
import { ClaimSeveral, type ClaimSeveralProps } from './ClaimSeveral.tsx';
import { PossibleHelp, type PossibleHelpProps } from './PossibleHelp.tsx';
import { QueueCard } from './QueueCard.tsx';
import './queue.css';

interface RescueQueueProps {
  /** As `deskQueue` sorts it: the own calls first, the worst on top. */
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
  /** For who may claim several calls together. */
  several?: ClaimSeveralProps | undefined;
  /** Actions on several calls, with the result of each. */
  results?: BatchResultsProps | undefined;
}

const toggled = (marked: ReadonlySet<number>, id: number): readonly number[] =>
  marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id];

function Cards({
  rows,
  nowMs,
  userId,
  selectedId,
  onSelect,
  several,
}: { rows: readonly RescueOrderRow[] } & Pick<
  RescueQueueProps,
  'nowMs' | 'userId' | 'selectedId' | 'onSelect' | 'several'
>) {
  const mine = rows.filter((row) => isMine(row, userId)).length;
  const markOf = (id: number) =>
    several === undefined || several.claimable.length < 2 || !several.claimable.includes(id)
      ? undefined
      : {
          isMarked: several.marked.has(id),
          onToggle: () => several.onMark(toggled(several.marked, id)),
        };
  const listRef = useRef<HTMLUListElement>(null);
  useEffect(() => {
    listRef.current?.querySelector(`[data-order="${selectedId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [selectedId]);
  return (
    <ul className="rc-queue__list" ref={listRef} aria-label="待处理的救援">
      {rows.map((row, place) => (
        <Fragment key={row.id}>
          {mine > 0 && place === 0 && <li className="rc-queue__group">我负责的 {mine}</li>}
          {mine > 0 && place === mine && <li className="rc-queue__group">其他 {rows.length - mine}</li>}
          <QueueCard
            row={row}
            nowMs={nowMs}
            userId={userId}
            isSelected={row.id === selectedId}
            onSelect={onSelect}
            mark={markOf(row.id)}
          />
        </Fragment>
      ))}
    </ul>
  );
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
      if (queue.failure === 'denied') return <DeniedState message={queue.message} />;
      return (
        <ErrorState
          title="无法加载待处理的救援"
          message={`${queue.message}。正在自动重试，新呼叫仍会响铃。`}
          kind={queue.failure === 'offline' ? 'offline' : 'failed'}
        />
      );
    case 'ready':
      if (queue.value.length === 0)
        return <EmptyState title="没有待处理的救援" hint="有人求救时会响铃，并出现在这里。" icon="check-circle" />;
      return <Cards rows={queue.value} {...rest} />;
  }
}

/** The open calls, the own ones first, each with its own clock. */
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
    <aside className="rc-queue" aria-label="待处理队列">
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
      {several !== undefined && <ClaimSeveral {...several} />}
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
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> 切换 <Kbd>F9</Kbd> 接听 <Kbd>Esc</Kbd> 收起 <Kbd>?</Kbd> 按键
        </p>
      </footer>
    </aside>
  );
}
