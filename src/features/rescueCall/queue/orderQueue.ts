import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { isUnanswered, sortOpenRescues } from '../../../parts/rescue/openRescues.ts';
import { scannedGroup } from '../../../parts/rescue/scannedGroup.ts';

/** The user has it, or is asked to take it over. */
function isMine(
  { accepted_by: claimer, hand_over: offer }: Pick<RescueOrderRow, 'accepted_by' | 'hand_over'>,
  userId: number,
): boolean {
  return claimer?.id === userId || (offer?.answer_by !== null && offer?.to.id === userId);
}

export interface DeskBands {
  /** Calls that no one has: they stay on top, whatever the user holds. */
  readonly unanswered: readonly RescueOrderRow[];
  /** The last of them, where many codes were scanned within a minute: they are shown as one group. */
  readonly scanned: readonly RescueOrderRow[];
  readonly mine: readonly RescueOrderRow[];
  readonly others: readonly RescueOrderRow[];
}

/** The open calls as a dispatcher works through them; the worst on top of each band. */
export function deskBands(rows: readonly RescueOrderRow[], userId: number): DeskBands {
  const sorted = sortOpenRescues(rows);
  const waiting = sorted.filter(isUnanswered);
  const grouped = new Set(
    scannedGroup(waiting, (row) => ({ isOnlyScanned: row.only_scanned, raisedAtMs: Date.parse(row.created_at) })),
  );
  const scanned = waiting.filter((row) => grouped.has(row));
  const taken = sorted.filter((row) => !isUnanswered(row));
  return {
    unanswered: [...waiting.filter((row) => !grouped.has(row)), ...scanned],
    scanned,
    mine: taken.filter((row) => isMine(row, userId)),
    others: taken.filter((row) => !isMine(row, userId)),
  };
}

/** The bands from top to bottom, as J and K go through them. */
export function deskQueue(rows: readonly RescueOrderRow[], userId: number): readonly RescueOrderRow[] {
  const { unanswered, mine, others } = deskBands(rows, userId);
  return [...unanswered, ...mine, ...others];
}

/** The call after (or before) the selected one, around the end; the first where nothing is selected. */
export function neighbourId(queue: readonly RescueOrderRow[], selectedId: number | null, step: 1 | -1): number | null {
  const at = queue.findIndex(({ id }) => id === selectedId);
  if (at === -1) return queue[0]?.id ?? null;
  return queue[(at + step + queue.length) % queue.length]?.id ?? null;
}

/** Returns the call that F9 answers: the selected call while it rings, otherwise the worst that rings. */
export function callToAnswer(queue: readonly RescueOrderRow[], selectedId: number | null): RescueOrderRow | null {
  const ringing = queue.filter((row) => isUnanswered(row) && row.allowed_actions.includes('rescue.accepted'));
  return ringing.find(({ id }) => id === selectedId) ?? ringing[0] ?? null;
}
