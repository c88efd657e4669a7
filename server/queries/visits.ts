import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { visitFilterSchema, visitList } from '../../src/contract/endpoints/visit.ts';
import type { VisitCounts, VisitLight, VisitRow } from '../../src/contract/entities/visit.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import { repairStatusLabels, statusIndexOf } from '../../src/contract/labels.ts';
import { addDays, dayOf, daysBetween, toWireTimeOrNull } from '../../src/contract/time.ts';
import {
  evidenceLabels,
  visitFlagLabels,
  visitKindLabels,
  visitKinds,
  visitStageLabels,
  visitStages,
} from '../../src/contract/visits/visitKinds.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import { visitScope } from '../domain/city/recordScope.ts';
import { communitiesOfOfficer } from '../domain/visits/officers.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { VisitTable } from '../store/rowTables.ts';
import type * as z from 'zod';
import { listRows } from './listRows.ts';
import { offeredStates } from './offeredState.ts';
import { wholeReadingOf } from './wholeList.ts';
import type { OpenItems } from './openItems.ts';

type ListQuery = ParsedInputOf<typeof visitList>;
type Filter = z.output<typeof visitFilterSchema>;
type Counted = NonNullable<ListQuery['counted']>;

/** A visit due within so many days shows amber. */
export const soonDays = 7;

const sorts = {
  due_on: 'v.due_on',
  done_on: 'v.done_on',
  planned_on: 'v.planned_on',
  submitted_at: 'v.submitted_at_ms',
  updated_at: 'v.updated_at_ms',
  tag: 'v.tag',
  status: 'v.status',
};

/** The visits in the caller's scope, narrowed by the filter; those given up for others are in no list but by their id. */
export function visitsInScope(queries: Queries, by: Principal, filter: Filter) {
  let chosen = queries.selectFrom('visits as v').where(() => recordScopeCondition(by.scope, 'v'));
  const { kind, stage, status, person_id: personId } = filter;
  if (kind !== undefined && kind.length > 0) chosen = chosen.where('v.kind', 'in', kind);
  if (stage !== undefined && stage.length > 0) chosen = chosen.where('v.stage', 'in', stage);
  else chosen = chosen.where('v.stage', '!=', 'replanned');
  if (status !== undefined && status.length > 0) chosen = chosen.where('v.status', 'in', status);
  if (filter.elevator_id !== undefined) chosen = chosen.where('v.elevator_id', '=', filter.elevator_id);
  if (filter.community_id !== undefined) chosen = chosen.where('v.community_id', '=', filter.community_id);
  if (filter.maintenance_id !== undefined) chosen = chosen.where('v.maintenance_id', '=', filter.maintenance_id);
  if (personId !== undefined)
    chosen = chosen.where((eb) => eb.or([eb('v.worker1_id', '=', personId), eb('v.worker2_id', '=', personId)]));
  if (filter.evidence !== undefined) chosen = chosen.where('v.evidence', '=', filter.evidence);
  if (filter.flag !== undefined) chosen = chosen.where('v.flags', 'like', `%"${filter.flag}"%`);
  return chosen;
}
type Visits = ReturnType<typeof visitsInScope>;

/** The last day of a month, `2026-11`. */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** Narrows the visits to those open and due between the days, or made between them: the calendar's, and those of the list behind it. */
const between = (visits: Visits, first: string, last: string): Visits =>
  visits.where((eb) =>
    eb.or([
      eb.and([eb('v.is_open', '=', 1), eb('v.due_on', '>=', first), eb('v.due_on', '<=', last)]),
      eb.and([eb('v.done_on', 'is not', null), eb('v.done_on', '>=', first), eb('v.done_on', '<=', last)]),
    ]),
  );

/** Narrows the visits to those of a counter, for the counter and for the list behind it. */
function countedOnly(visits: Visits, counted: Counted, today: string): Visits {
  switch (counted) {
    case 'due_today':
      return visits.where('v.is_open', '=', 1).where('v.due_on', '=', today);
    case 'due_in_3_days':
      return visits.where('v.is_open', '=', 1).where('v.due_on', '>', today).where('v.due_on', '<=', addDays(today, 3));
    case 'overdue':
      return visits.where('v.is_open', '=', 1).where('v.status', '=', 3);
    case 'unsigned':
      return visits.where('v.stage', '=', 'submitted');
    case 'done_this_month':
      return visits
        .where('v.done_on', '>=', `${today.slice(0, 7)}-01`)
        .where('v.done_on', '<=', today)
        .where('v.stage', 'in', ['submitted', 'signed']);
    case 'doubtful':
      return visits.where('v.evidence', '=', 'doubtful').where('v.done_on', '>=', addDays(today, -90));
  }
}

