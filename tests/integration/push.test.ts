import { connect as connectTcp } from 'node:net';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints/index.ts';
import { noticeEvents } from '../../src/contract/events/notice.ts';
import type { AnyServerFrame } from '../../src/contract/olderPush.ts';
import { closeCodes } from '../../src/contract/push.ts';
import { tokenFragment } from '../../server/access/sessions.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run } from '../../server/store/eventStore.ts';
import { isRepeated, laterPoint, pointOf, type ResumePoint } from '../../src/contract/resumePoint.ts';
import { SealedPlaces } from '../../server/push/framePlaces.ts';
import { testPepper } from '../support/testAccess.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { connectPush, type PushProbe } from '../support/pushProbe.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';

const { users, lift, farLift } = smallCity;
let harness: HttpHarness;
let probes: PushProbe[] = [];

beforeEach(async () => {
  harness = await openHttpHarness({ allowedOrigins: ['https://desk.example'] });
});
afterEach(async () => {
  for (const probe of probes) probe.drop();
  probes = [];
  await harness.dispose();
});

const isWelcome = ({ welcome }: AnyServerFrame) => welcome !== undefined;
const kindIs =
  (kind: string) =>
  ({ event }: AnyServerFrame) =>
    event?.kind === kind;
const toldOf = (type: string) => (frame: AnyServerFrame) => JSON.stringify(frame).includes(type);
const isReminder = ({ event }: AnyServerFrame) => event?.kind === 'rescue.ringing' && event.reminder;
/** Returns the frame's place in the log; undefined for one without a place. */
function placeOf(frame: AnyServerFrame): number | undefined {
  const known = placesOfFrames.get(frame);
  if (known !== undefined || frame.resume === undefined) return known;
  const place = harness.places.open(frame.resume);
  if (place !== undefined) placesOfFrames.set(frame, place);
  return place;
}
const placesOfFrames = new WeakMap<AnyServerFrame, number>();
/** The events of the log among the frames, by their place in it. */
const logged = (probe: PushProbe) =>
  probe.frames.flatMap((frame) => {
    const position = placeOf(frame);
    return frame.event === undefined || position === undefined ? [] : [{ position, kind: frame.event.kind }];
  });
/** Returns the point that a client carries which has had everything up to this place. */
const pointAt = (position: number): ResumePoint => ({
  epoch: 'any',
  position: 1,
  resume: harness.places.seal(position),
});

async function console(
  userId: number,
  last: ResumePoint | null = null,
  { isOlder = false }: { readonly isOlder?: boolean } = {},
): Promise<PushProbe> {
  const probe = await harness.connect({ userId, token: await harness.signIn(userId), last, isOlder });
  probes.push(probe);
  await probe.waitFor(isWelcome);
  return probe;
}
/** As a client written from the specification connects: `{text}` and no more. Ready when the hub counts it. */
async function specClient(userId: number): Promise<PushProbe> {
  const before = harness.hub.stats().clients;
  const probe = await harness.connect({ userId, token: await harness.signIn(userId) });
  probes.push(probe);
  await vi.waitFor(() => expect(harness.hub.stats().clients).toBe(before + 1));
  return probe;
}
const wsUrl = () => `ws://127.0.0.1:${harness.port}/ws`;
/** The close code for a first frame with this text. */
async function guess(text: string): Promise<number> {
  const probe = await connectPush({ url: wsUrl(), hello: { text } });
  return probe.closed;
}
let calls = 0;
async function phoneIn(elevatorId: number = lift.id): Promise<number> {
  const by = await principalOf(harness.store, users.admin);
  const { orderId } = await harness.domain.rescue.phoneIn(by, {
    elevatorId,
    callerPhone: '13800000000',
    requestId: `call-${calls++}`,
  });
  return orderId;
}
const accept = async (orderId: number, userId: number = users.dispatcher1) =>
  harness.domain.rescue.accept(await principalOf(harness.store, userId), { orderId });
