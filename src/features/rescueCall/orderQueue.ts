import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';

export const isClosed = (row: RescueOrderRow): boolean => row.stage === 'completed' || row.stage === 'falseCall';
export const isUnanswered = (row: RescueOrderRow): boolean => row.stage === 'pending';

/** 0 is the worst: unanswered beyond the limit; then unanswered; then help did not arrive; then the rest. */
function severity(row: RescueOrderRow): number {
  if (isUnanswered(row)) return row.breach === null ? 1 : 0;
  return row.breach === null ? 3 : 2;
}

/** The open orders, worst on top; of equals the one that waits longest. */
export function orderQueue(rows: readonly RescueOrderRow[]): readonly RescueOrderRow[] {
  return rows
    .filter((row) => !isClosed(row))
    .toSorted((a, b) => severity(a) - severity(b) || Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id);
}

/** The call after (or before) the selected one, around the end; the first where nothing is selected. */
export function neighbourId(queue: readonly RescueOrderRow[], selectedId: number | null, step: 1 | -1): number | null {
  const at = queue.findIndex(({ id }) => id === selectedId);
  if (at === -1) return queue[0]?.id ?? null;
  return queue[(at + step + queue.length) % queue.length]?.id ?? null;
}

/** What F9 answers: the selected call while it rings, otherwise the worst that rings. */
export function callToAnswer(queue: readonly RescueOrderRow[], selectedId: number | null): RescueOrderRow | null {
  const ringing = queue.filter((row) => isUnanswered(row) && row.allowed_actions.includes('rescue.accepted'));
  return ringing.find(({ id }) => id === selectedId) ?? ringing[0] ?? null;
}
