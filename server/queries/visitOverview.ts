import { sql, type SqlBool } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type {
  CalendarDay,
  visitCalendar,
  VisitOverviewQuery,
  VisitShare,
  visitSummary,
} from '../../src/contract/endpoints/visitPlanning.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { doneVisitStages, visitKinds } from '../../src/contract/visits/visitKinds.ts';
import type { Principal } from '../access/principal.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { lastDayOf, lightOfDay, soonDays, visitsInScope } from './visits.ts';

const filterOf = ({ kind, community_id, maintenance_id, person_id, flag }: VisitOverviewQuery) => ({
  kind,
  community_id,
  maintenance_id,
  person_id,
  flag,
});

/** As the partial indexes have them: written out, so that the database knows that they hold. */
const isOpen = sql<SqlBool>`v.is_open = 1`;
const isMade = sql<SqlBool>`v.done_on is not null`;

/** Returns the visits due and made on each day of a month. */
export async function readVisitCalendar(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof visitCalendar>,
  nowMs: number,
): Promise<OutputOf<typeof visitCalendar>> {
  const today = dayOf(nowMs);
  const [first, last] = [`${query.month}-01`, lastDayOf(query.month)];
  const visits = visitsInScope(readsOf(store, by), by, filterOf(query));
  const [open, done] = await Promise.all([
    visits
      .where(() => isOpen)
      .where('v.due_on', '>=', first)
      .where('v.due_on', '<=', last)
      .select(['v.due_on as day', 'v.kind', ({ fn }) => fn.countAll<number>().as('num')])
      .groupBy(['v.due_on', 'v.kind'])
      .execute(),
    visits
      .where(() => isMade)
      .where('v.done_on', '>=', first)
      .where('v.done_on', '<=', last)
      .select(['v.done_on as day', 'v.kind', ({ fn }) => fn.countAll<number>().as('num')])
      .groupBy(['v.done_on', 'v.kind'])
      .execute(),
  ]);
  const counted = (rows: typeof open, day: string, kind?: string): number =>
    rows.reduce((sum, row) => sum + (row.day === day && (kind ?? row.kind) === row.kind ? row.num : 0), 0);
  const days: CalendarDay[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const openNum = counted(open, day);
    days.push({
      day,
      open_num: openNum,
      done_num: counted(done, day),
      light: openNum === 0 ? null : lightOfDay(day, today),
      kinds: visitKinds
        .map((kind) => ({ kind, open_num: counted(open, day, kind), done_num: counted(done, day, kind) }))
        .filter(({ open_num: due, done_num: made }) => due + made > 0),
    });
  }
  return { month: query.month, today, days };
}

type Figures = Omit<VisitShare, 'id' | 'name' | 'company'>;
type Counted = { readonly [Figure in keyof Figures]?: number };
const nothing: Figures = {
  open_num: 0,
  overdue_num: 0,
  soon_num: 0,
  unsigned_num: 0,
  done_num: 0,
  late_num: 0,
  doubtful_num: 0,
};
type Owner = 'maintenance_id' | 'worker1_id' | 'worker2_id';

/** Figures of the visits by whose they are: open ones as they stand today, made ones of the month. */
async function countBy(queries: Queries, by: Principal, query: VisitOverviewQuery, owner: Owner, today: string) {
  const visits = visitsInScope(queries, by, filterOf(query)).where(`v.${owner}`, 'is not', null);
  const soonest = addDays(today, soonDays);
  const [open, unsigned, done] = await Promise.all([
    visits
      .where(() => isOpen)
      .select([
        `v.${owner} as owner`,
        sql<number>`count(*)`.as('open_num'),
        sql<number>`sum(case when v.due_on < ${today} then 1 else 0 end)`.as('overdue_num'),
        sql<number>`sum(case when v.due_on >= ${today} and v.due_on <= ${soonest} then 1 else 0 end)`.as('soon_num'),
      ])
      .groupBy(`v.${owner}`)
      .execute(),
    visits
      .where(() => sql<SqlBool>`v.stage = 'submitted'`)
      .select([`v.${owner} as owner`, sql<number>`count(*)`.as('unsigned_num')])
      .groupBy(`v.${owner}`)
      .execute(),
    visits
      .where(() => isMade)
      .where('v.done_on', '>=', `${query.month}-01`)
      .where('v.done_on', '<=', lastDayOf(query.month))
      .where('v.stage', 'in', [...doneVisitStages])
      .select([
        `v.${owner} as owner`,
        sql<number>`count(*)`.as('done_num'),
        sql<number>`sum(case when v.done_on > v.due_on then 1 else 0 end)`.as('late_num'),
        sql<number>`sum(case when v.evidence = 'doubtful' then 1 else 0 end)`.as('doubtful_num'),
      ])
      .groupBy(`v.${owner}`)
      .execute(),
  ]);
  const rows: readonly (Counted & { readonly owner: number | null })[] = [...open, ...unsigned, ...done];
  return rows;
}

function summed(rows: Awaited<ReturnType<typeof countBy>>): ReadonlyMap<number, Figures> {
  const found = new Map<number, Figures>();
  for (const { owner, ...row } of rows) {
    if (owner === null) continue;
    const before = found.get(owner) ?? nothing;
    const plus = (figure: keyof Figures): number => before[figure] + (row[figure] ?? 0);
    found.set(owner, {
      open_num: plus('open_num'),
      overdue_num: plus('overdue_num'),
      soon_num: plus('soon_num'),
      unsigned_num: plus('unsigned_num'),
      done_num: plus('done_num'),
      late_num: plus('late_num'),
      doubtful_num: plus('doubtful_num'),
    });
  }
  return found;
}

/** The month's visits by company or by worker, the most overdue first. A visit of two workers counts for both. */
export async function readVisitSummary(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof visitSummary>,
  nowMs: number,
): Promise<OutputOf<typeof visitSummary>> {
  const { by: whose, ...rest } = query;
  const queries = readsOf(store, by);
  const today = dayOf(nowMs);
  const owners: readonly Owner[] = whose === 'company' ? ['maintenance_id'] : ['worker1_id', 'worker2_id'];
  const figures = summed((await Promise.all(owners.map((owner) => countBy(queries, by, rest, owner, today)))).flat());
  const names = await namesOf(queries, whose, [...figures.keys()]);
  const list = [...figures].map(([id, own]) => ({
    id,
    name: names.get(id)?.name ?? '',
    company: names.get(id)?.company ?? '',
    ...own,
  }));
  return {
    list: list.toSorted(
      (a, b) => b.overdue_num - a.overdue_num || b.open_num - a.open_num || a.name.localeCompare(b.name, 'zh-CN'),
    ),
  };
}

/** Ids in one query: a city has fewer companies than that, and a large one more workers. */
const namesAtOnce = 500;

async function namesOf(queries: Queries, whose: 'company' | 'worker', ids: readonly number[]) {
  const names = new Map<number, { readonly name: string; readonly company: string }>();
  for (let at = 0; at < ids.length; at += namesAtOnce) {
    const some = ids.slice(at, at + namesAtOnce);
    const rows =
      whose === 'company'
        ? await queries
            .selectFrom('organizations')
            .select(['id', 'name', sql<string>`''`.as('company')])
            .where('id', 'in', some)
            .execute()
        : await queries
            .selectFrom('people as p')
            .leftJoin('organizations as o', 'o.id', 'p.org_id')
            .select(['p.id', 'p.name', sql<string>`coalesce(o.name, '')`.as('company')])
            .where('p.id', 'in', some)
            .execute();
    for (const { id, name, company } of rows) names.set(id, { name, company });
  }
  return names;
}