async function judgeFalse(orderId: number): Promise<void> {
  await harness.domain.rescue.step(await principalOf(harness.store, users.admin), {
    id: orderId,
    event: 'rescue.judgedFalse',
    data: { reason: '演练' },
  });
}
const raiseAlarm = async (kind: 'moto' | 'over_speed' | 'trapped', id: string) => {
  const device = harness.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('the lift has no device');
  await harness.domain.devices.recordEvent(device, { id, at: Date.now(), kind, cleared: false });
};

describe('a client written from the specification alone', () => {
  it('gets calls in the form of the specification, and nothing else', async () => {
    const probe = await specClient(users.dispatcher1);
    const orderId = await phoneIn();
    await probe.waitFor(({ text }) => text === `new_rescue_order:${lift.id}`);
    await accept(orderId);
    // Only danger to life rings: of a scooter an old client would make a dialog too.
    await raiseAlarm('moto', 'm1');
    await raiseAlarm('over_speed', 's1');
    await probe.waitFor(({ text }) => text === `alarm:电梯超速,${lift.id}`);
    expect(probe.texts).toEqual([`{"text":"new_rescue_order:${lift.id}"}`, `{"text":"alarm:电梯超速,${lift.id}"}`]);
  });

  it('gets every open unanswered call after each sign-in, and no answered one', async () => {
    const [first, second] = [await phoneIn(lift.id), await phoneIn(farLift.id)];
    const probe = await specClient(users.dispatcher1);
    expect(await probe.waitFor(({ text }) => text === `new_rescue_order:${farLift.id}`)).toEqual({
      text: `new_rescue_order:${farLift.id}`,
    });
    expect(probe.texts).toHaveLength(2);
    await accept(first);
    await accept(second);
    const again = await specClient(users.dispatcher1);
    expect(again.texts).toEqual([]);
  });
});

