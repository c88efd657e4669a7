import { sql, type RawBuilder } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { exceptionList } from '../../src/contract/endpoints/exception.ts';
import type { BreachKind, RescueStage } from '../../src/contract/labels.ts';
import { rescueSeverity } from '../../src/machines/rescueSeverity.ts';
import type { Principal } from '../access/principal.ts';
import { exceptionScopeCondition, recordScopeCondition } from '../access/scope.ts';
import { rescueScope } from '../domain/city/recordScope.ts';
import { officersCommunities } from '../domain/visits/officers.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { readExceptionRows } from './exceptionRow.ts';
import { listRows } from './listRows.ts';
import { responsibleCondition } from './responsibleCondition.ts';

type ListQuery = ParsedInputOf<typeof exceptionList>;

const columnSorts = {
  created_at: 'r.raised_at_ms',
  updated_at: 'r.updated_at_ms',
  finished_at: 'r.finished_at_ms',
  level: 'r.level',
  status: 'r.status',
  type: 'r.type',
  tag: 'r.tag',
  community_name: 'r.community_name',
};
/** The first is the order unless another is asked for: what is pending by how bad it is, anything else by its age. */
const pendingSorts = { urgency: 'r.urgency', ...columnSorts };
const sorts = { ...columnSorts, urgency: 'r.urgency' };

/** More is worse: the level, then the rank within it, then the age. A time in ms has thirteen digits. */
const urgencyOf = (rank: RawBuilder<number>, level: string, raisedAtMs: string) =>
  sql<number>`((4 - ${sql.raw(level)}) * 10 + ${rank}) * 10000000000000 - ${sql.ref(raisedAtMs)}`;

const overdueRank = (overdue: string) => sql<number>`${sql.ref(overdue)}`;

const rankOf = (stage: RescueStage, breach: BreachKind | null, isOnlyScanned = false) =>
  sql.lit(5 - rescueSeverity({ stage, breach, only_scanned: isOnlyScanned }));

/** An order ranks as it does on the desk and the wall. Status 3 is a limit that is missed and still outstanding. */
const rescueRank = (stage: string, status: string, onlyScanned: string) => {
  return sql<number>`case
    when ${sql.ref(stage)} = 'pending' and ${sql.ref(onlyScanned)} = 1 and ${sql.ref(status)} = 3 then ${rankOf('pending', 'respond', true)}
    when ${sql.ref(stage)} = 'pending' and ${sql.ref(onlyScanned)} = 1 then ${rankOf('pending', null, true)}
    when ${sql.ref(stage)} = 'pending' and ${sql.ref(status)} = 3 then ${rankOf('pending', 'respond')}
    when ${sql.ref(stage)} = 'pending' then ${rankOf('pending', null)}
    when ${sql.ref(status)} = 3 then ${rankOf('dispatched', 'arrive')}
    else ${rankOf('dispatched', null)} end`;
};

/** Faults, scooters and incidents in the caller's scope, with the columns by which the list is filtered and sorted. */
const exceptionsFor = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('exceptions as x')
    .where('x.is_hidden', '=', 0)
    .where(() => exceptionScopeCondition(by.scope, 'x'))
    .select([
      'x.id',
      'x.type',
      'x.elevator_id',
      'x.community_id',
      'x.area_id',
      'x.property_id',
      'x.brand_id',
      'x.maintenance_id',
      'x.tag',
      'x.addr',
      'x.community_name',
      'x.status',
      'x.level',
      'x.is_open',
      'x.is_false',
      'x.overdue',
      'x.cause',
      sql<string>`''`.as('cause_detail'),
      'x.code',
      'x.raised_at_ms',
      'x.updated_at_ms',
      'x.finished_at_ms',
      urgencyOf(overdueRank('x.overdue'), 'x.level', 'x.raised_at_ms').as('urgency'),
    ]);

