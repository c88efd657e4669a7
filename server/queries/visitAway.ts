import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { visitAway } from '../../src/contract/endpoints/visitPlanning.ts';
import { dayOf } from '../../src/contract/time.ts';
import { companyScopeCondition } from '../access/companyScope.ts';
import type { Principal } from '../access/principal.ts';
import { NotFound } from '../domain/refusal.ts';
import { visitCandidates } from '../domain/visits/visitWorkers.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { readVisits, visitsInScope } from './visits.ts';

/** One dialog's worth; what is over comes when these are assigned. */
const mostVisits = 200;
/** More visits than these on one day are no free day: our own proposal, no rule. */
const fullDayVisits = 8;

const dayOfVisit = sql<string>`coalesce(v.planned_on, v.due_on)`;

/** The open visits of one worker between two days, each with the people of the company who may take it over on that day. */
export async function readVisitsOfAbsent(
  store: EventStore,
  by: Principal,
  { person_id: personId, away_from: from, away_to: to }: ParsedInputOf<typeof visitAway>,
  nowMs: number,
): Promise<OutputOf<typeof visitAway>> {
  const queries = readsOf(store, by);
  const person = await queries
    .selectFrom('people as p')
    .innerJoin('organizations as o', 'o.id', 'p.org_id')
    .select(['p.id', 'p.org_id'])
    .where('p.id', '=', personId)
    .where('o.org_type', '=', 5)
    .where(() => companyScopeCondition(by.scope, 'maintenance_id'))
    .executeTakeFirst();
  if (person === undefined) throw new NotFound();
  const found = await visitsInScope(queries, by, { person_id: personId })
    .where('v.is_open', '=', 1)
    .where('v.maintenance_id', '=', person.org_id)
    .where(() => sql<boolean>`${dayOfVisit} >= ${from} and ${dayOfVisit} <= ${to}`)
    .select(['v.id', dayOfVisit.as('day')])
    .orderBy(dayOfVisit)
    .orderBy('v.id')
    .limit(mostVisits + 1)
    .execute();
  const chosen = found.slice(0, mostVisits);
  if (chosen.length === 0) return { list: [], has_more: false };
  const [visits, free] = await Promise.all([
    readVisits(
      queries,
      by,
      chosen.map(({ id }) => id),
      dayOf(nowMs),
    ),
    freeByDay(queries, person.org_id, personId, [...new Set(chosen.map(({ day }) => day))]),
  ]);
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  return {
    list: chosen.flatMap(({ id, day }) => {
      const visit = byId.get(id);
      if (visit === undefined) return [];
      const stays = visit.workers.map((worker) => worker.id).filter((worker) => worker !== personId);
      return [
        {
          visit,
          day,
          stays,
          colleagues: (free.get(day) ?? []).filter((colleague) => !stays.includes(colleague.id)),
        },
      ];
    }),
    has_more: found.length > mostVisits,
  };
}

type Colleagues = OutputOf<typeof visitAway>['list'][number]['colleagues'];

/** The company's other people who may work on each day and have room for a visit, those with the fewest first. */
async function freeByDay(
  queries: Queries,
  companyId: number,
  absentId: number,
  days: readonly string[],
): Promise<ReadonlyMap<string, Colleagues>> {
  const taken = await visitsByDay(queries, companyId, days);
  const free = new Map<string, Colleagues>();
  for (const day of days) {
    const candidates = await visitCandidates(queries, day, { companyId });
    free.set(
      day,
      candidates
        .filter(({ problem, worker }) => problem === '' && worker.personId !== absentId)
        .map(({ worker }) => ({
          id: worker.personId,
          name: worker.name,
          visits_that_day: taken.get(`${worker.personId} ${day}`) ?? 0,
        }))
        .filter(({ visits_that_day: num }) => num < fullDayVisits)
        .toSorted((a, b) => a.visits_that_day - b.visits_that_day || a.name.localeCompare(b.name, 'zh-CN')),
    );
  }
  return free;
}

async function visitsByDay(queries: Queries, companyId: number, days: readonly string[]) {
  const rows = await queries
    .selectFrom('visits as v')
    .select(['v.worker1_id', 'v.worker2_id', dayOfVisit.as('day')])
    .where('v.is_open', '=', 1)
    .where('v.maintenance_id', '=', companyId)
    .where(() => sql<boolean>`${dayOfVisit} in (${sql.join(days)})`)
    .execute();
  const taken = new Map<string, number>();
  for (const { worker1_id: first, worker2_id: second, day } of rows)
    for (const id of [first, second]) if (id !== null) taken.set(`${id} ${day}`, (taken.get(`${id} ${day}`) ?? 0) + 1);
  return taken;
}
