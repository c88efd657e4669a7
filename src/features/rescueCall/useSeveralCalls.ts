import { use, useEffect, useRef } from 'react';
import type { Call } from '../../contract/call.ts';
import { rescueAck, rescueAckState, type RescueStep } from '../../contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { Batch, BatchTask, SharedStep } from './several/batch.ts';
import type { AskFor } from './several/batchStore.ts';
import { BatchStoreContext } from './several/BatchStoreContext.ts';
import type { DeskSources } from './deskSources.ts';
import { dispatchSiblings, whyNoTeam } from './forms/dispatchSiblings.ts';
import type { TeamDispatch } from './forms/stepForms.ts';
import type { BatchResultsProps } from './several/BatchResults.tsx';
import type { SeveralProps } from './queue/QueueBands.tsx';
import { isPress, pressedText } from './rescueActions.ts';
import { useMarks } from './several/useMarks.ts';

/** A step with a form that several calls take together. */
type SharedForm = 'rescue.dispatched' | 'rescue.noted';

interface SeveralCallsDeps {
  readonly rows: readonly RescueOrderRow[];
  readonly userId: number;
  readonly call: Call;
  readonly answered: DeskSources['answered'];
  /** The step was taken for this order by an action on several: its own form is no longer needed. */
  readonly onTaken: (orderId: number, event: string) => void;
  /** Opens the step's form of the first order with the others ticked. */
  readonly openShared: (event: SharedForm, orderId: number, others: readonly number[]) => void;
  /** Says why a key did nothing. */
  readonly explain: (message: string) => void;
}

const claiming: BatchTask = { kind: 'claim' };
const extending: BatchTask = { kind: 'step', step: { event: 'rescue.extended', data: {} } };
const noBatches: readonly Batch[] = [];

interface SeveralCalls {
  readonly several: SeveralProps;
  readonly results: BatchResultsProps;
  /** Marks the call, or takes its mark away; does nothing for a call that no action on several concerns. */
  readonly toggleMark: (orderId: number | null) => void;
  /** Marks all calls of a band, or none if all are marked. */
  readonly toggleAll: (band: keyof SeveralProps) => void;
  /** Takes the action that this key stands for, or says why there is nothing to do. */
  readonly press: (hotkey: string) => void;
  /** Returns the other calls to which the team of this one may be sent, and those that may get its note. */
  readonly teamOf: (row: RescueOrderRow) => TeamDispatch;
}

const idsOf = (rows: readonly RescueOrderRow[]): readonly number[] => rows.map(({ id }) => id);
const allowing = (event: string) => (row: RescueOrderRow) => row.allowed_actions.includes(event);

