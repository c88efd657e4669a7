import { rescueList } from '../../contract/endpoints/rescue.ts';
import type { Call } from '../../contract/call.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';

/** A broken link must not keep someone from leaving. */
const askLimitMs = 2_000;

/**
 * Returns the rescues that this user claimed and has not finished; empty for users who handle no rescues. Rejects when the server does not
 * answer in time.
 */
export async function openRescuesOf(call: Call, user: UserInfo): Promise<readonly RescueOrderRow[]> {
  if (!user.permissions.includes('rescue.handle') || !user.permissions.includes('rescue.view')) return [];
  const { list } = await call(
    rescueList,
    { scope: 'pending', page_size: 200 },
    { quiet: true, signal: AbortSignal.timeout(askLimitMs) },
  );
  return list.filter(({ accepted_by: claimer }) => claimer?.id === user.id);
}
