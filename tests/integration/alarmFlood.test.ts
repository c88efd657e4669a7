import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBusyCity, type BusyCity } from '../support/busyCity.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { smallCity } from '../support/smallCity.ts';

const isSoak = process.env['TIAN_SOAK'] === '1';
const alarmCount = isSoak ? 5_000 : 500;
const withinMs = 10_000;
/** Kinds that can wait; each opens an alarm of its own on each lift. */
const kinds = ['longTimeOpen', 'openCloseLoop', 'moto', 'overLoad', 'warn_shake'] as const;
/** Each sends as fast as it is acknowledged. */
const lanes = isSoak ? 20 : 4;
const liftCount = alarmCount / kinds.length;
const firstLiftId = 1_001;
const keyOf = (id: number) => `COL${id}`;

let city: BusyCity;
let bridges: readonly MqttDevice[] = [];

const fail = (trouble: string, error: unknown) => {
  throw new Error(trouble, { cause: error });
};

beforeAll(async () => {
  city = await openBusyCity({ firstId: firstLiftId, count: liftCount, deviceKeyOf: keyOf }, fail);
  bridges = await Promise.all(Array.from({ length: lanes }, () => MqttDevice.connectBridge(city.port, city.siteKey)));
});
afterAll(async () => {
  await Promise.all(bridges.map((bridge) => bridge.close()));
  await city.dispose();
});

describe(`${alarmCount} alarms in ten seconds`, () => {
  it('are all stored and pushed in order, and a trapped person’s call among them rings immediately', async () => {
    const { probe } = city;
    const startedMs = performance.now();
    const alarms = kinds.flatMap((kind) => Array.from({ length: liftCount }, (_, index) => ({ kind, index })));
    const sending = bridges.map(async (bridge, lane) => {
      for (let at = lane; at < alarms.length; at += bridges.length) {
        const { kind, index } = alarms[at] ?? { kind: 'moto', index: 0 };
        await bridge.publish('event', eventAt(Date.now(), `flood-${kind}`, kind), keyOf(firstLiftId + index));
      }
    });
    await probe.waitFor(({ event }) => event?.kind === 'alarm.raised', 20_000);
    const caller = await MqttDevice.connect(city.port, smallCity.lift.deviceKey, city.siteKey);
    const calledAtMs = performance.now();
    await caller.publish('event', eventAt(Date.now(), 'call-1', 'trapped'));
    const ring = await probe.waitFor(
      ({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === smallCity.lift.id,
      20_000,
    );
    const ringMs = performance.now() - calledAtMs;
    const heardBefore = probe.frames.filter(({ event }) => event?.kind === 'alarm.raised').length;
    await Promise.all(sending);
    const sentMs = performance.now() - startedMs;
    await caller.close();

    const raised = () =>
      probe.frames.flatMap(({ event }) =>
        event?.kind === 'alarm.raised' ? [`${event.elevatorId}:${event.alarmKind}`] : [],
      );
    await expect.poll(() => raised().length, { timeout: 60_000 }).toBe(alarmCount);
    expect(new Set(raised()).size).toBe(alarmCount);
    const rows = await city.harness.store.rows
      .selectFrom('alarms')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(rows.count).toBe(alarmCount + 1);
    expect(city.gateway.stats()).toMatchObject({ droppedEvents: 0, droppedOther: 0, failed: 0 });

    const positions = probe.frames.flatMap(({ position, event }) =>
      position === undefined || event === undefined || (event.kind === 'rescue.ringing' && event.reminder)
        ? []
        : [position],
    );
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(new Set(positions).size).toBe(positions.length);
    // It did not wait for the flood to end.
    expect(heardBefore).toBeLessThan(alarmCount);
    expect(ring.position).toBeLessThan(positions.at(-1) ?? 0);
    if (isSoak) {
      expect(sentMs).toBeLessThan(withinMs);
      expect(ringMs).toBeLessThan(1_000);
    }
  }, 120_000);
});

describe('while every list is rebuilt from the log, again and again', () => {
  it('calls ring, and each has its order in the rebuilt lists', async () => {
    const { probe, harness } = city;
    const callers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => MqttDevice.connect(city.port, keyOf(firstLiftId + index), city.siteKey)),
    );
    const calls = { areDone: false };
    const rebuilding = (async () => {
      let times = 0;
      for (; !calls.areDone || times === 0; times += 1) await harness.store.rebuild();
      return times;
    })();
    for (const [index, caller] of callers.entries()) {
      const elevatorId = firstLiftId + index;
      await caller.publish('event', eventAt(Date.now(), 'rebuild-call', 'trapped'));
      await probe.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === elevatorId, 20_000);
    }
    calls.areDone = true;
    expect(await rebuilding).toBeGreaterThan(0);
    await Promise.all(callers.map((caller) => caller.close()));
    const orders = await harness.store.rows
      .selectFrom('rescue_orders')
      .select('elevator_id')
      .where('elevator_id', '!=', smallCity.lift.id)
      .orderBy('elevator_id')
      .execute();
    expect(orders.map(({ elevator_id }) => elevator_id)).toEqual(callers.map((_, index) => firstLiftId + index));
  }, 120_000);
});
