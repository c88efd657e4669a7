import { sql } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { rescueList } from '../../src/contract/endpoints/rescue.ts';
import type { RescueOrderRow } from '../../src/contract/entities/rescueOrder.ts';
import { detailOfLabel } from '../../src/contract/entities/faultCause.ts';
import {
  releaseWayLabels,
  releaseWays,
  rescueCauseLabels,
  rescueCauses,
  rescueStageLabels,
  rescueStages,
  rescueStatusLabels,
  rescueTriggerLabels,
  rescueTriggers,
  statusIndexOf,
  type HandedTo,
  type RescueStage,
} from '../../src/contract/labels.ts';
import { secondsBetween, toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { noClaim, rescueClaim, type RescueClaim } from '../../src/machines/rescueClaim.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import { causeDetailCode, ofLinkedFault } from './linkedFault.ts';
import { listRows } from './listRows.ts';
import { totalOf, type OpenItems } from './openItems.ts';
import { offeredState } from './offeredState.ts';
import { containsKeyword } from './page.ts';
import { responsibleCondition } from './responsibleCondition.ts';
import { rowOrder } from './rowOrder.ts';

type ListQuery = ParsedInputOf<typeof rescueList>;

const sorts = {
  created_at: 'o.raised_at_ms',
  updated_at: 'o.updated_at_ms',
  completed_at: 'o.completed_at_ms',
  tag: 'o.tag',
  community_name: 'o.community_name',
  status: 'o.status',
};

/** The way in which the trapped were released; `unknown` where nobody said so, empty where nobody was trapped. */
const releaseWayOrUnknown = sql<string>`case when o.release_way = '' and o.was_trapped = 1 then 'unknown' else o.release_way end`;

const trappedAnswer = sql<string>`case o.was_trapped when 1 then 'yes' when 0 then 'no' else 'unknown' end`;

/** Orders in the caller's scope. Hidden ones are in no list; their stream stays. */
function ordersFor(queries: Queries, by: Principal, query: ListQuery) {
  let orders = queries
    .selectFrom('rescue_orders as o')
    .leftJoin('elevators as e', 'e.id', 'o.elevator_id')
    .leftJoin('rescue_machines as l', (join) => join.on('l.stream', '=', sql<string>`'rescue-' || o.id`))
    .where('o.is_hidden', '=', 0)
    .where(() => recordScopeCondition(by.scope, 'o'));
  if (query.elevator_id !== undefined) orders = orders.where('o.elevator_id', '=', query.elevator_id);
  if (query.scope !== 'all') orders = orders.where('o.is_open', '=', query.scope === 'pending' ? 1 : 0);
  if (query.status !== undefined && query.status.length > 0) orders = orders.where('o.status', 'in', query.status);
  if (query.trigger !== undefined && query.trigger.length > 0) orders = orders.where('o.trigger', 'in', query.trigger);
  if (query.cause !== undefined && query.cause.length > 0) orders = orders.where('o.cause', 'in', query.cause);
  if (query.cause_detail !== undefined && query.cause_detail !== '')
    orders = orders.where(causeDetailCode, '=', query.cause_detail);
  if (query.release_way !== undefined && query.release_way.length > 0)
    orders = orders.where(releaseWayOrUnknown, 'in', query.release_way);
  if (query.was_trapped !== undefined && query.was_trapped.length > 0)
    orders = orders.where(trappedAnswer, 'in', query.was_trapped);
  const { responsible } = query;
  if (responsible !== undefined) orders = orders.where(() => responsibleCondition(by.scope, responsible, 'o'));
  if (query.overdue !== undefined) orders = orders.where('o.overdue', '=', query.overdue ? 1 : 0);
  if (query.false_call !== undefined)
    orders = orders.where('o.stage', query.false_call ? '=' : '!=', 'falseCall' satisfies RescueStage);
  if (query.accepted_by !== undefined && query.accepted_by !== '') {
    const { accepted_by: name } = query;
    orders = orders.where(() => containsKeyword(['o.accepted_by_name'], name));
  }
  if (query.from !== undefined) orders = orders.where('o.raised_at_ms', '>=', Date.parse(query.from));
  if (query.to !== undefined) orders = orders.where('o.raised_at_ms', '<=', Date.parse(query.to));
  return orders;
}

/** The open orders in the caller's scope: exactly those of the desk's queue. */
export const rescueTodos: OpenItems = {
  permission: 'rescue.view',
  async count(queries, by) {
    const rows = await queries
      .selectFrom('rescue_orders as o')
      .where('o.is_open', '=', 1)
      .where('o.is_hidden', '=', 0)
      .where(() => recordScopeCondition(by.scope, 'o'))
      .select(['o.stage', 'o.status', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy(['o.stage', 'o.status'])
      .execute();
    return {
      kind: 'rescue',
      label: '困人救援',
      unit: '起',
      count: totalOf(rows),
      notes: [
        {
          key: 'unanswered',
          label: '无人受理',
          count: totalOf(rows.filter(({ stage }) => stage === 'pending')),
          tone: 'critical',
        },
        { key: 'overdue', label: '已超时', count: totalOf(rows.filter(({ status }) => status === 3)), tone: 'high' },
      ],
      quiet_note: '当前没有待处理的救援',
      path: '/alarm-center',
    };
  },
};

/** There are few open orders, and dispatchers work from them, so they do not wait behind exports and statistics. */
export function listRescueOrders(
  store: EventStore,
  by: Principal,
  query: ListQuery,
): Promise<OutputOf<typeof rescueList>> {
  return readOrders(query.scope === 'pending' ? store.rows : readsOf(store, by), by, query);
}

function readOrders(queries: Queries, by: Principal, query: ListQuery): Promise<OutputOf<typeof rescueList>> {
  return listRows(query, {
    from: ordersFor(queries, by, query),
    select: selectRow,
    toRow: (row) => toRow(row, by),
    id: 'o.id',
    sorts,
    keyword: ['o.tag', 'o.addr', 'o.community_name', 'e.rescue_code'],
  });
}

/** One order as its caller may see it; undefined where it does not exist or is out of scope. */
export async function findRescueOrder(
  { rows }: EventStore,
  by: Principal,
  orderId: number,
): Promise<RescueOrderRow | undefined> {
  const page = await readOrders(rows, by, { id: orderId, scope: 'all', page: 1, page_size: 1, order: 'desc' });
  return page.list[0];
}

const selectRow = (orders: ReturnType<typeof ordersFor>) =>
  orders
    .selectAll('o')
    .select(['e.rescue_code', 'e.sos_tel', 'l.state', 'l.version'])
    .select([
      ofLinkedFault<number>('id').as('fault_id'),
      ofLinkedFault<string>('cause').as('fault_cause'),
      ofLinkedFault<string>('cause_label').as('fault_cause_label'),
    ]);
type StoredOrder = Awaited<ReturnType<ReturnType<typeof selectRow>['execute']>>[number];

const flag = (value: number | null) => (value === null ? null : value === 1);
const handedTo: readonly HandedTo[] = ['none', '120', '119', '110'];

function stateOf(
  { state: json, version }: Pick<StoredOrder, 'state' | 'version'>,
  by: Principal,
): Pick<RescueOrderRow, 'state' | 'allowed_actions'> & RescueClaim {
  if (json === null || version === null) return { state: null, allowed_actions: [], ...noClaim };
  const state = rescueLifecycle.fromJson(JSON.parse(json));
  return { ...rescueClaim(state), ...offeredState(rescueLifecycle, state, version, by) };
}

/** The cause of the fault that led to it; its number only for users who see faults. */
const faultCauseOf = (row: StoredOrder, by: Principal): RescueOrderRow['fault_cause'] =>
  row.fault_cause === null
    ? null
    : {
        exception_id: by.permissions.has('exception.view') ? row.fault_id : null,
        code: row.fault_cause,
        label: detailOfLabel(row.fault_cause_label ?? ''),
      };

function toRow(row: StoredOrder, by: Principal): RescueOrderRow {
  const status = statusIndexOf(row.status);
  const stage = rescueStages.find((name) => name === row.stage) ?? 'pending';
  const trigger = rescueTriggers.find((name) => name === row.trigger) ?? 'trapped';
  const cause = rescueCauses.find((name) => name === row.cause) ?? null;
  const releaseWay = releaseWays.find((way) => way === row.release_way) ?? null;
  return {
    id: row.id,
    elevator_id: row.elevator_id,
    tag: row.tag,
    addr: row.addr,
    community_name: row.community_name,
    full_area: row.full_area,
    rescue_code: row.rescue_code ?? '',
    sos_tel: row.sos_tel ?? '',
    property_name: row.property_name,
    maintenance_name: row.maintenance_name,
    brand_name: row.brand_name,
    status,
    statusResult: rescueStatusLabels[status],
    overdue: row.overdue === 1,
    breach: row.breach === 'respond' || row.breach === 'arrive' ? row.breach : null,
    stage,
    stage_label: rescueStageLabels[stage],
    trigger,
    trigger_label: rescueTriggerLabels[trigger],
    joined_num: row.joined_num,
    only_scanned: row.only_scanned === 1,
    corrected_num: row.corrected_num,
    notice_level: row.notice_level,
    late: row.late === 1,
    caller_name: row.caller_name,
    caller_phone: row.caller_phone,
    accepted_by: row.accepted_by_id === null ? null : { id: row.accepted_by_id, name: row.accepted_by_name },
    created_at: toWireTime(row.raised_at_ms),
    updated_at: toWireTime(row.updated_at_ms),
    respond_due_at: toWireTime(row.respond_due_at_ms),
    arrive_due_at: toWireTime(row.arrive_due_at_ms),
    answered_at: toWireTimeOrNull(row.answered_at_ms),
    dispatched_at: toWireTimeOrNull(row.dispatched_at_ms),
    arrived_at: toWireTimeOrNull(row.arrived_at_ms),
    arrival_recorded_at: toWireTimeOrNull(row.arrival_recorded_at_ms),
    released_at: toWireTimeOrNull(row.released_at_ms),
    completed_at: toWireTimeOrNull(row.completed_at_ms),
    answer_seconds: secondsBetween(row.raised_at_ms, row.answered_at_ms),
    arrive_seconds: secondsBetween(row.raised_at_ms, row.arrived_at_ms),
    people_num: row.people_num,
    cause,
    cause_label: cause === null ? '' : rescueCauseLabels[cause],
    cause_detail: row.cause_detail,
    cause_detail_label: row.cause_detail_label,
    fault_cause: faultCauseOf(row, by),
    was_trapped: flag(row.was_trapped),
    injured_num: row.injured_num,
    vulnerable_num: row.vulnerable_num,
    handed_to: handedTo.find((name) => name === row.handed_to) ?? null,
    called_back: flag(row.called_back),
    release_way: releaseWay,
    release_way_label: releaseWay === null ? '' : releaseWayLabels[releaseWay],
    note: row.note,
    position: rowOrder(row.version, row.updated_at_ms),
    ...stateOf(row, by),
  };
}
