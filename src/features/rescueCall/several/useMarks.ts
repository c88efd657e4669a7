import { useState } from 'react';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { isUnanswered } from '../../../parts/rescue/openRescues.ts';

interface Marks {
  /** Calls that the user may claim now. */
  readonly claimable: readonly RescueOrderRow[];
  /** Calls that the user has. */
  readonly held: readonly RescueOrderRow[];
  readonly markedClaimable: readonly RescueOrderRow[];
  readonly markedHeld: readonly RescueOrderRow[];
  /** Marks exactly these of the calls that may be claimed. */
  readonly markClaimable: (ids: readonly number[]) => void;
  /** Marks exactly these of the calls that the user has. */
  readonly markHeld: (ids: readonly number[]) => void;
  /** The marked calls are being claimed: they are marked among the held ones as soon as they are the user's. */
  readonly carryOver: () => void;
}

/**
 * A mark is meant for one wait of a call, or for the call while the user has it: one that a colleague has claimed meanwhile loses its
 * mark, also when it rings again.
 */
const keyOf = (row: RescueOrderRow): string =>
  isUnanswered(row) ? `waits ${row.id} ${row.waiting_since ?? row.created_at}` : heldKey(row);
const heldKey = ({ id }: Pick<RescueOrderRow, 'id'>): string => `held ${id}`;

/** The calls that the user has marked for an action on several. */
export function useMarks(rows: readonly RescueOrderRow[], userId: number): Marks {
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const claimable = rows.filter((row) => isUnanswered(row) && row.allowed_actions.includes('rescue.accepted'));
  const held = rows.filter((row) => !isUnanswered(row) && row.accepted_by?.id === userId);
  const isMarked = (row: RescueOrderRow): boolean => marks.has(keyOf(row));
  const markedClaimable = claimable.filter(isMarked);
  const markAmong =
    (band: readonly RescueOrderRow[]) =>
    (ids: readonly number[]): void => {
      const next = new Set(marks);
      for (const row of band) {
        if (ids.includes(row.id)) next.add(keyOf(row));
        else next.delete(keyOf(row));
      }
      setMarks(next);
    };
  return {
    claimable,
    held,
    markedClaimable,
    markedHeld: held.filter(isMarked),
    markClaimable: markAmong(claimable),
    markHeld: markAmong(held),
    carryOver() {
      const next = new Set(marks);
      for (const row of markedClaimable) {
        next.delete(keyOf(row));
        next.add(heldKey(row));
      }
      setMarks(next);
    },
  };
}
