import type { OutputOf, ParsedInputOf } from '../../src/contract/endpoint.ts';
import type { outageList, OutageRow } from '../../src/contract/endpoints/outage.ts';
import { keysOf } from '../../src/contract/exceptions.ts';
import { outageStateLabels, type OutageState } from '../../src/contract/events/outage.ts';
import { toWireTime, toWireTimeOrNull } from '../../src/contract/time.ts';
import { outageLifecycle } from '../../src/machines/outageLifecycle.ts';
import type { Principal } from '../access/principal.ts';
import { recordScopeCondition } from '../access/scope.ts';
import { outageScope } from '../domain/city/recordScope.ts';
import type { EventStore, Queries } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { OutageTable } from '../store/rowTables.ts';
import { listRows } from './listRows.ts';
import { offeredStates } from './offeredState.ts';
import { totalOf, type OpenItems } from './openItems.ts';

const openStates = ['planned', 'active', 'overrun'] as const satisfies readonly OutageState[];
const states = keysOf(outageStateLabels);

/** The outage of a lift that passengers see: the one that holds, or the next. */
export interface CurrentOutage {
  readonly id: number;
  /** The lift is out of service now, also past the planned end as long as nobody has said that it serves again. */
  readonly isActive: boolean;
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: string;
}

/** The time before its beginning from which passengers see an outage. */
const announcedAheadMs = 7 * 86_400_000;

/** The outage that holds at the lift now, else the one that begins next within a week; undefined without one. */
export async function currentOutage(
  queries: Queries,
  elevatorId: number,
  nowMs: number,
): Promise<CurrentOutage | undefined> {
  const rows = await queries
    .selectFrom('outages')
    .select(['id', 'state', 'from_ms', 'to_ms', 'reason'])
    .where('elevator_id', '=', elevatorId)
    .where('state', 'in', openStates)
    .where('from_ms', '<=', nowMs + announcedAheadMs)
    .orderBy('from_ms')
    .orderBy('id')
    .execute();
  const row = rows.find(({ state }) => state !== 'planned') ?? rows[0];
  return row === undefined
    ? undefined
    : {
        id: row.id,
        isActive: row.state !== 'planned' || row.from_ms <= nowMs,
        fromMs: row.from_ms,
        toMs: row.to_ms,
        reason: row.reason,
      };
}

/** Planned outages in the caller's scope. */
export async function listOutages(
  store: EventStore,
  by: Principal,
  query: ParsedInputOf<typeof outageList>,
): Promise<OutputOf<typeof outageList>> {
  const { elevator_id: elevatorId, stage, open } = query;
  const reads = readsOf(store, by);
  const page = await listRows(query, {
    from: reads
      .selectFrom('outages as o')
      .where(() => recordScopeCondition(by.scope, 'o'))
      .$if(elevatorId !== undefined, (from) => from.where('o.elevator_id', '=', elevatorId ?? 0))
      .$if(stage !== undefined, (from) => from.where('o.state', '=', stage ?? ''))
      .$if(open === true, (from) => from.where('o.state', 'in', openStates)),
    select: (from) => from.selectAll('o'),
    toRow: (row) => row,
    id: 'o.id',
    sorts: { from: 'o.from_ms', to: 'o.to_ms', tag: 'o.tag', community_name: 'o.community_name' },
    keyword: ['o.tag', 'o.addr', 'o.community_name', 'o.reason'],
  });
  return { ...page, list: await rowsOf(reads, by, page.list) };
}

async function rowsOf(queries: Queries, by: Principal, rows: readonly OutageTable[]): Promise<OutageRow[]> {
  const offered = await offeredStates(
    queries,
    outageLifecycle,
    rows.map(({ id }) => id),
    by,
  );
  return rows.flatMap((row) => {
    const state = offered.get(row.id);
    if (state === undefined) return [];
    return [
      {
        id: row.id,
        elevator_id: row.elevator_id,
        tag: row.tag,
        addr: row.addr,
        community_id: row.community_id,
        community_name: row.community_name,
        stage: states.find((state) => state === row.state) ?? 'planned',
        from: toWireTime(row.from_ms),
        to: toWireTime(row.to_ms),
        reason: row.reason,
        planned_by: row.planned_by,
        end_note: row.end_note,
        ended_at: toWireTimeOrNull(row.ended_at_ms),
        ...state,
      },
    ];
  });
}

/** Outages past their end that nobody has ended: exactly what the list gives for the stage. */
export const outageTodos: OpenItems = {
  permission: outageScope.viewedBy,
  async count(queries, by) {
    const rows = await queries
      .selectFrom('outages as o')
      .where('o.state', '=', 'overrun')
      .where(() => recordScopeCondition(by.scope, 'o'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .execute();
    return {
      kind: 'outage',
      label: '停梯未恢复',
      unit: '台',
      quiet_note: '当前没有超时未恢复的停梯',
      path: '/elebator-maintenance/notice-list?tab=outages&stage=overrun',
      count: totalOf(rows),
      notes: [],
    };
  },
};
