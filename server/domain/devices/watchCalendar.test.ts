import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { streamPrefixes } from '../../../src/machines/lifecycles.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../../tests/support/smallCity.ts';
import { testPepper } from '../../../tests/support/testAccess.ts';
import { createSessions } from '../../access/sessions.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createSteadyClock } from '../../runtime/steadyClock.ts';
import { deadlineTable, machineTable } from '../../store/lifecycleTables.ts';
import { watchCalendar } from './watchCalendar.ts';

const { lift, users } = smallCity;
const hourMs = 3_600_000;
const backwards = ['back', -2 * hourMs] as const;
const forwards = ['forward', 2 * hourMs] as const;

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const order = () => city.store.rows.selectFrom('rescue_orders').selectAll().executeTakeFirstOrThrow();
const rows = async () => ({
  ...Object.fromEntries(
    await Promise.all(
      streamPrefixes.map(async (prefix) => [
        prefix,
        {
          deadlines: await city.store.rows
            .selectFrom(deadlineTable(prefix))
            .selectAll()
            .orderBy('stream')
            .orderBy('kind')
            .execute(),
          machines: await city.store.rows.selectFrom(machineTable(prefix)).selectAll().orderBy('stream').execute(),
        },
      ]),
    ),
  ),
  orders: await city.store.rows.selectFrom('rescue_orders').selectAll().orderBy('id').execute(),
  alarms: await city.store.rows.selectFrom('alarms').selectAll().orderBy('id').execute(),
});
const steps = async () => (await city.store.readStream('clock')).map(({ data }) => data);
/** Returns the events that the clock alone caused for the call, without those of people and rules. */
const byClock = async () =>
  (await city.store.readStream(`rescue-${(await order()).id}`))
    .filter(({ actor }) => actor.id === 'clock')
    .map(({ type }) => type);

async function call(): Promise<void> {
  const device = city.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('the small city has lost its device');
  await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'trapped' });
  await vi.waitFor(order);
}

