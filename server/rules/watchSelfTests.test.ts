import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { createDomain, type LoadedDomain } from '../domain/createDomain.ts';
import { recordMissedSelfTests } from '../domain/devices/selfTests.ts';
import { watchCalendar } from '../domain/devices/watchCalendar.ts';
import { projections } from '../lifecycleEntries.ts';
import { createSteadyClock } from '../runtime/steadyClock.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { watchSelfTests } from './watchSelfTests.ts';

const { deviceKey, id: elevatorId } = smallCity.lift;
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let clock: VirtualClock;
let opened: TestStore;
let store: EventStore;
let domain: LoadedDomain;
beforeEach(async () => {
  clock = new VirtualClock();
  opened = await openTestStore({ clock, projections });
  store = opened.store;
  await writeSmallCity(store);
  domain = await createDomain({ store, clock });
  await domain.devices.recordReported(device(), 1);
});
afterEach(async () => {
  await domain.close();
  await opened.dispose();
});

const device = () => {
  const found = domain.devices.findDevice(deviceKey);
  if (found === undefined) throw new Error(`${deviceKey} is not bound`);
  return found;
};
const tested = (atMs = clock.nowMs()) => domain.devices.recordSelfTest(device(), atMs);
const misses = async () =>
  (await store.readStream(`device-${deviceKey}`)).flatMap(({ type, data }) =>
    type === 'device.selfTestMissed' ? [data] : [],
  );
/** After so long, what has been missed by then. */
async function missesAfter(ms: number) {
  await clock.advance(ms);
  await recordMissedSelfTests({ store, clock });
  return misses();
}

test('a missed self-test is recorded once, after 72 hours, and again only after the device has tested in between', async () => {
  const firstMs = clock.nowMs();
  await tested();
  expect(await missesAfter(3 * dayMs - hourMs)).toEqual([]);
  // The same test, said again, and one before it are no news.
  await tested(firstMs);
  await tested(firstMs - hourMs);
  const first = { elevatorId, lastAtMs: firstMs };
  expect(await missesAfter(hourMs)).toEqual([first]);
  expect(await missesAfter(dayMs)).toEqual([first]);
  const secondMs = clock.nowMs();
  await tested();
  expect(await missesAfter(3 * dayMs)).toEqual([first, { elevatorId, lastAtMs: secondMs }]);
});

test('one that was missed while the server was down is recorded at the start, and not again after it', async () => {
  await tested();
  await clock.advance(4 * dayMs);
  const errors: unknown[] = [];
  for (let start = 0; start < 2; start += 1) {
    const watch = watchSelfTests({ store, clock }, (error) => errors.push(error));
    await vi.waitFor(async () => expect(await misses()).toHaveLength(1));
    await watch.close();
  }
  expect(errors).toEqual([]);
});

test('a device that never tested, one that is disabled and a camera miss nothing', async () => {
  expect(await missesAfter(4 * dayMs)).toEqual([]);
  await tested();
  for (const changes of [{ is_disabled: 1 }, { is_disabled: 0, device_type: 'CAM', is_rescue_terminal: 0 }] as const) {
    await store.write(function* (queries) {
      yield* run(queries.updateTable('devices').set(changes).where('device_key', '=', deviceKey));
    });
    expect(await missesAfter(4 * dayMs)).toEqual([]);
  }
});

test('a calendar that is set forward by days makes no test overdue', async () => {
  await tested();
  const steady = createSteadyClock(clock);
  const calendar = await watchCalendar({ store, clock: steady, onTrouble: () => undefined });
  clock.step(4 * dayMs);
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(await store.readStream('clock')).toHaveLength(1);
  });
  await calendar.close();
  expect(await missesAfter(dayMs)).toEqual([]);
  expect(await missesAfter(2 * dayMs)).toHaveLength(1);
});
