import { CallError } from '../../../contract/call.ts';
import type { RescueOrderRow } from '../../../contract/entities/rescueOrder.ts';
import { refusalCodes } from '../../../contract/envelope.ts';

type InCommunity = Pick<RescueOrderRow, 'community_name' | 'full_area'>;

/** Two communities of the same name lie in different areas. */
export const isSameCommunity = (a: InCommunity, b: InCommunity): boolean =>
  a.community_name === b.community_name && a.full_area === b.full_area;

/**
 * The other calls that the same dispatcher has claimed and sent no one to: one team may go to all of them. Those of the same community
 * come first, because the same company looks after them.
 */
export function dispatchSiblings(
  row: RescueOrderRow,
  rows: readonly RescueOrderRow[],
  userId: number,
): readonly RescueOrderRow[] {
  const others = rows.filter(
    (other) =>
      other.id !== row.id &&
      other.stage === 'accepted' &&
      other.accepted_by?.id === userId &&
      other.allowed_actions.includes('rescue.dispatched'),
  );
  return [
    ...others.filter((other) => isSameCommunity(other, row)),
    ...others.filter((other) => !isSameCommunity(other, row)),
  ];
}

const refused = (message: string): CallError => new CallError('refused', message, refusalCodes.notAllowedNow);

/**
 * Returns the reason why a team must no longer be sent to a call that was one of `dispatchSiblings`; null while it may. The server would
 * store the dispatch of a call that has a team already or that a colleague has. A call that is not in the queue may be read later: that can
 * be tried again.
 */
export function whyNoTeam(row: RescueOrderRow | undefined, userId: number): CallError | null {
  if (row === undefined) return new CallError('failed', '待处理队列中没有这起呼叫，请核对', 0);
  if (row.stage === 'pending') return refused('受理已失效，未派出');
  if (row.accepted_by !== null && row.accepted_by.id !== userId) return refused(`已由 ${row.accepted_by.name} 处置`);
  if (row.stage === 'accepted') return null;
  return refused(row.stage === 'dispatched' || row.stage === 'arrived' ? '已派出过' : `${row.stage_label}，未派出`);
}
