import { use, useEffect, useRef, useState } from 'react';
import type { Call } from '../../contract/call.ts';
import { rescueAck, rescueAckState } from '../../contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isUnanswered } from '../../parts/rescue/openRescues.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { Batch, BatchTask } from './batch.ts';
import type { AskFor } from './batchStore.ts';
import { BatchStoreContext } from './BatchStoreContext.ts';
import type { DeskSources } from './deskSources.ts';
import { dispatchSiblings, whyNoTeam } from './dispatchSiblings.ts';
import type { DispatchData, TeamDispatch } from './forms/stepForms.ts';
import type { BatchResultsProps } from './queue/BatchResults.tsx';
import type { ClaimSeveralProps } from './queue/ClaimSeveral.tsx';

interface SeveralCallsDeps {
  readonly rows: readonly RescueOrderRow[];
  readonly userId: number;
  readonly call: Call;
  readonly answered: DeskSources['answered'];
  /** Help was sent to this order: its own form is no longer needed. */
  readonly onDispatched: (orderId: number) => void;
}

const claiming: BatchTask = { kind: 'claim' };
const noBatches: readonly Batch[] = [];

interface SeveralCalls {
  readonly several: ClaimSeveralProps;
  readonly results: BatchResultsProps;
  /** Marks the call, or takes its mark away; does nothing for a call that no one may claim now. */
  readonly toggleMark: (orderId: number | null) => void;
  /** To which other calls the team of this one may be sent. */
  readonly teamOf: (row: RescueOrderRow) => TeamDispatch;
}

/** A call and since when it waits: a mark is meant for this wait. */
const waitOf = ({ id, created_at, waiting_since }: RescueOrderRow): string => `${id} ${waiting_since ?? created_at}`;

/** In a flood: claims the marked calls together and sends one team to several lifts, each by a request with a result of its own. */
export function useSeveralCalls({ rows, userId, call, answered, onDispatched }: SeveralCallsDeps): SeveralCalls {
  const batches = use(BatchStoreContext);
  if (batches === null) throw new Error('The desk needs the batches of its session');
  const list = useObservable(batches.list$, noBatches);
  // A request may wait for the one before it, or be sent again much later: it looks at the rows of that moment.
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  }, [rows]);
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const claimable = rows.filter((row) => isUnanswered(row) && row.allowed_actions.includes('rescue.accepted'));
  // A call that a colleague has claimed meanwhile loses its mark, also when it rings again.
  const marked = claimable.filter((row) => marks.has(waitOf(row)));
  const markedIds = new Set(marked.map(({ id }) => id));
  const mark = (ids: readonly number[]): void =>
    setMarks(new Set(claimable.filter(({ id }) => ids.includes(id)).map(waitOf)));

  const claimOne: AskFor = async (id) => {
    answered(await call(rescueAck, { id }, { quiet: true }));
    return '已由您受理';
  };
  const dispatchTo =
    (data: DispatchData): AskFor =>
    async (id) => {
      const why = whyNoTeam(
        latestRows.current.find((row) => row.id === id),
        userId,
      );
      if (why !== null) throw why;
      answered(await call(rescueAckState, { id, event: 'rescue.dispatched', data }, { quiet: true }));
      onDispatched(id);
      return '已派出';
    };
  const askFor = (task: BatchTask): AskFor => (task.kind === 'claim' ? claimOne : dispatchTo(task.data));
  const claim = (): void => {
    if (marked.length === 0) return;
    mark([]);
    batches.run(`受理 ${marked.length} 起呼叫`, claiming, marked, askFor(claiming));
  };
  return {
    several: { claimable: claimable.map(({ id }) => id), marked: markedIds, onMark: mark, onClaim: claim },
    results: { batches: list, onRetry: (id) => batches.retry(id, askFor), onDismiss: batches.dismiss },
    toggleMark(orderId) {
      const shown = claimable.find(({ id }) => id === orderId);
      // One call alone has no checkbox either.
      if (shown === undefined || claimable.length < 2) return;
      const others = [...markedIds].filter((id) => id !== shown.id);
      mark(markedIds.has(shown.id) ? others : [...others, shown.id]);
    },
    teamOf: (row) => ({
      siblings: dispatchSiblings(row, rows, userId),
      dispatch: (others, data) => {
        const task: BatchTask = { kind: 'dispatch', data };
        batches.run(`${data.who}：同时派往 ${others.length} 台电梯`, task, others, askFor(task));
      },
    }),
  };
}
