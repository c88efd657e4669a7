import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { projections } from '../projections/index.ts';
import { systemClock } from '../runtime/clock.ts';
import { run, type EventStore } from '../store/eventStore.ts';
import { watchDeadlines } from './deadlines.ts';

const { lift, farLift } = smallCity;

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore({ clock: systemClock, projections });
});
afterEach(() => opened.dispose());

/** Rows that fell due long ago; those without a stream of their own are dropped when they pass. */
function putDue(store: EventStore, rows: readonly { readonly stream: string; readonly data: string }[]): Promise<void> {
  return store.write(function* (queries) {
    yield* run(queries.insertInto('deadlines').values(rows.map((row, index) => ({ ...row, kind: 'escalate', due_at_ms: 1 + index }))));
  });
}

const streamsLeft = async (store: EventStore) => (await store.rows.selectFrom('deadlines').select('stream').orderBy('due_at_ms').execute()).map(({ stream }) => stream);

test('deadlines that cannot be handled hold up no others, however many there are', async () => {
  const { store } = opened;
  // More than one read returns, and all due before the good ones.
  const broken = Array.from({ length: 450 }, (_, index) => `rescue-${1_000 + index}`);
  const good = Array.from({ length: 50 }, (_, index) => `rescue-${5_000 + index}`);
  await putDue(store, [...broken.map((stream) => ({ stream, data: '"no object"' })), ...good.map((stream) => ({ stream, data: '{"level":1}' }))]);
  const errors: unknown[] = [];
  const watch = watchDeadlines({ store, clock: systemClock }, (error) => errors.push(error));
  await expect.poll(() => streamsLeft(store), { timeout: 20_000 }).toEqual(broken);
  await watch.close();
  expect(errors.length).toBeGreaterThan(0);
}, 30_000);

test('a thousand deadlines due at the same time share their commits', async () => {
  const { store } = opened;
  await putDue(store, Array.from({ length: 1_000 }, (_, index) => ({ stream: `rescue-${index}`, data: '{"level":1}' })));
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

test('two calls due at the same time both escalate, each ladder step by step', async () => {
  const city: TestDomain = await openDomain();
  try {
    for (const { deviceKey } of [lift, farLift]) {
      const device = city.domain.devices.findDevice(deviceKey);
      if (device === undefined) throw new Error(`no device ${deviceKey}`);
      await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
    }
    const orders = () => city.store.rows.selectFrom('rescue_orders').select(['id', 'notice_level']).orderBy('id').execute();
    await expect.poll(async () => (await orders()).length).toBe(2);
    await city.clock.advance(130_000);
    await expect.poll(async () => (await orders()).map(({ notice_level }) => notice_level)).toEqual([2, 2]);
    for (const { id } of await orders()) {
      const levels = (await city.store.readStream(`rescue-${id}`)).filter(({ type }) => type === 'rescue.escalated').map(({ data }) => data);
      expect(levels).toEqual([{ level: 1, reason: 'unanswered' }, { level: 2, reason: 'unanswered' }]);
    }
  } finally {
    await city.dispose();
  }
});
