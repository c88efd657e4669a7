import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isUnanswered, sortOpenRescues } from '../../parts/rescue/openRescues.ts';

/** The user has it, or is asked to take it over. */
export function isMine(
  { accepted_by: claimer, hand_over: offer }: Pick<RescueOrderRow, 'accepted_by' | 'hand_over'>,
  userId: number,
): boolean {
  return claimer?.id === userId || (offer?.answer_by !== null && offer?.to.id === userId);
}

/** The open calls as a dispatcher works through them: the own ones first, then all others; the worst on top of each. */
export function deskQueue(rows: readonly RescueOrderRow[], userId: number): readonly RescueOrderRow[] {
  const sorted = sortOpenRescues(rows);
  return [...sorted.filter((row) => isMine(row, userId)), ...sorted.filter((row) => !isMine(row, userId))];
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
