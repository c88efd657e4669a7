import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { systemClock } from '../../runtime/clock.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { CallsFirst } from './callsFirst.ts';
import { DurableSubscription } from './durableSubscription.ts';
import { run, type EventStore } from '../eventStore.ts';

const runs = process.env['TIAN_SOAK'] === '1' ? 300 : 15;
const laneOf = (event: StoredEvent) => event.stream;
const turn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

async function append(store: EventStore, lanes: readonly string[], type = 'count.added'): Promise<void> {
  for (const stream of lanes)
    await store.append({
      stream,
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type, data: {}, atMs: 1 }],
    });
}

const savedCheckpoint = async (store: EventStore, name: string) =>
  (await store.rows.selectFrom('checkpoints').select('position').where('name', '=', name).executeTakeFirst())
    ?.position ?? 0;

describe('a durable subscription with lanes', () => {
  let opened: TestStore;
  beforeEach(async () => {
    opened = await openTestStore({ clock: systemClock });
  });
  afterEach(() => opened.dispose());

  test('lanes run in parallel: one that waits does not hold up the others', async () => {
    const { store } = opened;
    await append(store, ['a', 'b', 'a', 'c']);
    const handled: number[] = [];
    const waiting: (() => void)[] = [];
    const gate = new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    const subscription = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf,
      async onEvent({ position, stream }) {
        if (stream === 'a') await gate;
        handled.push(position);
      },
    });
    await expect.poll(() => handled).toEqual([2, 4]);
    for (const goOn of waiting) goOn();
    await expect.poll(() => handled).toEqual([2, 4, 1, 3]);
    await subscription.close();
    expect(await savedCheckpoint(store, 'lanes')).toBe(4);
  });

  test('a handler that always fails holds up its own lane and the checkpoint alone; after a restart its events come again', async () => {
    const { store } = opened;
    // More lanes fail than may run in parallel.
    const broken = Array.from({ length: 100 }, (_, index) => `broken-${index}`);
    await append(store, ['good', ...broken, 'good', 'good']);
    const handled: number[] = [];
    const subscription = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf,
      async onEvent({ position, stream }) {
        if (stream.startsWith('broken')) throw new Error('for ever');
        handled.push(position);
      },
    });
    await expect.poll(() => handled).toEqual([1, 102, 103]);
    await subscription.close();
    expect(await savedCheckpoint(store, 'lanes')).toBe(1);
    const again: number[] = [];
    const second = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf,
      onEvent: async ({ position }) => {
        again.push(position);
      },
    });
    await expect.poll(() => again.length).toBe(102);
    expect(again.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 102 }, (_, index) => index + 2));
    await second.close();
    expect(await savedCheckpoint(store, 'lanes')).toBe(103);
  });

  test('however much gathers behind a failing event, other lanes are served, and once it succeeds the lane follows in order', async () => {
    const { store } = opened;
    const gatheredNum = 10_500;
    await store.append({
      stream: 'broken',
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: Array.from({ length: gatheredNum }, () => ({ type: 'count.added', data: {}, atMs: 1 })),
    });
    await append(store, ['good']);
    const handled: number[] = [];
    const life = { isBroken: true };
    const subscription = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf,
      async onEvent({ position, stream }) {
        if (stream === 'broken' && life.isBroken) throw new Error('not yet');
        handled.push(position);
      },
    });
    await expect.poll(() => handled, { timeout: 10_000 }).toEqual([gatheredNum + 1]);
    life.isBroken = false;
    await expect.poll(() => handled.length, { timeout: 30_000 }).toBe(gatheredNum + 1);
    expect(handled.slice(1)).toEqual(Array.from({ length: gatheredNum }, (_, index) => index + 1));
    await subscription.close();
    expect(await savedCheckpoint(store, 'lanes')).toBe(gatheredNum + 1);
  }, 60_000);

  test('what is urgent goes ahead of a backlog, with what stands before it in its lane', async () => {
    const { store } = opened;
    // The places are taken, three lanes wait, and the last of them has something urgent behind something that is not. A
    // lane goes to the back after each event.
    const taken = Array.from({ length: 64 }, (_, index) => `taken-${index}`);
    await append(store, [...taken, 'x', 'y', 'help']);
    await append(store, ['help'], 'help.wanted');
    const handled: string[] = [];
    const waiting: (() => void)[] = [];
    const gate = new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    let begun = 0;
    const subscription = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf,
      isUrgent: ({ type }) => type === 'help.wanted',
      async onEvent({ stream, type }) {
        begun += 1;
        // One place becomes free; the others stay taken.
        if (stream.startsWith('taken'))
          await (stream === 'taken-0'
            ? gate
            : new Promise<void>((resolve) => {
                void gate.then(() => turnsLater(200)).then(resolve);
              }));
        else {
          handled.push(`${stream} ${type}`);
          await turn();
        }
      },
    });
    await expect.poll(() => begun).toBe(64);
    for (const goOn of waiting) goOn();
    await expect
      .poll(() => handled)
      .toEqual(['help count.added', 'x count.added', 'help help.wanted', 'y count.added']);
    await subscription.close();
  });

  test('what gives way waits until the calls for help of another subscription have been handled', async () => {
    const { store } = opened;
    await append(store, ['a'], 'help.wanted');
    await append(store, ['b', 'c']);
    await append(store, ['d'], 'message.confirmed');
    const handled: string[] = [];
    const waiting: (() => void)[] = [];
    const answered = new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    const calls = store.subscribeDurably({
      name: 'calls',
      startFrom: 'beginning',
      laneOf,
      isCall: ({ type }) => type === 'help.wanted',
      async onEvent({ stream }) {
        if (stream === 'a') await answered;
        handled.push(`call ${stream}`);
      },
    });
    // The others of its own subscription wait for nothing.
    await expect.poll(() => handled.length).toBe(3);
    const lesser = store.subscribeDurably({
      name: 'lesser',
      startFrom: 'beginning',
      laneOf,
      givesWay: true,
      isUrgent: ({ type }) => type === 'message.confirmed',
      async onEvent({ stream }) {
        handled.push(`lesser ${stream}`);
      },
    });
    await expect.poll(() => handled.slice(3)).toEqual(['lesser d']);
    for (const goOn of waiting) goOn();
    await expect.poll(() => handled.slice(4)).toEqual(['call a', 'lesser a', 'lesser b', 'lesser c']);
    await lesser.close();
    await calls.close();
  });

  test('what gives way to a call does not hold up a stop', async () => {
    const callsFirst = new CallsFirst(new VirtualClock());
    callsFirst.begin();
    const stopping = new AbortController();
    const waited = callsFirst.over(stopping.signal);
    stopping.abort();
    await expect(waited).resolves.toBeUndefined();
    await expect(callsFirst.over(stopping.signal)).resolves.toBeUndefined();
  });

  test('a call that fails, or that takes longer than two seconds, holds nothing back', async () => {
    const clock = new VirtualClock();
    const callsFirst = new CallsFirst(clock);
    const isOver = () => {
      const seen = { over: false };
      void callsFirst.over().then(() => {
        seen.over = true;
      });
      return seen;
    };
    const first = callsFirst.begin();
    const second = callsFirst.begin();
    const lesser = isOver();
    first();
    first();
    await clock.advance(1_999);
    expect(lesser.over).toBe(false);
    await clock.advance(1);
    expect(lesser.over).toBe(true);
    const later = isOver();
    await turn();
    expect(later.over).toBe(true);
    second();
    // With the next call it begins again.
    callsFirst.begin();
    const next = isOver();
    await turn();
    expect(next.over).toBe(false);

    const { store } = opened;
    await append(store, ['a'], 'help.wanted');
    await append(store, ['b']);
    const handled: string[] = [];
    const calls = store.subscribeDurably({
      name: 'calls',
      startFrom: 'beginning',
      laneOf,
      isCall: ({ type }) => type === 'help.wanted',
      async onEvent({ stream }) {
        handled.push(`tried ${stream}`);
        if (stream === 'a') throw new Error('tried and failed');
      },
    });
    const others = store.subscribeDurably({
      name: 'lesser',
      startFrom: 'beginning',
      laneOf,
      givesWay: true,
      async onEvent({ stream }) {
        handled.push(`lesser ${stream}`);
      },
    });
    await expect.poll(() => handled.toSorted(), { timeout: 1_500 }).toContain('lesser b');
    await others.close();
    await calls.close();
  });

  test('an event without a lane is passed over, and the checkpoint goes past it', async () => {
    const { store } = opened;
    await append(store, ['a', 'nobody', 'nobody']);
    const handled: number[] = [];
    const subscription = store.subscribeDurably({
      name: 'lanes',
      startFrom: 'beginning',
      laneOf: ({ stream }) => (stream === 'nobody' ? undefined : stream),
      onEvent: async ({ position }) => {
        handled.push(position);
      },
    });
    await expect.poll(() => savedCheckpoint(store, 'lanes')).toBe(3);
    await subscription.close();
    expect(handled).toEqual([1]);
  });
});

