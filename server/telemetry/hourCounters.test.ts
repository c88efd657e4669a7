import { afterEach, beforeEach, expect, test } from 'vitest';
import { toWireTime } from '../../src/contract/time.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { FleetState } from './fleetState.ts';
import { hourMs, HourCounters } from './hourCounters.ts';
import { startHourKeeper, type HourKeeper } from './hourKeeper.ts';
import { serviceSeconds } from './serviceSeconds.ts';

const minuteMs = 60_000;
const lift = 101;
const fail = (_trouble: string, error: unknown) => {
  throw error;
};

let kept: TestStore;
let clock: VirtualClock;
let counters: HourCounters;
let fleet: FleetState;
let keeper: HourKeeper;

async function start(): Promise<void> {
  counters = new HourCounters(clock.nowMs());
  keeper = await startHourKeeper({ store: kept.store, clock, counters, onTrouble: fail });
  fleet = new FleetState({ counters });
}

beforeEach(async () => {
  clock = new VirtualClock();
  await clock.advance(hourMs - (clock.nowMs() % hourMs));
  kept = await openTestStore({ clock });
  await start();
});
afterEach(async () => {
  await keeper.close();
  await kept.dispose();
});

/** A report every five seconds for so many minutes. */
async function report(minutes: number, over: { mode?: number; runs?: boolean; doors?: boolean } = {}): Promise<void> {
  for (let tick = 0; tick < minutes * 12; tick += 1) {
    fleet.put(lift, {
      deviceKey: 'COL000101',
      receivedAtMs: clock.nowMs(),
      report: {
        at: clock.nowMs(),
        service_mode: over.mode ?? 1,
        car_status: over.runs === true && tick % 12 === 3 ? 1 : 0,
        direction: 0,
        door_zone: true,
        floor: 1,
        door: over.doors === true && tick % 12 >= 6 ? 'open' : 'closed',
        people: 0,
      },
    });
    await clock.advance(5_000);
  }
}

const read = (fromMs: number, toMs: number) =>
  serviceSeconds({ store: kept.store, clock, counters }, lift, fromMs, toMs);

test('says how long a lift was in inspection mode, and how often its door opened and its car ran', async () => {
  const fromMs = clock.nowMs();
  await report(10);
  await report(20, { mode: 2, runs: true, doors: true });
  await report(5);
  expect(await read(fromMs + 10 * minuteMs, clock.nowMs())).toMatchObject({
    reportedSeconds: 25 * 60,
    inspectionSeconds: 20 * 60,
  });
  expect(await read(fromMs, clock.nowMs())).toEqual({
    reportedSeconds: 35 * 60,
    inspectionSeconds: 20 * 60,
    doorCycles: 20,
    runs: 20,
  });
});

test('silence counts as no reports, from a minute after the last one on', async () => {
  const fromMs = clock.nowMs();
  await report(10, { mode: 2 });
  await clock.advance(20 * minuteMs);
  expect(await read(fromMs, clock.nowMs())).toMatchObject({ reportedSeconds: 11 * 60, inspectionSeconds: 11 * 60 });
});

test('a stay across hours reads what was written and what is under way, and a restart in order loses nothing', async () => {
  await report(40);
  const fromMs = clock.nowMs();
  await report(50, { mode: 2 });
  await expect
    .poll(async () => (await kept.store.rows.selectFrom('hour_counters').select('at_ms').execute()).length)
    .toBe(1);
  await keeper.close();
  await start();
  await report(10, { mode: 2 });
  const stay = await read(fromMs, clock.nowMs());
  expect(stay.inspectionSeconds).toBeGreaterThan(59 * 60);
  expect(stay.reportedSeconds).toBe(stay.inspectionSeconds);
});

test('a process that dies loses the hour under way, which then counts as one without reports', async () => {
  const fromMs = clock.nowMs();
  await report(30);
  const lost = keeper;
  await start();
  await report(10, { mode: 2 });
  expect(await read(fromMs, clock.nowMs())).toMatchObject({ reportedSeconds: 600, inspectionSeconds: 600 });
  await lost.close();
});

test('hours older than 35 days are dropped', async () => {
  await kept.store.write(function* (queries) {
    yield queries
      .insertInto('hour_counters')
      .values({ at_ms: clock.nowMs() - 36 * 24 * hourMs, lift_num: 1, counters: '' })
      .compile();
  });
  await report(61);
  await expect
    .poll(async () =>
      (await kept.store.rows.selectFrom('hour_counters').select('at_ms').execute()).map(({ at_ms: at }) =>
        toWireTime(at),
      ),
    )
    .toEqual([toWireTime(counters.startMs - hourMs)]);
});