describe('one call is one frame', () => {
  it('a trapped alarm rings as its rescue order and not as an alarm too', async () => {
    const [desk, old] = [await console(users.dispatcher1), await specClient(users.dispatcher2)];
    await raiseAlarm('trapped', 't1');
    const ring = await desk.waitFor(kindIs('rescue.ringing'));
    expect(ring).toMatchObject({
      text: `new_rescue_order:${lift.id}`,
      epoch: expect.any(String),
      event: {
        tag: lift.tag,
        sosTel: '0571-9001',
        communityName: '翠湖花园',
        fullArea: '云川市东湖区',
        priority: 1,
        trigger: 'trapped',
        limits: { respondMs: 180_000, arriveMs: 1_800_000 },
        reminder: false,
      },
    });
    await old.waitFor(({ text }) => text !== undefined);
    expect(old.texts).toHaveLength(1);
    expect(desk.frames.filter(({ text }) => text !== undefined)).toHaveLength(1);
  });

  it('a lift out of use or scrapped rings all the same, and its call can be registered by telephone', async () => {
    for (const [index, state] of [1, 2].entries()) {
      await harness.store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ state }).where('id', '=', lift.id));
      });
      await harness.domain.reloadLifts({ elevatorIds: [lift.id] });
      const desk = await console(users.dispatcher1);
      await raiseAlarm('trapped', `scrapped-${index}`);
      expect(await desk.waitFor(kindIs('rescue.ringing'))).toMatchObject({ text: `new_rescue_order:${lift.id}` });
      const orderId = await phoneIn();
      await accept(orderId);
      await judgeFalse(orderId);
      desk.drop();
    }
  });

  it('an alarm that is no danger to life reaches our own client as an event, without the text that rings', async () => {
    const desk = await console(users.dispatcher1);
    await raiseAlarm('moto', 'm2');
    const told = await desk.waitFor(kindIs('alarm.raised'));
    expect(told).toMatchObject({ event: { alarmKind: 'moto', title: '电动车入梯', priority: 2 } });
    expect(told.text).toBeUndefined();
  });

  it('a user who may look but not answer gets no call, only that something changed', async () => {
    const probe = await console(users.property);
    await phoneIn();
    expect(await probe.waitFor(({ position }) => position !== undefined && position > 0 && true)).toBeDefined();
    const changed = await probe.waitFor(kindIs('stream.changed'));
    expect(changed.text).toBeUndefined();
    expect(probe.frames.some(kindIs('rescue.ringing'))).toBe(false);
  });

  it('a page from before an update hears of each sort of record as it always did, and of the same events', async () => {
    const [page, older] = [await console(users.admin), await console(users.admin, null, { isOlder: true })];
    await raiseAlarm('moto', 'm3');
    const orderId = await phoneIn();
    await accept(orderId);
    await harness.domain.rescue.step(await principalOf(harness.store, users.dispatcher1), {
      id: orderId,
      event: 'rescue.noted',
      data: { text: '已电话安抚' },
    });
    const [noted, olderNoted] = [
      await page.waitFor(toldOf('rescue.noted')),
      await older.waitFor(toldOf('rescue.noted')),
    ];
    expect(noted.event).toMatchObject({
      kind: 'stream.changed',
      stream: 'rescue',
      id: orderId,
      elevator_id: lift.id,
      fact: { type: 'rescue.noted', data: { text: '已电话安抚' }, actor: { id: users.dispatcher1 } },
    });
    expect(olderNoted.event).toEqual({
      kind: 'rescue.changed',
      orderId,
      elevatorId: lift.id,
      type: 'rescue.noted',
      fact: noted.event?.kind === 'stream.changed' ? noted.event.fact : undefined,
    });
    expect(logged(older).map(({ position }) => position)).toEqual(logged(page).map(({ position }) => position));
    expect(older.frames.some(kindIs('stream.changed'))).toBe(false);
  });

  it('reads the city’s rate of events from no position: neither frames nor heartbeats count what it does not get', async () => {
    const narrow = await console(users.property);
    const told = async (): Promise<AnyServerFrame> => {
      const had = narrow.frames.length;
      await phoneIn();
      await vi.waitFor(() => expect(narrow.frames.slice(had).some(kindIs('stream.changed'))).toBe(true));
      return narrow.frames.slice(had).find(kindIs('stream.changed')) ?? {};
    };
    const first = await told();
    const startedMs = performance.now();
    const orderId = await phoneIn(farLift.id);
    for (let elsewhere = 0; elsewhere < 50; elsewhere += 1)
      await harness.store.append({
        stream: `notice-far-${elsewhere}`,
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: Array.from({ length: 100 }, () => ({
          type: 'notice.raised',
          data: { title: 'x', detail: '', level: 0, rescueOrderId: null, elevatorId: null, userIds: [users.admin] },
          atMs: 0,
        })),
      });
    await accept(orderId);
    const second = await told();
    const passedMs = performance.now() - startedMs;
    const grown = (second.position ?? 0) - (first.position ?? 0);
    expect(grown).toBeGreaterThan(0);
    // Microseconds, as the time passed, and nothing for each of the 5,000 events.
    expect(Math.abs(grown / 1_000 - passedMs)).toBeLessThan(1_000);
  });

  it('a user without a lift in scope gets nothing', async () => {
    const [far, stranger, desk] = [
      await console(users.property),
      await console(users.stranger),
      await console(users.dispatcher1),
    ];
    const orderId = await phoneIn(farLift.id);
    await accept(orderId);
    await desk.waitFor(kindIs('rescue.claimed'));
    await harness.hub.close();
    await Promise.all([far.closed, stranger.closed]);
    expect(logged(far)).toEqual([]);
    expect(logged(stranger)).toEqual([]);
  });

  it('the claim is announced to everyone with the name, and the end with the outcome', async () => {
    const probe = await console(users.dispatcher2);
    const orderId = await phoneIn();
    await accept(orderId);
    expect(await probe.waitFor(kindIs('rescue.claimed'))).toMatchObject({
      event: { orderId, byUserId: users.dispatcher1, byUserName: '张伟' },
    });
    await judgeFalse(orderId);
    expect(await probe.waitFor(kindIs('rescue.over'))).toMatchObject({ event: { orderId, how: 'falseCall' } });
    const positions = probe.frames.flatMap(({ position }) => position ?? []);
    expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
  });

  it('a platform notice reaches the named people', async () => {
    const probe = await console(users.dispatcher1);
    await raiseAlarm('trapped', 't2');
    expect(await probe.waitFor(kindIs('notice.raised'))).toMatchObject({
      event: { title: expect.stringContaining(lift.tag) },
    });
  });
});

