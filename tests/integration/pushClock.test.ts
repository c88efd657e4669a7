import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyServerFrame } from '../../src/contract/olderPush.ts';
import { absoluteLimitMs } from '../../server/access/sessions.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { importCorrelation } from '../../server/store/importedEvent.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { users, lift, farLift } = smallCity;
let clock: VirtualClock;
let harness: HttpHarness;
let probes: PushProbe[] = [];

beforeEach(async () => {
  clock = new VirtualClock();
  harness = await openHttpHarness({ clock });
});
afterEach(async () => {
  for (const probe of probes) probe.drop();
  probes = [];
  await harness.dispose();
});

async function open(userId: number, last?: null): Promise<PushProbe> {
  const before = harness.hub.stats().clients;
  const probe = await harness.connect({ userId, token: await harness.signIn(userId), last });
  probes.push(probe);
  await vi.waitFor(() => expect(harness.hub.stats().clients).toBe(before + 1));
  return probe;
}
/** Moves time on second by second and lets the sockets carry what was written meanwhile. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}
let calls = 0;
async function phoneIn(elevatorId: number = lift.id): Promise<number> {
  const { orderId } = await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
    elevatorId,
    callerPhone: '13800000000',
    requestId: `call-${calls++}`,
  });
  await clock.advance(10);
  return orderId;
}
async function raise(kind: 'moto' | 'longTimeOpen', id: string): Promise<void> {
  const device = harness.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('the lift has no device');
  await harness.domain.devices.recordEvent(device, { id, at: clock.nowMs(), kind, cleared: false });
}
const rings = (probe: PushProbe) => probe.frames.filter(({ text }) => text === `new_rescue_order:${lift.id}`).length;
const isHeartbeat = ({ heartbeat }: AnyServerFrame) => heartbeat !== undefined;

describe('an unanswered call', () => {
  it('is repeated every ten seconds, without a new position, until someone answers', async () => {
    const [ours, spec] = [await open(users.dispatcher1, null), await open(users.dispatcher2)];
    const orderId = await phoneIn();
    await vi.waitFor(() => expect([rings(ours), rings(spec)]).toEqual([1, 1]));
    await pass(60);
    await vi.waitFor(() => expect([rings(ours), rings(spec)]).toEqual([7, 7]));
    const reminders = ours.frames.filter(({ event }) => event?.kind === 'rescue.ringing' && event.reminder);
    expect(reminders).toHaveLength(6);
    for (const { position } of reminders) expect(position).toBeUndefined();
    await harness.domain.rescue.accept(await principalOf(harness.store, users.dispatcher1), { orderId });
    await pass(30);
    expect([rings(ours), rings(spec)]).toEqual([7, 7]);
  });

  it('never stays silent for more than ten seconds, whenever it came', async () => {
    const spec = await open(users.dispatcher2);
    await clock.advance(1_337);
    await phoneIn();
    let [silentMs, seen] = [0, 0];
    await vi.waitFor(() => expect(rings(spec)).toBe(1));
    for (let step = 0; step < 300; step += 1) {
      await clock.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 2));
      silentMs = rings(spec) > seen ? 0 : silentMs + 100;
      seen = rings(spec);
      expect(silentMs).toBeLessThanOrEqual(10_000);
    }
    expect(seen).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['back', -7_200_000],
    ['forward', 7_200_000],
  ])(
    'is sent every ten seconds, and a new one immediately, while the clock is set two hours %s',
    async (_direction, byMs) => {
      const ours = await open(users.dispatcher1, null);
      await phoneIn();
      await vi.waitFor(() => expect(rings(ours)).toBe(1));
      await pass(5);
      clock.step(byMs);
      await pass(56);
      await vi.waitFor(() => expect(rings(ours)).toBe(7));
      await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
        elevatorId: farLift.id,
        callerPhone: '13800000000',
        requestId: 'after the step',
      });
      // No time passes: anything that waits for a timer of the hub would wait forever.
      await ours.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === farLift.id);
    },
  );

  it('is written immediately, and what does not ring waits a moment for it', async () => {
    const ours = await open(users.dispatcher1, null);
    await clock.advance(1_000);
    await raise('moto', 'e-1');
    await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
      elevatorId: lift.id,
      callerPhone: '13800000000',
      requestId: 'beside an alarm',
    });
    // No time passes: the ring waits for no timer, and takes the older frame with it.
    await ours.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === lift.id);
    const kinds = ours.frames.flatMap(({ event }) => (event === undefined ? [] : [event.kind]));
    expect(kinds.indexOf('alarm.raised')).toBeLessThan(kinds.indexOf('rescue.ringing'));
    await raise('longTimeOpen', 'e-2');
    await vi.waitFor(async () => {
      await clock.advance(8);
      expect(ours.frames.filter(({ event }) => event?.kind === 'alarm.raised')).toHaveLength(2);
    });
  });

  it('rings on after a restart of the server', async () => {
    await phoneIn();
    await harness.restart();
    const spec = await open(users.dispatcher2);
    await vi.waitFor(() => expect(rings(spec)).toBe(1));
    await pass(10);
    await vi.waitFor(() => expect(rings(spec)).toBeGreaterThanOrEqual(2));
  });

  it('of an import is no news, but rings as the open call that it is', async () => {
    const ours = await open(users.dispatcher1, null);
    const orderId = await harness.store.nextId('rescue');
    const elevator = harness.domain.directory.elevator(farLift.id);
    if (elevator === undefined) throw new Error('the far lift is missing');
    const { tag, addr, responsible } = elevator;
    const data = {
      orderId,
      elevatorId: farLift.id,
      tag,
      addr,
      trigger: 'trapped',
      alarmId: null,
      responsible,
      arriveLimitMinutes: 60,
      escalateAfterSeconds: [60, 120, 300],
      respondLimitSeconds: 180,
      lapseAfterSeconds: 300,
      late: false,
    };
    await harness.store.append({
      stream: `rescue-${orderId}`,
      expectedVersion: 'none',
      correlationId: importCorrelation,
      actor: { kind: 'simulator', id: 'demo', name: '演示' },
      events: [{ type: 'rescue.raised', data, atMs: clock.nowMs() }],
    });
    await pass(2);
    await ours.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.orderId === orderId);
    expect(ours.frames.filter(({ event, position }) => event !== undefined && position !== undefined)).toEqual([]);
  });
});

describe('heartbeats', () => {
  it('come every five seconds to our own clients only, with the time of the server and the place to resume from', async () => {
    const [ours, spec] = [await open(users.dispatcher1, null), await open(users.dispatcher2)];
    await pass(21);
    await vi.waitFor(() => expect(ours.frames.filter(isHeartbeat)).toHaveLength(4));
    const last = ours.frames.filter(isHeartbeat).at(-1);
    expect(last).toEqual({
      epoch: expect.any(String),
      position: expect.any(Number),
      resume: expect.any(String),
      heartbeat: { position: last?.position, serverTimeMs: expect.any(Number) },
    });
    expect(harness.places.open(last?.resume ?? '')).toBe(await harness.store.head());
    expect(spec.texts).toEqual([]);
  });

  it('move the point of resuming on, so that a quiet client need not take a snapshot', async () => {
    const stranger = await open(users.stranger, null);
    await phoneIn();
    await pass(5);
    await vi.waitFor(async () =>
      expect(harness.places.open(stranger.frames.at(-1)?.resume ?? '')).toBe(await harness.store.head()),
    );
  });

  it('a client that answers no ping for twelve seconds is cut off', async () => {
    const ours = await open(users.dispatcher1, null);
    await pass(30);
    expect(harness.hub.stats().clients).toBe(1);
    ours.ws.pause();
    await pass(20);
    await vi.waitFor(() => expect(harness.hub.stats().clients).toBe(0));
    expect(harness.hub.isOnline(users.dispatcher1)).toBe(false);
  });
});

describe('the session of an open console', () => {
  it('stays while the socket is open, and ends after seven days all the same', async () => {
    const token = await harness.signIn(users.dispatcher1);
    const probe = await harness.connect({ userId: users.dispatcher1, token, last: null });
    probes.push(probe);
    await vi.waitFor(() => expect(harness.hub.stats().clients).toBe(1));
    // Minutes at a time would take long: the row is asked for by the check, which runs each minute.
    const row = async () =>
      (await harness.store.rows
        .selectFrom('sessions')
        .select(['last_seen_at_ms', 'created_at_ms'])
        .executeTakeFirst()) ?? { last_seen_at_ms: 0, created_at_ms: 0 };
    await pass(130);
    const { last_seen_at_ms: seenAtMs, created_at_ms: createdAtMs } = await row();
    expect(seenAtMs - createdAtMs).toBeGreaterThanOrEqual(60_000);
    await harness.store.write(function* (queries) {
      yield queries
        .updateTable('sessions')
        .set({ expires_at_ms: createdAtMs + 200_000 })
        .compile();
      return undefined;
    });
    await pass(130);
    expect(await probe.closed).toBe(4401);
    expect(absoluteLimitMs).toBe(7 * 86_400_000);
  }, 30_000);
});
