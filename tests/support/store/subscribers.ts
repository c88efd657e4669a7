import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { added, collector, type Bench } from './bench.ts';

/** Subscribers get every event once and in order, across failures and restarts. */
export function subscriberSuite({ underTest }: Bench): void {
  describe('subscribers', () => {
    test('concurrent writers: every subscriber sees consecutive positions, once, whenever it joined', async () => {
      const { store } = await underTest();
      const total = 600;
      const seen = [collector<number>(), collector<number>(), collector<number>()];
      const join = (index: number) =>
        store.subscribe({
          afterPosition: 0,
          onEvents: (events) => seen[index]?.add(...events.map(({ position }) => position)),
        });
      join(0);
      const writer = async (name: string) => {
        for (let index = 0; index < total / 12; index += 1) {
          await store.append(added(name, 1));
          if (name === 'w3' && index === 10) join(1);
        }
      };
      await Promise.all(Array.from({ length: 12 }, (_, index) => writer(`w${index}`)));
      join(2);
      const expected = Array.from({ length: total }, (_, index) => index + 1);
      for (const { items, until } of seen) {
        await until((positions) => positions.length >= total);
        expect(items).toEqual(expected);
      }
    });

    test('one that is thousands of events behind catches up from the log and goes on live, without a gap or a repeat', async () => {
      const { store } = await underTest({ projections: [] });
      const many = Array.from({ length: 2500 }, (_, index) => ({
        type: 'count.added',
        data: { amount: index },
        atMs: 1,
      }));
      for (let part = 0; part < 4; part += 1) await store.append({ ...added('bulk'), events: many });
      const seen = collector<number>();
      store.subscribe({
        afterPosition: 100,
        onEvents: async (events) => {
          seen.add(...events.map(({ position }) => position));
          if (events[0]?.position === 101)
            await Promise.all(Array.from({ length: 20 }, () => store.append(added('live'))));
        },
      });
      await store.append(added('live'));
      await seen.until((items) => items.length >= 10_021 - 100);
      expect(seen.items).toEqual(Array.from({ length: 10_021 - 100 }, (_, index) => index + 101));
    });

    test('a slow or failing subscriber holds up no one and misses nothing', async () => {
      const { store } = await underTest();
      const fast = collector<number>();
      const failing = collector<number>();
      const errors = collector<unknown>();
      const gate = collector<'open'>();
      const slow = collector<number>();
      store.subscribe({
        afterPosition: 0,
        onEvents: async (events) => {
          await gate.until((items) => items.length > 0);
          slow.add(...events.map(({ position }) => position));
        },
      });
      store.subscribe({
        afterPosition: 0,
        onEvents: (events) => fast.add(...events.map(({ position }) => position)),
      });
      store.subscribe({
        afterPosition: 1,
        onEvents: (events) => {
          failing.add(...events.map(({ position }) => position));
          throw new Error('handler');
        },
        onError: (error) => errors.add(error),
      });
      for (let index = 0; index < 5; index += 1) await store.append(added('a'));
      await fast.until((items) => items.length === 5);
      expect(slow.items).toEqual([]);
      await failing.until((items) => items.length === 4);
      expect(failing.items).toEqual([2, 3, 4, 5]);
      expect(errors.items.length).toBeGreaterThan(0);
      gate.add('open');
      await slow.until((items) => items.length === 5);
      expect(slow.items).toEqual([1, 2, 3, 4, 5]);
    });

    test('after close nothing more is delivered', async () => {
      const { store } = await underTest();
      const closed = collector<number>();
      const other = collector<number>();
      const subscription = store.subscribe({
        afterPosition: 0,
        onEvents: (events) => closed.add(...events.map(({ position }) => position)),
      });
      store.subscribe({
        afterPosition: 0,
        onEvents: (events) => other.add(...events.map(({ position }) => position)),
      });
      await store.append(added('a'));
      await closed.until((items) => items.length === 1);
      await subscription.close();
      await store.append(added('a'));
      await other.until((items) => items.length === 2);
      expect(closed.items).toEqual([1]);
    });
  });

  describe('durable subscribers', () => {
    test('one resumes after a restart where it stopped, and one that starts now skips the past forever', async () => {
      const { store, open } = await underTest();
      await store.append(added('a'));
      const all = collector<number>();
      const late = collector<number>();
      const start = (from: EventStore) => {
        from.subscribeDurably({
          name: 'all',
          startFrom: 'beginning',
          onEvent: async ({ position }) => all.add(position),
        });
        return from.subscribeDurably({
          name: 'late',
          startFrom: 'now',
          onEvent: async ({ position }) => late.add(position),
        });
      };
      start(store);
      await all.until((items) => items.length === 1);
      await store.append(added('a'));
      await all.until((items) => items.length === 2);
      await store.close();
      const between = await open();
      await between.append(added('a'));
      await between.close();
      const again = await open();
      start(again);
      await again.append(added('a'));
      await all.until((items) => items.includes(4));
      await late.until((items) => items.includes(4));
      expect(all.items).toEqual([1, 2, 3, 4]);
      expect(late.items.slice(-2)).toEqual([3, 4]);
      expect(late.items).not.toContain(1);
    });

    test('a failing handler is tried again later, in order, until it succeeds', async () => {
      const clock = new VirtualClock();
      const { store } = await underTest({ clock });
      const tried = collector<string>();
      let failures = 3;
      store.subscribeDurably({
        name: 'notify',
        startFrom: 'beginning',
        onEvent: async ({ position }) => {
          tried.add(`try ${position}`);
          if (position === 1 && failures-- > 0) throw new Error('no network');
        },
        onError: (error, event) => tried.add(`${String(error)} ${event.position}`),
      });
      await store.append(added('a'));
      await store.append(added('a'));
      await tried.until((items) => items.length === 2);
      await clock.advance(99);
      expect(tried.items).toHaveLength(2);
      await clock.advance(1);
      await tried.until((items) => items.length === 4);
      await clock.advance(200);
      await tried.until((items) => items.length === 6);
      await clock.advance(400);
      await tried.until((items) => items.includes('try 2'));
      const failed = ['try 1', 'Error: no network 1'];
      expect(tried.items).toEqual([...failed, ...failed, ...failed, 'try 1', 'try 2']);
    });

    test('when a log goes back, checkpoints follow: new events are handled, and clients reload everything', async () => {
      const { store, open, database } = await underTest();
      for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
      const handled = collector<number>();
      const start = (from: EventStore) =>
        from.subscribeDurably({
          name: 'rules',
          startFrom: 'beginning',
          onEvent: async ({ position }) => handled.add(position),
        });
      start(store);
      await handled.until((items) => items.length === 3);
      const { epoch } = store;
      await store.close();
      await database.tamper(`update checkpoints set position = 60 where name = 'rules'`);
      const again = await open();
      expect(again.epoch).not.toBe(epoch);
      start(again);
      await again.append(added('a', 4));
      await handled.until((items) => items.length === 4);
      expect(handled.items).toEqual([1, 2, 3, 4]);
    });

    test('two of the same name are refused', async () => {
      const { store } = await underTest();
      const options = { name: 'rules', startFrom: 'now', onEvent: async () => {} } as const;
      const first = store.subscribeDurably(options);
      expect(() => store.subscribeDurably(options)).toThrow('rules');
      await first.close();
      await store.subscribeDurably(options).close();
    });
  });
}
