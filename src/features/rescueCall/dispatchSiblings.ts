import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';

/** The calls of the same community that the same dispatcher has claimed and sent no one to: one team may go to all of them. */
export function dispatchSiblings(
  row: RescueOrderRow,
  rows: readonly RescueOrderRow[],
  userId: number,
): readonly RescueOrderRow[] {
  return rows.filter(
    (other) =>
      other.id !== row.id &&
      other.stage === 'accepted' &&
      other.accepted_by?.id === userId &&
      other.community_name === row.community_name &&
      other.full_area === row.full_area &&
      other.allowed_actions.includes('rescue.dispatched'),
  );
}
