import { useEffect, useRef, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { rescueAck, rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isUnanswered } from '../../parts/rescue/openRescues.ts';
import type { DeskSources } from './deskSources.ts';
import { dispatchSiblings, whyNoTeam } from './dispatchSiblings.ts';
import type { TeamDispatch } from './forms/stepForms.ts';
import type { BatchResultsProps } from './queue/BatchResults.tsx';
import type { ClaimSeveralProps } from './queue/ClaimSeveral.tsx';
import { useBatches } from './useBatches.ts';

interface SeveralCallsDeps {
  readonly rows: readonly RescueOrderRow[];
  readonly userId: number;
  readonly call: Call;
  readonly answered: DeskSources['answered'];
  /** Help was sent to this order: its own form is no longer needed. */
  readonly onDispatched: (orderId: number) => void;
}

interface SeveralCalls {
  readonly several: ClaimSeveralProps;
  readonly results: BatchResultsProps;
  /** Marks the call, or takes its mark away; does nothing for a call that no one may claim now. */
  readonly toggleMark: (orderId: number | null) => void;
  /** To which other calls the team of this one may be sent. */
  readonly teamOf: (row: RescueOrderRow) => TeamDispatch;
}

/** In a flood: claims the marked calls together and sends one team to several lifts, each by a request with a result of its own. */
export function useSeveralCalls({ rows, userId, call, answered, onDispatched }: SeveralCallsDeps): SeveralCalls {
  const batches = useBatches();
  // A request may wait for the one before it, or be sent again much later: it looks at the rows of that moment.
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  }, [rows]);
  const [marks, setMarks] = useState<ReadonlySet<number>>(new Set());
  const claimable = rows.filter((row) => isUnanswered(row) && row.allowed_actions.includes('rescue.accepted'));
  // A call that a colleague has claimed meanwhile loses its mark.
  const marked = claimable.filter(({ id }) => marks.has(id));
  const markedIds = new Set(marked.map(({ id }) => id));
  const mark = (ids: readonly number[]): void => setMarks(new Set(ids));

  const claim = (): void => {
    if (marked.length === 0) return;
    mark([]);
    batches.run(`受理 ${marked.length} 起呼叫`, marked, async (id) => {
      answered(await call(rescueAck, { id }, { quiet: true }));
      return '已由您受理';
    });
  };
  return {
    several: { claimable: claimable.map(({ id }) => id), marked: markedIds, onMark: mark, onClaim: claim },
    results: { batches: batches.list, onRetry: batches.retry, onDismiss: batches.dismiss },
    toggleMark(orderId) {
      const shown = claimable.find(({ id }) => id === orderId);
      if (shown === undefined) return;
      const others = [...markedIds].filter((id) => id !== shown.id);
      mark(markedIds.has(shown.id) ? others : [...others, shown.id]);
    },
    teamOf: (row) => ({
      siblings: dispatchSiblings(row, rows, userId),
      dispatch: (others, data) =>
        batches.run(`${data.who}：同时派往 ${others.length} 台电梯`, others, async (id) => {
          const why = whyNoTeam(
            latestRows.current.find((row) => row.id === id),
            userId,
          );
          if (why !== null) throw why;
          answered(await call(rescueAckState, { id, event: 'rescue.dispatched', data }, { quiet: true }));
          onDispatched(id);
          return '已派出';
        }),
    }),
  };
}