describe('a client that was away', () => {
  it('gets what it missed, once, in order, and then continues live', async () => {
    const away = await console(users.dispatcher1);
    const orderId = await phoneIn();
    const ring = await away.waitFor(kindIs('rescue.ringing'));
    away.drop();
    await accept(orderId);
    await judgeFalse(orderId);
    await phoneIn(farLift.id);
    const back = await console(users.dispatcher1, pointOf(ring) ?? null);
    expect(back.frames[0]).toMatchObject({ welcome: { fresh: false } });
    expect(back.frames[0]?.position).toBeUndefined();
    const live = await phoneIn(lift.id);
    await back.waitFor(({ event }) => event?.kind === 'rescue.ringing' && event.orderId === live && !event.reminder);
    expect(
      logged(back)
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('rescue')),
    ).toEqual(['rescue.claimed', 'rescue.over', 'rescue.ringing', 'rescue.ringing']);
    // The call that still rings is sent again, after the replay and without a position.
    expect(back.frames.filter(isReminder).map(({ position }) => position)).toEqual([undefined]);
  });

  it('does not claim the call that its user registers: it rings for colleagues, until the link is back', async () => {
    const colleague = await console(users.dispatcher2);
    const token = await harness.signIn(users.dispatcher1);
    const register = async (elevatorId: number, requestId: string) =>
      (
        await harness.call(
          endpoints.exceptionReport,
          { type: 1, elevator_id: elevatorId, caller_phone: '13800000000', request_id: requestId },
          token,
        )
      ).envelope;
    expect(await register(lift.id, 'report-01')).toMatchObject({ code: 0, data: { accepted_by: null } });
    await colleague.waitFor(kindIs('rescue.ringing'));
    await console(users.dispatcher1);
    expect(await register(farLift.id, 'report-02')).toMatchObject({
      code: 0,
      data: { accepted_by: { id: users.dispatcher1 } },
    });
  });

  it('across a restart of the server as well', async () => {
    const away = await console(users.dispatcher1);
    const orderId = await phoneIn();
    const ring = await away.waitFor(kindIs('rescue.ringing'));
    await accept(orderId);
    await harness.restart();
    expect(await away.closed).toBe(1012);
    const back = await console(users.dispatcher1, pointOf(ring) ?? null);
    const missed = await back.waitFor(kindIs('rescue.claimed'));
    expect(back.frames[0]).toMatchObject({ welcome: { fresh: false } });
    // The new process starts to count again, and its epoch says so: the page takes no missed frame for one that it has had.
    expect(missed.epoch).not.toBe(ring.epoch);
    expect(isRepeated(pointOf(ring) ?? null, missed)).toBe(false);
  });

  it.each([
    ['the first visit', async () => null],
    [
      'another log',
      async () => ({
        epoch: 'restored-from-a-backup',
        position: 0,
        resume: new SealedPlaces(testPepper, 'restored-from-a-backup').seal(1),
      }),
    ],
    ['a page from before the places were sealed', async () => ({ epoch: harness.store.epoch, position: 1 })],
    ['a position that does not exist yet', async () => pointAt(1_000_000)],
    [
      'more than 5,000 events ago',
      async () => {
        const data = {
          title: 'x',
          detail: '',
          level: 0,
          rescueOrderId: null,
          elevatorId: null,
          userIds: [users.admin],
        };
        await harness.store.append({
          stream: 'notice-many',
          expectedVersion: 'any',
          actor: { kind: 'system', id: 'test', name: 'test' },
          events: Array.from({ length: 5_002 }, () => ({ type: 'notice.raised', data, atMs: 0 })),
        });
        await vi.waitFor(async () => expect(harness.hub.stats().position).toBe(await harness.store.head()), {
          timeout: 30_000,
        });
        return pointAt(0);
      },
    ],
  ])(
    '%s: a fresh snapshot is asked for, from a named position',
    async (_name, lastOf) => {
      const orderId = await phoneIn();
      const probe = await console(users.dispatcher1, await lastOf());
      expect(probe.frames[0]).toMatchObject({
        welcome: { fresh: true },
        epoch: expect.any(String),
        position: expect.any(Number),
        resume: expect.any(String),
      });
      expect(await probe.waitFor(isReminder)).toMatchObject({ event: { orderId } });
      expect(logged(probe)).toEqual([]);
    },
    30_000,
  );

  it('40 clients whose links are cut repeatedly each get everything exactly once', async () => {
    const crowd = [users.dispatcher1, ...(await addPeopleLike(harness.store, [users.dispatcher1], 3))];
    const tokens = await Promise.all(crowd.map((userId) => harness.signIn(userId)));
    const seen = Array.from({ length: 40 }, () => new Array<number>());
    const story = { isOver: false, lastPosition: 0 };
    const runClient = async (positions: number[], index: number) => {
      let last: ResumePoint | null = null;
      while (!story.isOver || (positions.at(-1) ?? 0) < story.lastPosition) {
        const place = index % crowd.length;
        const probe: PushProbe = await harness.connect({
          userId: crowd[place] ?? users.dispatcher1,
          token: tokens[place] ?? '',
          last,
        });
        await probe.waitFor(isWelcome);
        const liveMs = story.isOver ? 400 : 20 + ((index * 37) % 90);
        await new Promise((resolve) => setTimeout(resolve, liveMs));
        probe.drop();
        // As a page does: what it has had already is dropped, and the last point is kept.
        for (const frame of probe.frames) {
          const position = placeOf(frame);
          if (frame.event !== undefined && position !== undefined && !isRepeated(last, frame)) positions.push(position);
          const next = pointOf(frame);
          if (next !== undefined) last = laterPoint(last, next);
        }
      }
    };
    const startPosition = await harness.store.head();
    const clients = seen.map(runClient);
    for (let round = 0; round < 25; round += 1) {
      const orderId = await phoneIn(round % 2 === 0 ? lift.id : farLift.id);
      await accept(orderId);
      await judgeFalse(orderId);
    }
    await vi.waitFor(async () => expect(harness.hub.stats().position).toBe(await harness.store.head()), {
      timeout: 30_000,
    });
    const all = await harness.store.readAll(startPosition, 1_000);
    const expected = all
      .filter(
        ({ stream, type, data }) =>
          stream.startsWith('rescue-') ||
          (type === 'notice.raised' && noticeEvents['notice.raised'].parse(data).userIds.includes(users.dispatcher1)),
      )
      .map(({ position }) => position);
    story.lastPosition = expected.at(-1) ?? 0;
    story.isOver = true;
    await Promise.all(clients);
    const first = Math.max(...seen.map(([position]) => position ?? 0));
    for (const positions of seen)
      expect(positions.filter((position) => position >= first)).toEqual(
        expected.filter((position) => position >= first),
      );
  }, 60_000);
});