/** In a flood: one action on the marked calls, each by a request with a result of its own. */
export function useSeveralCalls({
  rows,
  userId,
  call,
  answered,
  onTaken,
  openShared,
  explain,
}: SeveralCallsDeps): SeveralCalls {
  const batches = use(BatchStoreContext);
  if (batches === null) throw new Error('The desk needs the batches of its session');
  const list = useObservable(batches.list$, noBatches);
  // A request may wait for the one before it, or be sent again much later: it looks at the rows of that moment.
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  }, [rows]);
  const marks = useMarks(rows, userId);

  const claimOne: AskFor = async (id) => {
    answered(await call(rescueAck, { id }, { quiet: true }));
    return '已由您受理';
  };
  const stepOne =
    (step: SharedStep): AskFor =>
    async (id) => {
      if (step.event === 'rescue.dispatched') {
        const why = whyNoTeam(
          latestRows.current.find((row) => row.id === id),
          userId,
        );
        if (why !== null) throw why;
      }
      const sent: RescueStep = { id, ...step };
      answered(await call(rescueAckState, sent, { quiet: true }));
      onTaken(id, step.event);
      if (isPress(step.event)) return pressedText[step.event];
      return step.event === 'rescue.dispatched' ? '已派出' : '已添加备注';
    };
  const askFor = (task: BatchTask): AskFor => (task.kind === 'claim' ? claimOne : stepOne(task.step));

  const share = (event: SharedForm, of: readonly RescueOrderRow[]): void => {
    const [first, ...others] = of;
    if (first !== undefined) openShared(event, first.id, idsOf(others));
  };
  const dispatchable = marks.markedHeld.filter((row) => row.stage === 'accepted' && allowing('rescue.dispatched')(row));
  const extendable = marks.markedHeld.filter(allowing('rescue.extended'));
  const notable = marks.markedHeld.filter(allowing('rescue.noted'));
  const { markedClaimable, markedHeld } = marks;
  const several: SeveralProps = {
    unanswered: {
      markable: idsOf(marks.claimable),
      marked: new Set(idsOf(markedClaimable)),
      onMark: marks.markClaimable,
      hotkey: 'a',
      actions: [
        {
          label: '受理',
          hotkey: 'c',
          count: markedClaimable.length,
          isPrimary: true,
          onPress() {
            // They stay marked: help is sent to them next.
            marks.carryOver();
            batches.run(`受理 ${markedClaimable.length} 起呼叫`, claiming, markedClaimable, askFor(claiming));
          },
        },
      ],
    },
    mine: {
      markable: idsOf(marks.held),
      marked: new Set(idsOf(markedHeld)),
      onMark: marks.markHeld,
      hotkey: 's',
      actions: [
        {
          label: '派出',
          hotkey: 'd',
          count: dispatchable.length,
          isPrimary: true,
          onPress: () => share('rescue.dispatched', dispatchable),
        },
        {
          label: '延长',
          hotkey: 'l',
          count: extendable.length,
          onPress: () => batches.run(`延长 ${extendable.length} 起受理`, extending, extendable, askFor(extending)),
        },
        { label: '备注', hotkey: 'b', count: notable.length, onPress: () => share('rescue.noted', notable) },
      ],
    },
  };
  const toggleAmong = (band: keyof SeveralProps, id: number): void => {
    const { markable, marked, onMark } = several[band];
    // One call alone has no checkbox either.
    if (markable.length < 2 || !markable.includes(id)) return;
    onMark(marked.has(id) ? [...marked].filter((other) => other !== id) : [...marked, id]);
  };
  return {
    several,
    results: { batches: list, onRetry: (id) => batches.retry(id, askFor), onDismiss: batches.dismiss },
    toggleMark(orderId) {
      if (orderId === null) return;
      toggleAmong('unanswered', orderId);
      toggleAmong('mine', orderId);
    },
    toggleAll(band) {
      const { markable, marked, onMark } = several[band];
      if (markable.length === 0) explain(band === 'mine' ? '没有您负责的救援，不能全选' : '没有未受理的呼叫，不能全选');
      else onMark(markable.every((id) => marked.has(id)) ? [] : markable);
    },
    press(hotkey) {
      for (const { actions, marked, hotkey: allKey } of [several.unanswered, several.mine]) {
        const action = actions.find((candidate) => candidate.hotkey === hotkey);
        if (action === undefined) continue;
        if (action.count > 0) action.onPress();
        else if (marked.size > 0) explain(`所选的 ${marked.size} 起现在都不能${action.label}`);
        else explain(`没有勾选可${action.label}的呼叫：按 M 勾选当前一起，按 ${allKey.toUpperCase()} 全选`);
      }
    },
    teamOf: (row) => ({
      siblings: dispatchSiblings(row, rows, userId),
      held: marks.held.filter((other) => other.id !== row.id && allowing('rescue.noted')(other)),
      dispatch: (others, data) => {
        const task: BatchTask = { kind: 'step', step: { event: 'rescue.dispatched', data } };
        batches.run(`${data.who}：同时派往 ${others.length} 台电梯`, task, others, askFor(task));
      },
      note: (others, data) => {
        const task: BatchTask = { kind: 'step', step: { event: 'rescue.noted', data } };
        batches.run(`同时备注 ${others.length} 起救援`, task, others, askFor(task));
      },
    }),
  };
}
