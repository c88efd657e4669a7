import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import type { Queries } from '../../store/eventStore.ts';
import { Refusal } from '../refusal.ts';

/** The communities whose lift safety officer this account belongs to (`safetyOfficer` among the community's people), as a query. */
export const officersCommunities = (queries: Queries, userId: number) =>
  queries
    .selectFrom('community_members as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('m.community_id')
    .where('m.role', '=', 'safetyOfficer')
    .where('p.user_id', '=', userId);

/** The ids of the same communities. */
export async function communitiesOfOfficer(queries: Queries, userId: number): Promise<readonly number[]> {
  const rows = await officersCommunities(queries, userId).execute();
  return rows.map((row) => row.community_id);
}

/**
 * Only the safety officer of the lift's user countersigns (TSG T5002-2017, article 7), and only she shows the code that proves a worker's
 * presence. Throws Refusal for anyone else.
 */
export async function requireOfficer(
  queries: Queries,
  by: Principal,
  communityId: number,
  act: '会签' | '出示动态码',
): Promise<void> {
  if ((await communitiesOfOfficer(queries, by.userId)).includes(communityId)) return;
  throw new Refusal(`须由该小区的电梯安全员${act}，请在“小区管理”中登记安全员并关联账号`, refusalCodes.denied);
}