describe('a slow client', () => {
  it('holds up no one, is cut off, and resumes with nothing lost', async () => {
    const [slow, quick] = [await console(users.dispatcher1), await console(users.dispatcher2)];
    // No byte is read from now on: the kernel's buffers fill, then the server's.
    slow.ws.pause();
    const [greeting] = quick.frames;
    if (greeting === undefined) throw new Error('no greeting');
    const position = placeOf(greeting) ?? 0;
    const event = {
      type: 'notice.raised',
      atMs: 0,
      data: {
        title: '长'.repeat(1_500),
        detail: '',
        level: 0,
        rescueOrderId: null,
        elevatorId: null,
        userIds: [users.dispatcher1, users.dispatcher2],
      },
    };
    let lastPosition = 0;
    const startedMs = performance.now();
    for (let batch = 0; batch < 40; batch += 1) {
      const { events } = await harness.store.append({
        stream: `notice-${batch}`,
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: Array.from({ length: 100 }, () => event),
      });
      lastPosition = events.at(-1)?.position ?? 0;
      // One that reads has each batch before the next, however busy this process is; only the other falls behind.
      await quick.waitFor((frame) => placeOf(frame) === lastPosition, 15_000);
    }
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    await vi.waitFor(() => expect(harness.hub.stats().clients).toBe(1), { timeout: 10_000 });
    slow.drop();
    const back = await console(users.dispatcher1, pointAt(position));
    await back.waitFor((frame) => placeOf(frame) === lastPosition, 15_000);
    expect(logged(back)).toEqual(logged(quick).filter(({ position: at }) => at > position));
  }, 60_000);
});

