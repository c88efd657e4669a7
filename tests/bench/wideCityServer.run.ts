import { resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { run, type EventStore, type TransactionSteps } from '../../server/store/eventStore.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { firstWideCommunityId, firstWideLiftId, liftsInCommunity, wideDeviceKey } from './wideCity.ts';

/**
 * A whole server with its page over a wide city (arguments: lifts, accounts like `super`). Tells its ports when it is
 * ready, and then obeys the orders of `WideCity`.
 */
const [lifts = 0, people = 0] = process.argv.slice(2).map(Number);
const rowsAtOnce = 500;
/** Longer than any benchmark: no device goes offline meanwhile. */
const reportPeriodSeconds = 3_600;
const communities = Math.ceil(lifts / liftsInCommunity);
const columns = Math.ceil(Math.sqrt(communities));
/** Degrees between communities, and between the lifts of one. */
const spacing = 0.4 / columns;
const place = (community: number): { lng: number; lat: number } => ({
  lng: 120 + (community % columns) * spacing,
  lat: 30 + Math.floor(community / columns) * spacing,
});

let readsOnMain = false;

const server = await startBenchServer({
  webFolder: resolve('dist/web'),
  async prepare(store) {
    await writeLifts(store);
    if (people > 0) await addPeopleLike(store, [smallCity.users.super], people);
    makeReadsSwitchable(store);
  },
});

async function writeLifts(store: EventStore): Promise<void> {
  const home = await store.rows.selectFrom('communities').selectAll().limit(1).executeTakeFirstOrThrow();
  const pattern = await store.rows
    .selectFrom('elevators')
    .selectAll()
    .where('id', '=', smallCity.lift.id)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < communities; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, communities - from) }, (_, index) => ({
      ...home,
      ...place(from + index),
      id: firstWideCommunityId + from + index,
      name: `云川 ${from + index + 1} 村`,
    }));
    await store.write(function* (queries): TransactionSteps {
      yield* run(queries.insertInto('communities').values(rows));
    });
  }
  for (let from = 0; from < lifts; from += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, lifts - from) }, (_, index) => {
      const id = firstWideLiftId + from + index;
      const community = Math.floor((from + index) / liftsInCommunity);
      const { lng, lat } = place(community);
      const within = (from + index) % liftsInCommunity;
      return {
        ...pattern,
        code: '',
        internal_tag: '',
        id,
        tag: `L-${id}`,
        addr: `${1 + (within % 20)} 幢 ${1 + Math.floor(within / 20)} 单元`,
        rescue_code: String(id + 1_000_000),
        registration_code: String(id),
        community_id: firstWideCommunityId + community,
        lng: lng + ((within % 10) / 12) * spacing,
        lat: lat + (Math.floor(within / 10) / 12) * spacing,
      };
    });
    await store.write(function* (queries): TransactionSteps {
      yield* run(queries.insertInto('elevators').values(rows));
      yield* run(
        queries.insertInto('devices').values(
          rows.map(({ id }) => ({
            device_key: wideDeviceKey(id),
            elevator_id: id,
            device_type: 'COL',
            report_period_seconds: reportPeriodSeconds,
            secret_version: 1,
          })),
        ),
      );
      yield* run(
        queries.insertInto('device_states').values(
          rows.map(({ id }) => ({
            device_key: wideDeviceKey(id),
            elevator_id: id,
            status: 1,
            load: 1,
            changed_at_ms: 0,
          })),
        ),
      );
    });
  }
}

/** Reading on the main thread is the peer that the threads are compared with. */
function makeReadsSwitchable(store: EventStore): void {
  const { reads, rows } = store;
  Object.defineProperty(store, 'reads', { get: () => (readsOnMain ? rows : reads) });
}

const loopResolutionMs = 2;
const loop = monitorEventLoopDelay({ resolution: loopResolutionMs });
let cpuBefore = process.cpuUsage();
function watchLoop(): void {
  loop.reset();
  loop.enable();
  cpuBefore = process.cpuUsage();
}

/** Its samples are the time between two looks, the planned pause included. */
const heldMs = (ns: number): number => Math.round(Math.max(0, ns / 1e6 - loopResolutionMs) * 10) / 10;

function tellLoop(): object {
  loop.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    loopDelayMs: { p50: heldMs(loop.percentile(50)), p99: heldMs(loop.percentile(99)), max: heldMs(loop.max) },
    cpuMs: Math.round((user + system) / 1_000),
    rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
}

/** Every alarm of the benchmark is another one, so that none is missing when their number is right. */
async function count(): Promise<object> {
  const stored = await server.store.rows
    .selectFrom('alarms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { user, system } = process.cpuUsage();
  return {
    alarms: stored.count,
    cpuMs: Math.round((user + system) / 1_000),
    rssMb: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
}

const orders: Readonly<Record<string, () => object | Promise<object>>> = {
  count,
  loop: tellLoop,
  watchLoop() {
    watchLoop();
    return { done: true };
  },
  readOnMain() {
    readsOnMain = true;
    return { done: true };
  },
  readOnThreads() {
    readsOnMain = false;
    return { done: true };
  },
};
process.on('message', (message) => {
  const obey = orders[String(message)];
  if (obey !== undefined) void Promise.resolve(obey()).then((answer) => process.send?.(answer));
});
tellReady(server);
