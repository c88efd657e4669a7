import type { PresenceLift } from '../../src/contract/endpoints/cabin.ts';
import { dayOf } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { elevatorScopeCondition } from '../access/scope.ts';
import { communitiesOfOfficer } from '../domain/visits/officers.ts';
import type { EventStore } from '../store/eventStore.ts';
import { inFleet } from './inFleet.ts';

type Expected = PresenceLift['visit'];

/** The order in which the officer looks for a lift. */
const ranks: readonly Expected[] = ['working', 'today', 'overdue', null];
const rankOf = (visit: Expected): number => ranks.indexOf(visit);

function expectedOf(
  visit: { readonly stage: string; readonly due_on: string | null; readonly planned_on: string | null },
  today: string,
): Expected {
  if (visit.stage === 'working') return 'working';
  if (visit.planned_on === today || visit.due_on === today) return 'today';
  return visit.due_on !== null && visit.due_on < today ? 'overdue' : null;
}

/** The lifts in the caller's scope that stand in a community whose safety officer the caller is. */
export async function readPresenceLifts(
  { rows }: Pick<EventStore, 'rows'>,
  by: Principal,
  nowMs: number,
): Promise<PresenceLift[]> {
  const communities = await communitiesOfOfficer(rows, by.userId);
  if (communities.length === 0) return [];
  const today = dayOf(nowMs);
  const [lifts, visits] = await Promise.all([
    rows
      .selectFrom('elevators as e')
      .innerJoin('communities as c', 'c.id', 'e.community_id')
      .select(['e.id', 'e.tag', 'e.addr', 'c.name as community_name'])
      .where('e.community_id', 'in', communities)
      .where(() => inFleet)
      .where(() => elevatorScopeCondition(by.scope))
      .orderBy('c.name')
      .orderBy('e.tag')
      .execute(),
    rows
      .selectFrom('visits as v')
      .select(['v.elevator_id', 'v.stage', 'v.due_on', 'v.planned_on'])
      .where('v.community_id', 'in', communities)
      .where('v.is_open', '=', 1)
      .where((eb) =>
        eb.or([eb('v.stage', '=', 'working'), eb('v.due_on', '<=', today), eb('v.planned_on', '=', today)]),
      )
      .execute(),
  ]);
  const expected = new Map<number, Expected>();
  for (const { elevator_id: id, ...visit } of visits) {
    const before = expected.get(id) ?? null;
    const now = expectedOf(visit, today);
    expected.set(id, rankOf(now) < rankOf(before) ? now : before);
  }
  return lifts
    .map((lift) => ({ ...lift, visit: expected.get(lift.id) ?? null }))
    .toSorted((a, b) => rankOf(a.visit) - rankOf(b.visit));
}
