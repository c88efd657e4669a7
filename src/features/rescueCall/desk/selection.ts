import * as z from 'zod';
import { sortOpenRescues } from '../../../parts/rescue/openRescues.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';

/** The desk's state in the address: an order, or a lift whose open order is meant. */
export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'order'; readonly id: number; readonly isHandling: boolean }
  | { readonly kind: 'elevator'; readonly elevatorId: number; readonly isHandling: boolean };

const idIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** `?id=318`, or `?elevator_id=1207&handle=1` from the alarm dialog. What is no id selects nothing. */
export function selectionOf(query: URLSearchParams): Selection {
  const isHandling = query.get('handle') === '1';
  const id = idIn(query.get('id'));
  if (id !== null) return { kind: 'order', id, isHandling };
  const elevatorId = idIn(query.get('elevator_id'));
  return elevatorId === null ? { kind: 'none' } : { kind: 'elevator', elevatorId, isHandling };
}

/** The order's address; with `handle=1` its next step is open for filling in. */
export function queryOf(id: number, isHandling = false): string {
  return isHandling ? `?id=${id}&handle=1` : `?id=${id}`;
}

/** The order that the address means among the open ones; without one, the worst, no matter who has it. Null: none of these. */
export function selectedIdIn(queue: readonly RescueOrderRow[], selection: Selection): number | null {
  switch (selection.kind) {
    case 'order':
      return selection.id;
    case 'elevator':
      return queue.find((row) => row.elevator_id === selection.elevatorId)?.id ?? null;
    case 'none':
      return sortOpenRescues(queue)[0]?.id ?? null;
  }
}

const keyedSchema = z.object({ key: z.string() });

/**
 * Is the address that was rendered the one that the browser is at? The alarm dialog may have asked for a step in between: what the page
 * writes because of the older address would undo that. `historyState` is `window.history.state`, in which the router keeps the key.
 */
export function isNewestAddress(renderedKey: string, historyState: unknown): boolean {
  const newest = keyedSchema.safeParse(historyState).data?.key;
  return newest === undefined || newest === renderedKey;
}