const turnsLater = async (count: number) => {
  for (let index = 0; index < count; index += 1) await turn();
};

/** One life of the process: after how many handlings it dies, and which of them fail or take long. */
const lifetimes = fc.record({
  lasts: fc.integer({ min: 0, max: 40 }),
  troubles: fc.array(fc.constantFrom('fails', 'waits', 'none'), { minLength: 1, maxLength: 12 }),
});

test('despite crashes every event is handled at least once, in its lane’s order, and no checkpoint passes an unhandled one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 }),
      fc.array(lifetimes, { maxLength: 3 }),
      async (lanes, lives) => {
        const clock = new VirtualClock();
        const opened = await openTestStore({ clock });
        const { store } = opened;
        try {
          await append(store, lanes);
          const handled = new Set<number>();
          // Collected, because a handler that throws is simply retried.
          const violations: string[] = [];
          for (const { lasts, troubles } of [...lives, { lasts: Number.POSITIVE_INFINITY, troubles: ['none'] }]) {
            const life = { begun: 0, isDead: false };
            const under = new Map<string, number>();
            const lastOfLane = new Map<string, number>();
            const save = async (name: string, position: number): Promise<void> => {
              if (life.isDead) throw new Error('the process is dead');
              for (let below = 1; below <= position; below += 1)
                if (!handled.has(below)) violations.push(`checkpoint ${position} above ${below}`);
              await store.write(function* (queries) {
                yield* run(
                  queries
                    .insertInto('checkpoints')
                    .values({ name, position })
                    .onConflict((conflict) => conflict.column('name').doUpdateSet({ position })),
                );
              });
            };
            const subscription = new DurableSubscription(
              {
                name: 'random',
                startFrom: 'beginning',
                laneOf,
                async onEvent({ position, stream }) {
                  const trouble = troubles[life.begun % troubles.length];
                  life.begun += 1;
                  if (life.begun > lasts) life.isDead = true;
                  if (life.isDead) throw new Error('the process is dead');
                  if (under.has(stream)) violations.push(`two of ${stream} at once`);
                  // Nothing of this lane has been left out: all its earlier events were handled, in this life or before.
                  for (let earlier = 1; earlier < position; earlier += 1)
                    if (lanes[earlier - 1] === stream && !handled.has(earlier))
                      violations.push(`${position} before ${earlier}`);
                  if (position <= (lastOfLane.get(stream) ?? 0)) violations.push(`${position} again`);
                  under.set(stream, position);
                  if (trouble === 'waits') await turnsLater(3);
                  under.delete(stream);
                  if (trouble === 'fails') throw new Error('tried and failed');
                  // Whatever a dead process still does has no effect.
                  if (life.isDead) throw new Error('the process is dead');
                  lastOfLane.set(stream, position);
                  handled.add(position);
                },
              },
              {
                clock,
                callsFirst: new CallsFirst(clock),
                head: () => lanes.length,
                subscribe: (options) => store.subscribe(options),
                async read(position) {
                  const [event] = await store.readAll(position - 1, 1);
                  if (event === undefined) throw new Error(`no event at ${position}`);
                  return event;
                },
                readCheckpoint: async (name) =>
                  (
                    await store.rows
                      .selectFrom('checkpoints')
                      .select('position')
                      .where('name', '=', name)
                      .executeTakeFirst()
                  )?.position,
                checkpoints: { save, saveNow: save, hurry: () => {} },
                claim: async () => ({ lost: new AbortController().signal, release: () => {} }),
              },
            );
            // The last life may find that one before it handled everything but died before it could save that.
            const isDone = async () =>
              handled.size === lanes.length &&
              (lasts !== Number.POSITIVE_INFINITY || (await savedCheckpoint(store, 'random')) === lanes.length);
            for (let step = 0; step < 200 && !life.isDead && !(await isDone()); step += 1) await clock.advance(1_000);
            await subscription.close();
          }
          expect(violations).toEqual([]);
          expect([...handled].toSorted((a, b) => a - b)).toEqual(lanes.map((_, index) => index + 1));
          expect(await savedCheckpoint(store, 'random')).toBe(lanes.length);
        } finally {
          await opened.dispose();
        }
      },
    ),
    { numRuns: runs },
  );
}, 120_000);
