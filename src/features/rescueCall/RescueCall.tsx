import type { ReactNode } from 'react';
import type { QuarantineRow } from '../../contract/entities/alarmRecord.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { RescueDesk, type RescueDeskProps } from './desk/RescueDesk.tsx';
import type { PossibleHelpProps } from './queue/PossibleHelp.tsx';
import type { BatchResultsProps } from './several/BatchResults.tsx';
import type { SeveralProps } from './queue/QueueBands.tsx';
import { RescueQueue } from './queue/RescueQueue.tsx';
import './RescueCall.css';

/** The right side: the selected call, or why there is none. */
export type DeskState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'noOpenOrder' }
  | { readonly kind: 'failed'; readonly failure: 'denied' | 'notFound' | 'failed'; readonly message: string }
  | { readonly kind: 'shown'; readonly desk: Omit<RescueDeskProps, 'nowMs'> };

export interface RescueCallProps {
  /** As `deskQueue` sorts it: the unanswered calls first, then the own ones; the worst on top of each. */
  queue: LoadState<readonly RescueOrderRow[]>;
  selectedId: number | null;
  desk: DeskState;
  nowMs: number;
  userId: number;
  onSelect: (id: number) => void;
  /** Unreadable device messages that may have been calls for help. */
  possibleHelp?: readonly QuarantineRow[];
  onResolveHelp?: PossibleHelpProps['onResolve'];
  helpRescue?: PossibleHelpProps['rescue'];
  onNewCall: (() => void) | undefined;
  several?: SeveralProps | undefined;
  results?: BatchResultsProps | undefined;
}

function DeskPlace({ desk, nowMs }: Pick<RescueCallProps, 'desk' | 'nowMs'>): ReactNode {
  switch (desk.kind) {
    case 'idle':
      return (
        <EmptyState
          title="没有待处理的救援"
          hint="有人求救时会响铃；接到热线电话时，请按 N 新建电话报警。"
          icon="check-circle"
        />
      );
    case 'loading':
      return (
        <p className="rc-page__reading" role="status">
          <Icon name="spinner" isSpinning />
          正在读取救援单…
        </p>
      );
    case 'noOpenOrder':
      return (
        <EmptyState
          title="该电梯没有进行中的救援"
          hint="这次呼叫可能已由他人处理完成，可在“救援历史”中查看。"
          icon="info-circle"
        />
      );
    case 'failed':
      return <FailedRecord failed={desk} noun="救援单" hint="它不存在，或不在您的管辖范围内。请从左侧选择。" />;
    case 'shown':
      return <RescueDesk {...desk.desk} nowMs={nowMs} />;
  }
}

/** The rescue call center: the open calls, and the desk of the selected one. */
export function RescueCall({
  queue,
  selectedId,
  desk,
  nowMs,
  userId,
  onSelect,
  possibleHelp = [],
  onResolveHelp,
  helpRescue,
  onNewCall,
  several,
  results,
}: RescueCallProps) {
  return (
    <div className="rc-page">
      <RescueQueue
        queue={queue}
        nowMs={nowMs}
        userId={userId}
        selectedId={selectedId}
        onSelect={onSelect}
        possibleHelp={possibleHelp}
        onResolveHelp={onResolveHelp}
        helpRescue={helpRescue}
        onNewCall={onNewCall}
        several={several}
        results={results}
      />
      <div className="rc-page__desk" data-empty={desk.kind !== 'shown' || undefined}>
        <DeskPlace desk={desk} nowMs={nowMs} />
      </div>
    </div>
  );
}
