import { CallError } from '../../../contract/call.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { placeOf } from '../../../parts/rescue/rescuePresentation.ts';
import type { DispatchData, NoteData } from '../forms/stepForms.ts';

/** The result of one order's request. Only a request that failed on the way can be tried again; a refusal is an answer. */
export type Outcome =
  { readonly kind: 'asking' } | { readonly kind: 'done' | 'refused' | 'failed'; readonly text: string };

export interface BatchItem {
  readonly orderId: number;
  readonly place: string;
  readonly outcome: Outcome;
}

/** A step that several orders take with the same words. */
export type SharedStep =
  | { readonly event: 'rescue.dispatched'; readonly data: DispatchData }
  | { readonly event: 'rescue.noted'; readonly data: NoteData }
  | { readonly event: 'rescue.extended'; readonly data: Record<string, never> };

/** The request sent for each order. */
export type BatchTask = { readonly kind: 'claim' } | { readonly kind: 'step'; readonly step: SharedStep };

/** One action on several orders: a request for each, and the result of each. */
export interface Batch {
  readonly id: number;
  readonly title: string;
  readonly task: BatchTask;
  readonly items: readonly BatchItem[];
}

export function newBatch(id: number, title: string, task: BatchTask, rows: readonly RescueOrderRow[]): Batch {
  return {
    id,
    title,
    task,
    items: rows.map((row) => ({ orderId: row.id, place: placeOf(row), outcome: { kind: 'asking' } })),
  };
}

export const withOutcome = (batch: Batch, orderId: number, outcome: Outcome): Batch => ({
  ...batch,
  items: batch.items.map((item) => (item.orderId === orderId ? { ...item, outcome } : item)),
});

export const failedIds = ({ items }: Batch): readonly number[] =>
  items.filter(({ outcome }) => outcome.kind === 'failed').map(({ orderId }) => orderId);

/** Nothing is under way and nothing waits to be tried again: the next action may replace it. */
export const isSettled = ({ items }: Batch): boolean =>
  items.every(({ outcome }) => outcome.kind === 'done' || outcome.kind === 'refused');

/** Returns the reason why a request got no order on; the server's refusals are final, a lost connection is not. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof CallError)) throw error;
  const isFinal = error.kind === 'refused' || error.kind === 'denied' || error.kind === 'notFound';
  return { kind: isFinal ? 'refused' : 'failed', text: error.message };
}
