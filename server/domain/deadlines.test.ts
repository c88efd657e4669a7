import { afterEach, beforeEach, expect, test } from 'vitest';
import { streamPrefixes } from '../../src/machines/lifecycles.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { projections } from '../lifecycleEntries.ts';
import { systemClock } from '../runtime/clock.ts';
import { createSteadyClock } from '../runtime/steadyClock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { deadlineTable } from '../store/lifecycleTables.ts';
import { watchDeadlines } from './deadlines.ts';

const { lift, farLift } = smallCity;

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore({ clock: systemClock, projections });
});
afterEach(() => opened.dispose());

/** Rows that fell due long ago; rows without a stream of their own are dropped when they come due. */
function putDue(store: EventStore, rows: readonly { readonly stream: string; readonly data: string }[]): Promise<void> {
  return store.write(function* (queries) {
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values(rows.map((row, index) => ({ ...row, kind: 'escalate', due_at_ms: 1 + index }))),
    );
  });
}

const streamsLeft = async (store: EventStore) =>
  (await store.rows.selectFrom('rescue_deadlines').select('stream').orderBy('due_at_ms').execute()).map(
    ({ stream }) => stream,
  );

test('deadlines that cannot be handled do not hold up others, however many there are', async () => {
  const { store } = opened;
  // More than one read returns, and all due before the good ones.
  const broken = Array.from({ length: 450 }, (_, index) => `rescue-${1_000 + index}`);
  const good = Array.from({ length: 50 }, (_, index) => `rescue-${5_000 + index}`);
  await putDue(store, [
    ...broken.map((stream) => ({ stream, data: '"no object"' })),
    ...good.map((stream) => ({ stream, data: '{"level":1}' })),
  ]);
  const errors: unknown[] = [];
  const watch = watchDeadlines({ store, clock: systemClock }, (error) => errors.push(error));
  await expect.poll(() => streamsLeft(store), { timeout: 20_000 }).toEqual(broken);
  await watch.close();
  expect(errors.length).toBeGreaterThan(0);
}, 30_000);

test('what falls due in any lifecycle is handled', async () => {
  const { store } = opened;
  await store.write(function* (queries) {
    for (const prefix of streamPrefixes)
      yield* run(
        queries
          .insertInto(deadlineTable(prefix))
          .values({ stream: `${prefix}-9`, kind: 'unknown', due_at_ms: 1, data: '{}' }),
      );
  });
  const watch = watchDeadlines({ store, clock: systemClock }, (error) => {
    throw error;
  });
  const left = async () =>
    (
      await Promise.all(
        streamPrefixes.map((prefix) => store.rows.selectFrom(deadlineTable(prefix)).selectAll().execute()),
      )
    ).flat();
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  await watch.close();
}, 30_000);

test('a thousand deadlines due at the same time share their commits', async () => {
  const { store } = opened;
  await putDue(
    store,
    Array.from({ length: 1_000 }, (_, index) => ({ stream: `rescue-${index}`, data: '{"level":1}' })),
  );
  let atOnce = 0;
  let mostAtOnce = 0;
  const counting: EventStore = Object.create(store, {
    write: {
      value: async (steps: Parameters<EventStore['write']>[0]) => {
        atOnce += 1;
        mostAtOnce = Math.max(mostAtOnce, atOnce);
        await store.write(steps);
        atOnce -= 1;
      },
    },
  });
  const watch = watchDeadlines({ store: counting, clock: systemClock }, (error) => {
    throw error;
  });
  await expect.poll(() => streamsLeft(store), { timeout: 20_000 }).toEqual([]);
  await watch.close();
  expect(mostAtOnce).toBeGreaterThanOrEqual(64);
}, 30_000);

test('what gives way to calls waits until every deadline of a rescue that is due has passed', async () => {
  const { store } = opened;
  await putDue(
    store,
    Array.from({ length: 2_000 }, (_, index) => ({ stream: `rescue-${1_000 + index}`, data: '{"level":1}' })),
  );
  await store.append({
    stream: 'lift-1',
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'test', name: 'test' },
    events: [{ type: 'door.opened', data: {}, atMs: 1 }],
  });
  const leftAtBegin: number[] = [];
  const callIsOver = store.callsFirst.begin();
  const lesser = store.subscribeDurably({
    name: 'lesser',
    startFrom: 'beginning',
    laneOf: ({ stream }) => stream,
    givesWay: true,
    async onEvent() {
      leftAtBegin.push((await streamsLeft(store)).length);
    },
  });
  // More than one read returns: the lesser work begins after the last, not after the first.
  const watch = watchDeadlines({ store, clock: systemClock }, (error) => {
    throw error;
  });
  await expect.poll(() => streamsLeft(store).then(({ length }) => length), { interval: 1 }).toBeLessThan(2_000);
  callIsOver();
  await expect.poll(() => leftAtBegin).toEqual([0]);
  await lesser.close();
  await watch.close();
}, 30_000);

test('two calls due at the same time both escalate, each ladder step by step', async () => {
  const city: TestDomain = await openDomain();
  try {
    for (const { deviceKey } of [lift, farLift]) {
      const device = city.domain.devices.findDevice(deviceKey);
      if (device === undefined) throw new Error(`no device ${deviceKey}`);
      await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
    }
    const orders = () =>
      city.store.rows.selectFrom('rescue_orders').select(['id', 'notice_level']).orderBy('id').execute();
    await expect.poll(async () => (await orders()).length).toBe(2);
    await city.clock.advance(130_000);
    await expect.poll(async () => (await orders()).map(({ notice_level }) => notice_level)).toEqual([2, 2]);
    for (const { id } of await orders()) {
      const levels = (await city.store.readStream(`rescue-${id}`))
        .filter(({ type }) => type === 'rescue.escalated')
        .map(({ data }) => data);
      expect(levels).toEqual([
        { level: 1, reason: 'unanswered' },
        { level: 2, reason: 'unanswered' },
      ]);
    }
  } finally {
    await city.dispose();
  }
});

test('an unanswered call is escalated although the calendar goes back 1.5 s between reading what is due and deciding', async () => {
  const city: TestDomain = await openDomain();
  try {
    await city.stopDeadlines();
    const device = city.domain.devices.findDevice(lift.deviceKey);
    if (device === undefined) throw new Error(`no device ${lift.deviceKey}`);
    await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
    const level = async () =>
      (await city.store.rows.selectFrom('rescue_orders').select('notice_level').executeTakeFirst())?.notice_level;
    await expect.poll(level).toBe(0);
    await city.clock.advance(60_500);
    const clock = createSteadyClock(city.clock);
    // The first look at the clock decides what is due; the calendar moves before every later look.
    let looks = 0;
    const movedBack: typeof clock = Object.create(clock, {
      nowMs: { value: () => clock.nowMs() - (looks++ === 0 ? 0 : 1_500) },
    });
    const errors: unknown[] = [];
    const watch = watchDeadlines({ store: city.store, clock: movedBack }, (error) => errors.push(error));
    await city.clock.advance(900);
    expect(looks).toBeGreaterThan(1);
    expect(
      await city.store.rows.selectFrom('rescue_deadlines').select('kind').where('kind', '=', 'escalate').execute(),
    ).toHaveLength(1);
    expect(await level()).toBe(0);
    for (let ms = 0; ms < 1_500; ms += 500) await city.clock.advance(500);
    await expect.poll(level).toBe(1);
    await watch.close();
    expect(errors).toEqual([]);
  } finally {
    await city.dispose();
  }
});