describe('who may connect', () => {
  it.each([
    ['of a foreign page', 'https://evil.example'],
    ['of a page on another port', 'http://127.0.0.1:1'],
    ['that is none', 'null'],
    ['that only begins alike', 'http://127.0.0.1.evil.example'],
  ])('an origin %s is refused', async (_name, origin) => {
    await expect(connectPush({ url: wsUrl(), headers: { origin } })).rejects.toThrow('403');
  });

  it('its own origin, an allowed one, and none at all are accepted', async () => {
    for (const headers of [{ origin: `http://127.0.0.1:${harness.port}` }, { origin: 'https://desk.example' }, {}]) {
      const probe = await harness.connect({
        userId: users.dispatcher1,
        token: await harness.signIn(users.dispatcher1),
        last: null,
        headers,
      });
      await probe.waitFor(isWelcome);
      probe.drop();
    }
  });

  it('no other path is a socket', async () => {
    await expect(connectPush({ url: `ws://127.0.0.1:${harness.port}/api/ws` })).rejects.toThrow('404');
  });

  it.each([
    ['a wrong fragment', () => ({ text: `${users.dispatcher1}@0123456789abcdef` }), closeCodes.refused],
    ['the fragment of somebody else', () => ({ text: `${users.dispatcher2}@${fragment}` }), closeCodes.refused],
    ['the whole token', () => ({ text: `${users.dispatcher1}@${token}` }), closeCodes.refused],
    ['a longer fragment', () => ({ text: `${users.dispatcher1}@${fragment}0` }), closeCodes.refused],
    ['no JSON', () => 'hello', closeCodes.badFrame],
    ['no text', () => ({ hello: 1 }), closeCodes.badFrame],
  ])('%s as first frame closes, at the first try', async (_name, helloOf, code) => {
    token = await harness.signIn(users.dispatcher1);
    fragment = tokenFragment(token);
    const probe = await connectPush({ url: wsUrl(), hello: helloOf() });
    expect(await probe.closed).toBe(code);
    expect(probe.frames).toEqual([]);
  });
  let token = '';
  let fragment = '';

  it('a right first frame is let in from the very address that sends wrong ones without end', async () => {
    const codes: number[] = [];
    for (let attempt = 0; attempt < 30; attempt += 1)
      codes.push(await guess(`${users.property}@${randomBytes(8).toString('hex')}`));
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => closeCodes.refused),
      ...Array.from({ length: 20 }, () => closeCodes.tooManyTries),
    ]);
    // Signed in elsewhere, or here: what others guessed wrong does not matter.
    const foreign = await harness.connect({
      userId: users.admin,
      token: await harness.signIn(users.admin, '198.51.100.7'),
      last: null,
    });
    probes.push(foreign);
    await foreign.waitFor(isWelcome);
    await console(users.dispatcher1);
    // A tab of a user who is signed in here learns that its own session has ended.
    expect(await guess(`${users.dispatcher1}@${randomBytes(8).toString('hex')}`)).toBe(closeCodes.refused);
  });

  it('an eleventh page of one user closes the oldest, which learns why; the other ten ring', async () => {
    const token = await harness.signIn(users.dispatcher1);
    const pages: PushProbe[] = [];
    for (let page = 0; page < 11; page += 1) {
      const probe = await harness.connect({ userId: users.dispatcher1, token, last: null });
      probes.push(probe);
      await probe.waitFor(isWelcome);
      pages.push(probe);
    }
    const [oldest, ...others] = pages;
    expect(await oldest?.closed).toBe(closeCodes.tooManySockets);
    await phoneIn();
    for (const page of others) await page.waitFor(kindIs('rescue.ringing'));
    // Other users' pages are not affected.
    await console(users.dispatcher2);
  });

  it('pages that are still told what they missed count as well, and end with their session', async () => {
    const token = await harness.signIn(users.dispatcher1);
    const title = '长'.repeat(1_500);
    const event = {
      type: 'notice.raised',
      atMs: 0,
      data: { title, detail: '', level: 0, rescueOrderId: null, elevatorId: null, userIds: [users.dispatcher1] },
    };
    const before = await harness.store.head();
    // More than the kernel holds for a page that does not read.
    for (let batch = 0; batch < 40; batch += 1) {
      await harness.store.append({
        stream: `notice-${batch}`,
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: Array.from({ length: 100 }, () => event),
      });
    }
    const head = await harness.store.head();
    await vi.waitFor(() => expect(harness.hub.stats().position).toBe(head), { timeout: 15_000 });
    const pages: PushProbe[] = [];
    for (let page = 0; page < 11; page += 1) {
      const probe = await harness.connect({
        userId: users.dispatcher1,
        token,
        last: pointAt(before),
      });
      probes.push(probe);
      await probe.waitFor(isWelcome);
      probe.ws.pause();
      pages.push(probe);
    }
    expect(harness.hub.stats().clients).toBe(0);
    const [oldest, second] = pages;
    oldest?.ws.resume();
    expect(await oldest?.closed).toBe(closeCodes.tooManySockets);
    expect((await harness.call(endpoints.logout, {}, token)).envelope?.code).toBe(0);
    second?.ws.resume();
    expect(await second?.closed).toBe(closeCodes.refused);
    for (const page of pages) page.drop();
  }, 60_000);

  it('an eleventh login of one user ends the oldest session: its socket closes, and its next call says why', async () => {
    const oldest = await harness.signIn(users.dispatcher1);
    const probe = await harness.connect({ userId: users.dispatcher1, token: oldest, last: null });
    probes.push(probe);
    await probe.waitFor(isWelcome);
    const second = await harness.signIn(users.dispatcher1);
    for (let login = 0; login < 9; login += 1) await harness.signIn(users.dispatcher1);
    expect(await probe.closed).toBe(closeCodes.refused);
    const answer = await harness.call(endpoints.userDetail, {}, oldest);
    expect([answer.status, answer.envelope?.message]).toEqual([401, expect.stringContaining('同时登录超过 10 处')]);
    expect((await harness.call(endpoints.userDetail, {}, second)).status).toBe(200);
  });

  it('a user whose password must be changed gets nothing, neither from calls nor from the socket', async () => {
    const mustChange = (flag: 0 | 1) =>
      harness.store.write(function* (queries) {
        yield* run(
          queries.updateTable('users').set({ must_change_password: flag }).where('id', '=', users.dispatcher1),
        );
      });
    const open = await console(users.dispatcher1);
    const token = await harness.signIn(users.dispatcher1);
    await mustChange(1);
    harness.sessions.accessChanged(users.dispatcher1);
    expect(await open.closed).toBe(closeCodes.refused);
    const refused = await harness.connect({ userId: users.dispatcher1, token, last: null });
    expect(await refused.closed).toBe(closeCodes.refused);
    expect(refused.frames).toEqual([]);
    expect((await harness.call(endpoints.rescueList, {}, token)).status).toBe(403);
    await mustChange(0);
    harness.sessions.accessChanged(users.dispatcher1);
    const changed = await harness.connect({ userId: users.dispatcher1, token, last: null });
    probes.push(changed);
    await changed.waitFor(isWelcome);
  });

  it('a socket that floods the server with its console state is closed', async () => {
    const [flooding, desk] = [await console(users.dispatcher1), await console(users.dispatcher2)];
    for (let frame = 0; frame < 50; frame += 1) flooding.send({ console: frame % 2 === 0 ? 'armed' : 'blocked' });
    expect(await flooding.closed).toBe(closeCodes.tooManyTries);
    await phoneIn();
    await desk.waitFor(kindIs('rescue.ringing'));
  });

  it('a client that is silent for five seconds is closed, and may try again: the network may be slow', async () => {
    const startedMs = systemClock.nowMs();
    const probe = await connectPush({ url: wsUrl() });
    expect(await probe.closed).toBe(closeCodes.tooSlow);
    expect(systemClock.nowMs() - startedMs).toBeGreaterThan(4_900);
  }, 15_000);

  it('after the first frame only the state of the console is accepted', async () => {
    for (const frame of ['nonsense', { text: 'new_rescue_order:1' }, { console: 'loud' }, [1]]) {
      const probe = await console(users.dispatcher1);
      probe.send(frame);
      expect(await probe.closed).toBe(closeCodes.badFrame);
    }
    const probe = await console(users.dispatcher1);
    probe.send({ console: 'x'.repeat(5_000) });
    expect(await probe.closed).toBe(1009);
  });

  it('a raw byte stream that is no handshake harms nothing', async () => {
    await new Promise<void>((resolve) => {
      const socket = connectTcp(harness.port, '127.0.0.1', () =>
        socket.write('GET /ws HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
      );
      socket
        .on('data', () => undefined)
        .on('close', () => resolve())
        .on('error', () => resolve());
    });
    await console(users.dispatcher1);
  });
});

