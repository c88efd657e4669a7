import { loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { streamName } from '../../src/contract/streamName.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { readLiftClocks } from '../../server/domain/visits/liftClocks.ts';
import { liftsToPlan } from '../../server/domain/visits/liftsToPlan.ts';
import { liftsAtOnce, neededVisit, planLifts } from '../../server/domain/visits/planLifts.ts';
import { readPlannedLifts } from '../../server/domain/visits/planVisit.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { visitLifecycle } from '../../src/machines/visitLifecycle.ts';
import { machineTable } from '../../server/store/lifecycleTables.ts';
import type { VisitTable } from '../../server/store/rowTables.ts';
import { openTestStore } from '../support/openTestStore.ts';
import { writeSmallCity } from '../support/smallCity.ts';
import { rounded } from './percentiles.ts';
import { writeWideBaseData } from './wideBaseData.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const liftsOfDay = Math.ceil(lifts / 15);
const rowsAtOnce = 200;

const budgets = { planDayMs: 5_000, appendDayMs: 120_000 };

/**
 * The maintenance of a city of 100,000 lifts: how long it takes to find the visit that every lift needs, read by other threads, how long
 * the search for lifts without one, and how long to append the visits of a day. A budget that is missed fails.
 */
export async function benchVisits(): Promise<unknown> {
  const opened = await openTestStore({ clock: systemClock, projections });
  const { store } = opened;
  try {
    await writeSmallCity(store);
    await writeWideBaseData(store, { lifts, communities: Math.ceil(lifts / 100), users: 0 });
    const today = dayOf(systemClock.nowMs());
    const ids = await prepareLifts(store, today);

    const loop = monitorEventLoopDelay({ resolution: 10 });
    loop.enable();
    let startedMs = performance.now();
    let pureMs = 0;
    let planned = 0;
    for (let from = 0; from < ids.length; from += liftsAtOnce) {
      const some = ids.slice(from, from + liftsAtOnce);
      const [found, clocks] = await Promise.all([
        readPlannedLifts(store.reads, { ids: some }),
        readLiftClocks(store.reads, some),
      ]);
      const beganMs = performance.now();
      for (const lift of found) {
        const ofLift = clocks.get(lift.id);
        if (ofLift !== undefined && neededVisit(lift, ofLift, undefined, today).dueOn !== '') planned += 1;
      }
      pureMs += performance.now() - beganMs;
    }
    const planDayMs = performance.now() - startedMs;
    loop.disable();

    startedMs = performance.now();
    const without = await liftsToPlan(store.reads, 0, lifts);
    const searchMs = performance.now() - startedMs;

    startedMs = performance.now();
    await planLifts({ store, clock: systemClock }, without.slice(0, liftsOfDay));
    const appendDayMs = performance.now() - startedMs;
    const result = {
      lifts,
      planned,
      loadAverage: rounded(loadavg()[0] ?? 0),
      planDayMs: rounded(planDayMs),
      onMainThreadMs: rounded(pureMs),
      loopDelayMaxMs: rounded(loop.max / 1e6),
      searchMs: rounded(searchMs),
      appended: Math.min(liftsOfDay, without.length),
      appendDayMs: rounded(appendDayMs),
      budgets,
    };
    if (planDayMs > budgets.planDayMs || appendDayMs > budgets.appendDayMs)
      throw new Error(`a budget was missed: ${JSON.stringify(result)}`);
    return result;
  } finally {
    await opened.dispose();
  }
}

/** Every lift with a last visit fourteen days ago or less; returns the ids. */
async function prepareLifts(store: EventStore, today: string): Promise<readonly number[]> {
  await store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('elevators')
        .set({ category: 'traction', state: 0, put_into_use_on: '2019-05-01' })
        .where('maintenance_id', 'is not', null),
    );
  });
  const rows = await store.rows
    .selectFrom('elevators')
    .select(['id', 'tag', 'community_id', 'maintenance_id', 'property_id', 'brand_id'])
    .where('maintenance_id', 'is not', null)
    .orderBy('id')
    .execute();
  await writeVisits(store, rows, (index) => ({ ...madeVisit, done_on: addDays(today, -(index % 15)) }));
  return rows.map(({ id }) => id);
}

type VisitedLift = Pick<VisitTable, 'id' | 'tag' | 'community_id' | 'maintenance_id' | 'property_id' | 'brand_id'>;
const madeVisit = { kind: 'year', depth: 4, stage: 'imported', status: 2 } as const;

/** An open visit to every lift, due in the days around today as a scheduler spreads them. */
export async function writeOpenVisits(store: EventStore, today: string): Promise<void> {
  const rows = await store.rows
    .selectFrom('elevators')
    .select(['id', 'tag', 'community_id', 'maintenance_id', 'property_id', 'brand_id'])
    .orderBy('id')
    .execute();
  await writeVisits(store, rows, (index) => ({
    kind: 'halfMonth',
    depth: 1,
    stage: 'planned',
    status: 0,
    is_open: 1,
    due_on: addDays(today, (index % 16) - 1),
  }));
  const state = JSON.stringify({ ...visitLifecycle.toJson(visitLifecycle.initial()), value: 'planned' });
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await store.write(function* (queries) {
      const machines = rows.slice(from, from + rowsAtOnce).map((_, index) => ({
        stream: streamName('visit', from + index + 1),
        state,
        version: 1,
        position: 0,
      }));
      yield* run(queries.insertInto(machineTable('visit')).values(machines));
    });
}

async function writeVisits(
  store: EventStore,
  rows: readonly VisitedLift[],
  ofLift: (index: number) => Partial<VisitTable>,
): Promise<void> {
  const visitOf = (row: VisitedLift, index: number): VisitTable => ({
    ...row,
    id: index + 1,
    elevator_id: row.id,
    addr: '',
    community_name: '',
    area_id: 1,
    full_area: '',
    property_name: '',
    maintenance_name: '',
    kind: 'halfMonth',
    depth: 1,
    category: '',
    list_version: '',
    items: '',
    parameters: '{}',
    workers_needed: 0,
    worker1_id: null,
    worker1_user_id: null,
    worker1_name: '',
    worker2_id: null,
    worker2_user_id: null,
    worker2_name: '',
    stage: 'planned',
    status: 0,
    is_open: 0,
    overdue: 0,
    is_paper: 0,
    due_on: null,
    planned_on: null,
    done_on: null,
    checked_in_num: 0,
    signed_num: 0,
    item_num: 0,
    abnormal_num: 0,
    flags: '[]',
    evidence: '',
    rejected_num: 0,
    checked_in_at_ms: null,
    checked_out_at_ms: null,
    submitted_at_ms: null,
    signed_at_ms: null,
    signed_by_name: '',
    planned_at_ms: 0,
    updated_at_ms: 0,
    position: 0,
    ...ofLift(index),
  });
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await store.write(function* (queries) {
      const visits = rows.slice(from, from + rowsAtOnce).map((row, index) => visitOf(row, from + index));
      yield* run(queries.insertInto('visits').values(visits));
    });
  await store.write(function* (queries) {
    const next = rows.length + 1;
    yield* run(queries.insertInto('ids').values({ kind: 'visit', next }));
  });
}