/** The same of rescue orders, which are the exceptions of type 1: a call for help is of the highest level. */
const ordersFor = (queries: Queries, by: Principal) =>
  queries
    .selectFrom('rescue_orders as o')
    .where('o.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'o'))
    .select([
      'o.id',
      sql<number>`1`.as('type'),
      'o.elevator_id',
      'o.community_id',
      'o.area_id',
      'o.property_id',
      'o.brand_id',
      'o.maintenance_id',
      'o.tag',
      'o.addr',
      'o.community_name',
      'o.status',
      sql<number>`1`.as('level'),
      'o.is_open',
      sql<0 | 1>`case when ${sql.ref('o.stage')} = 'falseCall' then 1 else 0 end`.as('is_false'),
      'o.overdue',
      sql<string>`coalesce(${sql.ref('o.cause')}, '')`.as('cause'),
      'o.cause_detail',
      sql<string>`''`.as('code'),
      'o.raised_at_ms',
      'o.updated_at_ms',
      'o.completed_at_ms as finished_at_ms',
      urgencyOf(rescueRank('o.stage', 'o.status', 'o.only_scanned'), '1', 'o.raised_at_ms').as('urgency'),
    ]);

/** Orders are shown to users who may see rescues, and are read only where they are asked for: the lists of one type page by its index. */
function chosenFor(queries: Queries, by: Principal, query: ListQuery) {
  const isOfOrders = query.type === undefined || query.type.length === 0 || query.type.includes(1);
  const seen =
    isOfOrders && by.permissions.has(rescueScope.viewedBy)
      ? exceptionsFor(queries, by).unionAll(ordersFor(queries, by))
      : exceptionsFor(queries, by);
  let chosen = queries.selectFrom(seen.as('r'));
  if (query.type !== undefined && query.type.length > 0) chosen = chosen.where('r.type', 'in', query.type);
  if (query.scope !== 'all') chosen = chosen.where('r.is_open', '=', query.scope === 'pending' ? 1 : 0);
  if (query.elevator_id !== undefined) chosen = chosen.where('r.elevator_id', '=', query.elevator_id);
  if (query.community_id !== undefined) chosen = chosen.where('r.community_id', '=', query.community_id);
  const { responsible, cause } = query;
  if (responsible !== undefined) chosen = chosen.where(() => responsibleCondition(by.scope, responsible, 'r'));
  if (query.as_officer === true) chosen = chosen.where('r.community_id', 'in', officersCommunities(queries, by.userId));
  if (query.status !== undefined && query.status.length > 0) chosen = chosen.where('r.status', 'in', query.status);
  if (query.level !== undefined && query.level.length > 0) chosen = chosen.where('r.level', 'in', query.level);
  // A rescue names a cause of faults as its detail.
  if (cause !== undefined && cause !== '')
    chosen = chosen.where((row) => row.or([row('r.cause', '=', cause), row('r.cause_detail', '=', cause)]));
  if (query.code !== undefined && query.code !== '') chosen = chosen.where('r.code', '=', query.code);
  if (query.overdue !== undefined) chosen = chosen.where('r.overdue', '=', query.overdue ? 1 : 0);
  if (query.is_false !== undefined) chosen = chosen.where('r.is_false', '=', query.is_false ? 1 : 0);
  if (query.from !== undefined) chosen = chosen.where('r.raised_at_ms', '>=', Date.parse(query.from));
  if (query.to !== undefined) chosen = chosen.where('r.raised_at_ms', '<=', Date.parse(query.to));
  return chosen;
}

/** There are few pending ones, and people work from them, so they do not wait behind exports and statistics. */
export async function listExceptions(
  store: EventStore,
  by: Principal,
  query: ListQuery,
): Promise<OutputOf<typeof exceptionList>> {
  const queries = query.scope === 'pending' ? store.rows : readsOf(store, by);
  const page = await listRows(query, {
    from: chosenFor(queries, by, query),
    select: (chosen) => chosen.select(['r.id', 'r.type']),
    toRow: ({ id, type }) => ({ id, isOrder: type === 1 }),
    id: 'r.id',
    sorts: query.scope === 'pending' ? pendingSorts : sorts,
    keyword: ['r.tag', 'r.addr', 'r.community_name'],
  });
  return { ...page, list: await readExceptionRows(queries, by, page.list) };
}
