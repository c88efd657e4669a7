import { BehaviorSubject, type Observable } from 'rxjs';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import type { Notify } from '../../../streams/featureDeps.ts';
import { failedIds, isSettled, newBatch, outcomeOf, withOutcome, type Batch, type BatchTask } from './batch.ts';

/** Sends one order's request; resolves with its result in words. Rejects with a CallError. */
export type AskFor = (orderId: number) => Promise<string>;

/** Actions on several orders, with the result of each. */
export interface BatchStore {
  /** Newest first; begins with what there is. */
  readonly list$: Observable<readonly Batch[]>;
  /** One request an order, all at once. */
  readonly run: (title: string, task: BatchTask, rows: readonly RescueOrderRow[], ask: AskFor) => void;
  /** Sends again what failed on the way. `askFor` comes from the page that is open now, which may not be the one that began. */
  readonly retry: (batchId: number, askFor: (task: BatchTask) => AskFor) => void;
  readonly dismiss: (batchId: number) => void;
}

/**
 * Outlives the desk's page, made once for as long as a user is signed in: requests go on while another page is open, and their results
 * are there when the user comes back. While no page shows them, a failure is notified.
 */
export function createBatchStore({ error }: Pick<Notify, 'error'>): BatchStore {
  const list$ = new BehaviorSubject<readonly Batch[]>([]);
  let lastId = 0;
  const find = (batchId: number): Batch | undefined => list$.value.find(({ id }) => id === batchId);
  const change = (batchId: number, orderId: number, outcome: Batch['items'][number]['outcome']): void =>
    list$.next(list$.value.map((batch) => (batch.id === batchId ? withOutcome(batch, orderId, outcome) : batch)));
  const ask = (batchId: number, orderId: number, askFor: AskFor): Promise<void> => {
    change(batchId, orderId, { kind: 'asking' });
    return askFor(orderId).then(
      (text) => change(batchId, orderId, { kind: 'done', text }),
      (reason: unknown) => change(batchId, orderId, outcomeOf(reason)),
    );
  };
  const send = async (batchId: number, orderIds: readonly number[], askFor: AskFor): Promise<void> => {
    await Promise.all(orderIds.map((orderId) => ask(batchId, orderId, askFor)));
    const batch = find(batchId);
    const failed = batch === undefined ? 0 : failedIds(batch).length;
    if (batch === undefined || failed === 0 || list$.observed) return;
    error(`${batch.title}：${failed} 起未成功，请到“救援呼叫中心”重试`);
  };
  return {
    list$,
    run(title, task, rows, askFor) {
      const id = ++lastId;
      list$.next([newBatch(id, title, task, rows), ...list$.value.filter((batch) => !isSettled(batch))]);
      void send(
        id,
        rows.map((row) => row.id),
        askFor,
      );
    },
    retry(batchId, askFor) {
      const batch = find(batchId);
      if (batch !== undefined) void send(batchId, failedIds(batch), askFor(batch.task));
    },
    dismiss: (batchId) => list$.next(list$.value.filter(({ id }) => id !== batchId)),
  };
}