const countNames = ['due_today', 'due_in_3_days', 'overdue', 'unsigned', 'done_this_month', 'doubtful'] as const;

const nothingCounted: VisitCounts = {
  due_today: 0,
  due_in_3_days: 0,
  overdue: 0,
  unsigned: 0,
  done_this_month: 0,
  doubtful: 0,
};

async function countVisits(queries: Queries, by: Principal, filter: Filter, today: string): Promise<VisitCounts> {
  const { kind, elevator_id, community_id, maintenance_id, person_id } = filter;
  const visits = visitsInScope(queries, by, { kind, elevator_id, community_id, maintenance_id, person_id });
  const counts = await Promise.all(
    countNames.map(async (name) => {
      const { count } = await countedOnly(visits, name, today)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return [name, count] as const;
    }),
  );
  return { ...nothingCounted, ...Object.fromEntries(counts) };
}

/** A visit waits for a person on its due day and after it, at work, and while its record lacks the officer's signature. */
const waiting = (visits: Visits): Visits => visits.where('v.stage', 'in', ['due', 'working', 'submitted']);

/** The maintenance tile: exactly what the list gives with `scope: 'todo'`. */
export const visitTodos: OpenItems = {
  permission: visitScope.viewedBy,
  async count(queries, by) {
    const rows = await waiting(visitsInScope(queries, by, {}))
      .select(['v.status', 'v.stage', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['v.status', 'v.stage'])
      .execute();
    const countOf = (isMeant: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(isMeant).reduce((total, { count }) => total + count, 0);
    return {
      kind: 'visit',
      label: '维保',
      unit: '单',
      count: countOf(() => true),
      notes: [{ key: 'overdue', label: '已超时', count: countOf(({ status }) => status === 3), tone: 'high' }],
      quiet_note: '今日没有到期的维保',
      path: '/elebator-maintenance',
    };
  },
};

export async function listVisits(
  store: EventStore,
  by: Principal,
  query: ListQuery,
  nowMs: number,
): Promise<OutputOf<typeof visitList>> {
  const today = dayOf(nowMs);
  const queries = readsOf(store, by);
  let visits = visitsInScope(queries, by, query);
  if (query.scope === 'pending') visits = visits.where('v.is_open', '=', 1);
  if (query.scope === 'history') visits = visits.where('v.done_on', 'is not', null);
  if (query.scope === 'todo') visits = waiting(visits);
  if (query.counted !== undefined) visits = countedOnly(visits, query.counted, today);
  if (query.on !== undefined) visits = between(visits, query.on, query.on);
  if (query.month !== undefined) visits = between(visits, `${query.month}-01`, lastDayOf(query.month));
  if (query.due_from !== undefined) visits = visits.where('v.due_on', '>=', query.due_from);
  if (query.due_to !== undefined) visits = visits.where('v.due_on', '<=', query.due_to);
  if (query.done_from !== undefined) visits = visits.where('v.done_on', '>=', query.done_from);
  if (query.done_to !== undefined) visits = visits.where('v.done_on', '<=', query.done_to);
  const [page, counts] = await Promise.all([
    listRows(query, {
      from: visits,
      select: (chosen) => chosen.selectAll('v').select(besideVisit),
      toRow: (row) => row,
      id: 'v.id',
      sorts,
      keyword: ['v.tag', 'v.addr', 'v.community_name', 'v.maintenance_name', 'v.worker1_name', 'v.worker2_name'],
    }),
    // A file is read in many portions, and shows no counter.
    wholeReadingOf(query) === undefined ? countVisits(queries, by, query, today) : nothingCounted,
  ]);
  return { ...page, list: await withStates(queries, by, page.list, today), counts };
}

/** The lift's six digits, which its row of the register has. */
const besideVisit = () =>
  [sql<string | null>`(select e.rescue_code from elevators e where e.id = v.elevator_id)`.as('rescue_code')] as const;

export type ReadVisit = VisitTable & { readonly rescue_code: string | null };

/** The rows of these ids that the caller sees, in no order, with what they offer the caller. */
export async function readVisits(queries: Queries, by: Principal, ids: readonly number[], today: string) {
  const rows = await queries
    .selectFrom('visits as v')
    .where(() => recordScopeCondition(by.scope, 'v'))
    .where('v.id', 'in', ids)
    .selectAll('v')
    .select(besideVisit)
    .execute();
  return withStates(queries, by, rows, today);
}

/** The steps that only the community's safety officer takes. */
const officersSteps: readonly string[] = ['visit.countersigned', 'visit.rejected'];

async function withStates(
  queries: Queries,
  by: Principal,
  rows: readonly ReadVisit[],
  today: string,
): Promise<VisitRow[]> {
  if (rows.length === 0) return [];
  const offered = await offeredStates(
    queries,
    visitLifecycle,
    rows.map(({ id }) => id),
    by,
  );
  const signsFor = by.permissions.has('visit.sign') ? await communitiesOfOfficer(queries, by.userId) : [];
  return rows.map((row) => {
    const state = offered.get(row.id);
    if (state === undefined) throw new Error(`visit ${row.id} has no machine`);
    return {
      ...toVisitRow(row, today),
      ...state,
      // The machine does not know for which communities an officer signs.
      allowed_actions: state.allowed_actions.filter(
        (type) => signsFor.includes(row.community_id) || !officersSteps.includes(type),
      ),
    };
  });
}

const flagNames = keysOf(visitFlagLabels);
const evidences = keysOf(evidenceLabels);

/** Returns today's standing of an open visit that is due on a day. */
export function lightOfDay(dueOn: string, today: string): VisitLight {
  const daysLeft = daysBetween(today, dueOn);
  if (daysLeft < 0) return 'overdue';
  return daysLeft <= soonDays ? 'soon' : 'later';
}

function toVisitRow(row: ReadVisit, today: string): Omit<VisitRow, 'state' | 'allowed_actions'> {
  const kind = visitKinds.find((name) => name === row.kind) ?? 'extra';
  const stage = visitStages.find((name) => name === row.stage) ?? 'planned';
  const status = statusIndexOf(row.status);
  const isOpen = row.is_open === 1;
  const daysLeft = isOpen && row.due_on !== null ? daysBetween(today, row.due_on) : null;
  const marks: unknown = JSON.parse(row.flags);
  return {
    id: row.id,
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    rescue_code: row.rescue_code ?? '',
    community_id: row.community_id,
    community_name: row.community_name,
    full_area: row.full_area,
    property_name: row.property_name,
    maintenance_id: row.maintenance_id,
    maintenance_name: row.maintenance_name,
    kind,
    kindLabel: visitKindLabels[kind],
    stage,
    stageLabel: visitStageLabels[stage],
    status,
    statusResult: repairStatusLabels[status],
    overdue: row.overdue === 1,
    due_on: row.due_on,
    days_left: daysLeft,
    light: isOpen && row.due_on !== null ? lightOfDay(row.due_on, today) : null,
    planned_on: row.planned_on,
    done_on: row.done_on,
    workers_needed: row.workers_needed,
    workers: [
      ...(row.worker1_id === null ? [] : [{ id: row.worker1_id, name: row.worker1_name }]),
      ...(row.worker2_id === null ? [] : [{ id: row.worker2_id, name: row.worker2_name }]),
    ],
    worker_names: [row.worker1_name, row.worker2_name].filter((name) => name !== '').join('、'),
    checked_in_num: row.checked_in_num,
    signed_num: row.signed_num,
    item_num: row.item_num,
    abnormal_num: row.abnormal_num,
    is_paper: row.is_paper === 1,
    flags: Array.isArray(marks) ? flagNames.filter((flag) => marks.includes(flag)) : [],
    evidence: evidences.find((name) => name === row.evidence) ?? null,
    rejected_num: row.rejected_num,
    checked_in_at: toWireTimeOrNull(row.checked_in_at_ms),
    checked_out_at: toWireTimeOrNull(row.checked_out_at_ms),
    submitted_at: toWireTimeOrNull(row.submitted_at_ms),
    signed_at: toWireTimeOrNull(row.signed_at_ms),
    signed_by: row.signed_by_name,
  };
}
