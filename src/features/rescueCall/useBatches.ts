import { useCallback, useRef, useState } from 'react';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { failedIds, isSettled, newBatch, outcomeOf, withOutcome, type Batch } from './batch.ts';

/** Sends one order's request; resolves with its result in words. Rejects with a CallError. */
export type AskFor = (orderId: number) => Promise<string>;

export interface Batches {
  /** Newest first. */
  readonly list: readonly Batch[];
  /** One request an order, all at once. */
  readonly run: (title: string, rows: readonly RescueOrderRow[], ask: AskFor) => void;
  /** Sends again what failed on the way. */
  readonly retry: (batchId: number) => void;
  readonly dismiss: (batchId: number) => void;
}

/** Actions on several orders, with the result of each. */
export function useBatches(): Batches {
  const [list, setList] = useState<readonly Batch[]>([]);
  const asks = useRef(new Map<number, AskFor>());
  const lastId = useRef(0);

  const change = useCallback(
    (batchId: number, next: (batch: Batch) => Batch) =>
      setList((before) => before.map((batch) => (batch.id === batchId ? next(batch) : batch))),
    [],
  );
  const send = useCallback(
    (batchId: number, orderIds: readonly number[]) => {
      const ask = asks.current.get(batchId);
      if (ask === undefined) return;
      for (const orderId of orderIds) {
        change(batchId, (batch) => withOutcome(batch, orderId, { kind: 'asking' }));
        ask(orderId).then(
          (text) => change(batchId, (batch) => withOutcome(batch, orderId, { kind: 'done', text })),
          (error: unknown) => change(batchId, (batch) => withOutcome(batch, orderId, outcomeOf(error))),
        );
      }
    },
    [change],
  );
  const run = useCallback<Batches['run']>(
    (title, rows, ask) => {
      const id = ++lastId.current;
      asks.current.set(id, ask);
      setList((before) => [newBatch(id, title, rows), ...before.filter((batch) => !isSettled(batch))]);
      send(
        id,
        rows.map((row) => row.id),
      );
    },
    [send],
  );
  const retry = (batchId: number): void => {
    const batch = list.find(({ id }) => id === batchId);
    if (batch !== undefined) send(batchId, failedIds(batch));
  };
  const dismiss = useCallback((batchId: number) => {
    asks.current.delete(batchId);
    setList((before) => before.filter(({ id }) => id !== batchId));
  }, []);
  return { list, run, retry, dismiss };
}