describe('a socket ends with what it was opened by', () => {
  it('within a second of logging out', async () => {
    const token = await harness.signIn(users.dispatcher1);
    const probe = await harness.connect({ userId: users.dispatcher1, token, last: null });
    await probe.waitFor(isWelcome);
    const other = await console(users.dispatcher1);
    const startedMs = performance.now();
    await harness.call(endpoints.logout, {}, token);
    expect(await probe.closed).toBe(closeCodes.refused);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(other.ws.readyState).toBe(other.ws.OPEN);
  });

  it('when the user is disabled; and when the role changes it comes back with the new one', async () => {
    const [disabled, moved] = [await console(users.dispatcher1), await console(users.dispatcher2)];
    await harness.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.dispatcher1));
      yield* run(
        queries.updateTable('users').set({ role_id: smallCity.roles.property }).where('id', '=', users.dispatcher2),
      );
    });
    harness.sessions.accessChanged(users.dispatcher1);
    harness.sessions.accessChanged(users.dispatcher2);
    expect(await disabled.closed).toBe(closeCodes.refused);
    expect(await moved.closed).toBe(1012);
    const back = await console(users.dispatcher2);
    await phoneIn();
    await back.waitFor(kindIs('stream.changed'));
    expect(back.frames.some(kindIs('rescue.ringing'))).toBe(false);
  });
});

describe('consoles that can be heard', () => {
  const here = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };

  it('are armed ones, connected, of people who may answer for the lift', async () => {
    const { hub } = harness;
    expect(hub.isAnyArmedFor(here)).toBe(false);
    const [desk, looker, stranger] = [
      await console(users.dispatcher1),
      await console(users.property),
      await console(users.stranger),
    ];
    expect(hub.isOnline(users.dispatcher1)).toBe(true);
    expect(hub.isAnyArmedFor(here)).toBe(false);
    looker.send({ console: 'armed' });
    stranger.send({ console: 'armed' });
    desk.send({ console: 'blocked' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(hub.isAnyArmedFor(here)).toBe(false);
    desk.send({ console: 'armed' });
    await vi.waitFor(() => expect(hub.isAnyArmedFor(here)).toBe(true));
    desk.drop();
    await vi.waitFor(() => expect(hub.isAnyArmedFor(here)).toBe(false));
    await vi.waitFor(() => expect(hub.isOnline(users.dispatcher1)).toBe(false));
  });
});
