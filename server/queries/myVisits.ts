import type { OutputOf } from '../../src/contract/endpoint.ts';
import type { visitMine } from '../../src/contract/endpoints/visit.ts';
import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import { addDays, dayOf, toWireTime } from '../../src/contract/time.ts';
import type { Principal } from '../access/principal.ts';
import { communitiesOfOfficer } from '../domain/visits/officers.ts';
import { findVisit, type VisitDetailParts } from './visitDetail.ts';

/** A telephone holds the visits of the next two weeks; there are more only where somebody is given too many. */
const daysAhead = 14;
const mostVisits = 100;

/** The caller's visits as worker, open or waiting for a signature, and as safety officer those to countersign. */
export async function myVisits(
  { store, ids: sealed }: VisitDetailParts,
  by: Principal,
  nowMs: number,
  settings: SysConfig,
): Promise<OutputOf<typeof visitMine>> {
  const { rows } = store;
  const today = dayOf(nowMs);
  const [person, communities] = await Promise.all([
    rows
      .selectFrom('people as p')
      .leftJoin('organizations as o', 'o.id', 'p.org_id')
      .select(['p.id', 'p.name', 'o.name as company'])
      .where('p.user_id', '=', by.userId)
      .executeTakeFirst(),
    communitiesOfOfficer(rows, by.userId),
  ]);
  const isWorker = by.permissions.has('visit.work') && person !== undefined;
  const isOfficer = by.permissions.has('visit.sign') && communities.length > 0;
  const asWorker = isWorker
    ? await rows
        .selectFrom('visits')
        .select(['id', 'due_on'])
        .where((eb) => eb.or([eb('worker1_user_id', '=', by.userId), eb('worker2_user_id', '=', by.userId)]))
        .where('stage', 'in', ['planned', 'due', 'working', 'submitted'])
        .where('due_on', '<=', addDays(today, daysAhead))
        .orderBy('due_on')
        .limit(mostVisits)
        .execute()
    : [];
  const asOfficer = isOfficer
    ? await rows
        .selectFrom('visits')
        .select(['id', 'due_on'])
        .where('stage', '=', 'submitted')
        .where('community_id', 'in', communities)
        .orderBy('submitted_at_ms')
        .limit(mostVisits)
        .execute()
    : [];
  const ids = [...new Set([...asWorker, ...asOfficer].map(({ id }) => id))];
  const visits = await Promise.all(ids.map((id) => findVisit({ store, ids: sealed }, by, id, nowMs)));
  return {
    person: person === undefined ? null : { id: person.id, name: person.name, company: person.company ?? '' },
    is_worker: isWorker,
    is_officer: isOfficer,
    now: toWireTime(nowMs),
    photo_places: settings.visit_photo_places,
    visits: visits.filter((visit) => visit !== undefined),
  };
}