/** In steps, so that the database keeps up with the time. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await city.clock.advance(1_000);
}

describe.each([backwards, forwards])('the clock is set two hours %s while a call waits', (_direction, byMs) => {
  test('the call is escalated when 60, 120 and 300 seconds have passed, and is late after 180: not sooner, not later', async () => {
    await call();
    await pass(30);
    city.clock.step(byMs);
    await pass(28);
    expect(await byClock()).toEqual([]);
    await pass(4);
    await vi.waitFor(async () => expect(await byClock()).toEqual(['rescue.escalated']));
    await pass(55);
    expect(await byClock()).toEqual(['rescue.escalated']);
    await pass(5);
    await vi.waitFor(async () => expect(await byClock()).toEqual(['rescue.escalated', 'rescue.escalated']));
    await pass(55);
    expect(await order()).toMatchObject({ breach: null, overdue: 0 });
    await pass(5);
    await vi.waitFor(async () => expect(await order()).toMatchObject({ breach: 'respond', overdue: 1 }));
    await pass(120);
    await vi.waitFor(async () =>
      expect(await byClock()).toEqual([
        'rescue.escalated',
        'rescue.escalated',
        'rescue.deadlinePassed',
        'rescue.escalated',
      ]),
    );
  });

  test('the step is recorded once, operators and administrators are notified, and a new call has its full time', async () => {
    city.clock.step(byMs);
    await pass(2);
    await vi.waitFor(async () => expect(await steps()).toEqual([{ byMs }]));
    expect(city.troubles).toEqual([expect.stringMatching(byMs < 0 ? /拨回 7200 秒/ : /拨快 7200 秒/)]);
    await vi.waitFor(async () =>
      expect(await city.store.rows.selectFrom('notices').select(['user_id', 'title']).execute()).toEqual([
        { user_id: users.super, title: '系统时钟被调整' },
      ]),
    );
    await call();
    expect((await order()).raised_at_ms).toBe(city.clock.nowMs());
    await pass(55);
    expect(await byClock()).toEqual([]);
    expect(await steps()).toHaveLength(1);
  });

  test('while the server was down: the ladder continues where it was', async () => {
    await call();
    await pass(30);
    await city.restart(() => city.clock.step(byMs));
    expect(await steps()).toEqual([{ byMs }]);
    await pass(25);
    expect(await byClock()).toEqual([]);
    await pass(10);
    await vi.waitFor(async () => expect(await byClock()).toEqual(['rescue.escalated']));
    await city.restart();
    expect(await steps()).toHaveLength(1);
  });

  test('time that passed while the server was down counts, the step beside it does not', async () => {
    await call();
    await city.restart(async () => {
      await city.clock.advance(90_000);
      city.clock.step(byMs);
    });
    await vi.waitFor(async () => expect(await byClock()).toEqual(['rescue.escalated']));
    expect(await order()).toMatchObject({ breach: null, raised_at_ms: city.clock.nowMs() - 90_000 });
  });

  test('a rebuild gives the same rows', async () => {
    await call();
    await pass(70);
    city.clock.step(byMs);
    await pass(2);
    await vi.waitFor(async () => expect(await steps()).toHaveLength(1));
    const before = await rows();
    await city.store.rebuild();
    expect(await rows()).toEqual(before);
  });

  test('a session lasts neither longer nor shorter', async () => {
    const sessions = await createSessions({ store: city.store, clock: city.clock, pepper: testPepper });
    try {
      await sessions.open(await principalOf(city.store, users.dispatcher1), { ip: '10.0.0.1', agent: 'test' });
      const left = async () =>
        (await city.store.rows.selectFrom('sessions').select('expires_at_ms').executeTakeFirstOrThrow()).expires_at_ms -
        city.clock.nowMs();
      const before = await left();
      city.clock.step(byMs);
      await pass(2);
      await vi.waitFor(async () => expect(await left()).toBe(before - 2_000));
    } finally {
      await sessions.close();
    }
  });
});

test('after a reboot, a calendar behind the end of the log is known to have been set back', async () => {
  await call();
  await pass(30);
  await city.restart(async () => {
    await city.store.write(function* (queries) {
      yield queries
        .updateTable('store_meta')
        .set({ value: JSON.stringify({ bootId: 'an earlier one', offsetMs: 0 }) })
        .where('key', '=', 'clock')
        .compile();
    });
    city.clock.step(-2 * hourMs);
  });
  expect(await steps()).toHaveLength(1);
  await pass(61);
  await vi.waitFor(async () => expect(await byClock()).toEqual(['rescue.escalated']));
});

test('small corrections, as made by NTP, are adopted silently', async () => {
  for (let move = 0; move < 5; move += 1) {
    city.clock.step(1_500);
    await pass(2);
  }
  await call();
  expect((await order()).raised_at_ms).toBe(city.clock.nowMs());
  expect(await steps()).toEqual([]);
  await city.restart();
  expect(await steps()).toEqual([]);
});

test('a clock that is set there and back again leaves everything as it was', async () => {
  await call();
  await pass(2);
  const before = await rows();
  city.clock.step(2 * hourMs);
  await pass(2);
  city.clock.step(-2 * hourMs);
  await pass(2);
  await vi.waitFor(async () => expect(await steps()).toHaveLength(2));
  expect(await rows()).toEqual(before);
});

const fail = (trouble: string) => {
  throw new Error(trouble);
};

const takeOver = async (machine: Clock, whileWaiting: () => Promise<void>) => {
  const clock = createSteadyClock(machine);
  await whileWaiting();
  const before = await rows();
  const said = await steps();
  const calendar = await watchCalendar({ store: city.store, clock, onTrouble: fail });
  try {
    expect(await steps()).toEqual(said);
    expect(await rows()).toEqual(before);
    expect(clock.nowMs()).toBe(city.clock.nowMs());
  } finally {
    await calendar.close();
  }
};

describe('a standby that takes over after its machine’s calendar was corrected by two hours', () => {
  test.each([backwards, forwards])('on another machine, set %s: no deadline moves', async (_direction, byMs) => {
    await call();
    await pass(2);
    let wrongByMs = -byMs;
    const machine: Clock = {
      bootId: 'another machine',
      nowMs: () => city.clock.nowMs() + wrongByMs,
      monotonicMs: () => city.clock.monotonicMs() - 5_000_000,
      after: (delayMs, callback) => city.clock.after(delayMs, callback),
    };
    await takeOver(machine, async () => {
      wrongByMs = 0;
    });
  });

  test.each([backwards, forwards])(
    'on the machine of the active process, set %s: the step counts once',
    async (_direction, byMs) => {
      await call();
      await takeOver(city.clock, async () => {
        city.clock.step(byMs);
        await pass(2);
        await vi.waitFor(async () => expect(await steps()).toEqual([{ byMs }]));
      });
    },
  );
});

test('a calendar that counts whole milliseconds never goes back by rounding', async () => {
  const startedAtMs = city.clock.nowMs();
  let passedMs = 0;
  let tick: (() => void) | undefined;
  const machine: Clock = {
    nowMs: () => Math.floor(startedAtMs + passedMs),
    monotonicMs: () => passedMs,
    after(_delayMs, callback) {
      tick = callback;
      return () => {};
    },
  };
  const clock = createSteadyClock(machine);
  const calendar = await watchCalendar({ store: city.store, clock, onTrouble: fail });
  const offsets = new Set<number>();
  for (const fraction of [0.1, 0.9, 0.4, 0.6, 0.99, 0]) {
    passedMs = Math.floor(passedMs) + 1_000 + fraction;
    const armed = tick;
    armed?.();
    await vi.waitFor(() => expect(tick).not.toBe(armed));
    offsets.add(clock.offsetMs);
  }
  await calendar.close();
  expect(offsets.size).toBe(1);
});
