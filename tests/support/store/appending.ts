import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import {
  UniqueConflictError,
  VersionConflictError,
  run,
  type AppendRequest,
  type InlineProjection,
} from '../../../server/store/eventStore.ts';
import { actor, added, amountSchema, countRows, counts, type Bench } from './bench.ts';

/** A request that also takes the one open place of lift 1. */
const opening = (stream: string): AppendRequest =>
  added(stream, 1, {
    *effects(queries) {
      yield* run(
        queries.insertInto('rescue_deadlines').values({ stream: 'lift-1', kind: 'open', due_at_ms: 1, data: '' }),
      );
    },
  });

/** Events are appended whole or not at all, in order, and once. */
export function appendingSuite({ underTest }: Bench): void {
  describe('appending', () => {
    test('an event comes back as it was appended, with its position, its times and its actor', async () => {
      const clock = new VirtualClock(5000);
      const { store } = await underTest({ clock });
      const { version, repeated, events } = await store.append({
        stream: 'rescue-1',
        expectedVersion: 'none',
        actor,
        events: [
          {
            type: 'rescue.raised',
            data: { text: '困人 \u0000 "引号" 😀', at: undefined, list: [1.5, null] },
            atMs: 4000,
          },
          { type: 'rescue.noted', data: null, atMs: 4001 },
        ],
        messageId: 'device-9/1',
        causationPosition: 3,
        correlationId: 'call-1',
      });
      expect({ version, repeated }).toEqual({ version: 2, repeated: false });
      const stored = await store.readStream('rescue-1');
      expect(stored).toEqual(events);
      expect(stored[0]).toEqual({
        position: 1,
        stream: 'rescue-1',
        version: 1,
        type: 'rescue.raised',
        data: { text: '困人 \u0000 "引号" 😀', list: [1.5, null] },
        actor,
        atMs: 4000,
        receivedAtMs: 5000,
        messageId: 'device-9/1',
        causationPosition: 3,
        correlationId: 'call-1',
        prevHash: '',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(stored[1]).toMatchObject({ position: 2, version: 2, prevHash: stored[0]?.hash });
      expect(await store.readStream('rescue-1', 1)).toEqual(stored.slice(1));
      expect(await store.readStream('rescue-2')).toEqual([]);
      expect(await store.head()).toBe(2);
    });

    test('a caller that has not seen the newest version is refused and writes nothing', async () => {
      const { store } = await underTest();
      await store.append(added('a', 1, { expectedVersion: 'none' }));
      await store.append(added('a', 1, { expectedVersion: 1 }));
      await expect(store.append(added('a', 1, { expectedVersion: 1 }))).rejects.toEqual(
        new VersionConflictError('a', 1, 2),
      );
      await expect(store.append(added('a', 1, { expectedVersion: 5 }))).rejects.toBeInstanceOf(VersionConflictError);
      await expect(store.append(added('a', 1, { expectedVersion: 'none' }))).rejects.toBeInstanceOf(
        VersionConflictError,
      );
      expect(await store.head()).toBe(2);
    });

    test('of twenty who claim at the same instant one wins', async () => {
      const { store } = await underTest();
      const answers = await Promise.allSettled(
        Array.from({ length: 20 }, () => store.append(added('claim', 1, { expectedVersion: 'none' }))),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await store.head()).toBe(1);
    });

    test('a request that fails does not fail others made in the same tick', async () => {
      const { store } = await underTest();
      const broken = added('c', 1, {
        // oxlint-disable-next-line require-yield -- it fails before its first query
        *effects() {
          throw new Error('broken effect');
        },
      });
      const [a, b, c, d, e] = await Promise.allSettled([
        store.append(opening('a')),
        store.append(opening('b')),
        store.append(broken),
        store.append(added('d', 1, { expectedVersion: 9 })),
        store.append(added('e', 5)),
      ]);
      expect(a.status).toBe('fulfilled');
      expect(b).toMatchObject({
        status: 'rejected',
        reason: new UniqueConflictError('rescue_deadlines.stream, rescue_deadlines.kind'),
      });
      expect(c).toMatchObject({ status: 'rejected', reason: new Error('broken effect') });
      expect(d).toMatchObject({ status: 'rejected', reason: { name: 'VersionConflictError' } });
      expect(e.status).toBe('fulfilled');
      const events = await store.readAll(0);
      expect(events.map(({ position, stream }) => [position, stream])).toEqual([
        [1, 'a'],
        [2, 'e'],
      ]);
      expect((await countRows(store)).map(({ stream, kind }) => `${stream}/${kind}`)).toEqual([
        'a/sum',
        'e/sum',
        'lift-1/open',
      ]);
      expect(await store.verify()).toEqual({ events: 2 });
      await expect(store.append(added('b', 1, { expectedVersion: 'none' }))).resolves.toMatchObject({ version: 1 });
    });

    test('a projection that refuses one of many fails that one alone, and each of the others happens once', async () => {
      const picky: InlineProjection = {
        ...counts,
        *steps(event, queries) {
          yield* counts.steps(event, queries);
          if (amountSchema.parse(event.data).amount === 13) throw new Error('refused');
        },
      };
      const { store } = await underTest({ projections: [picky] });
      const answers = await Promise.allSettled(
        [1, 13, 2, 3].map((amount, index) =>
          store.append(
            added(amount === 3 ? 'b' : 'a', amount, {
              messageId: `m${index}`,
              *effects(queries) {
                yield* run(
                  queries
                    .insertInto('rescue_deadlines')
                    .values({ stream: `effect-${index}`, kind: 'open', due_at_ms: 0, data: '' }),
                );
              },
            }),
          ),
        ),
      );
      const plain = await Promise.allSettled([4, 13, 5].map((amount) => store.append(added('c', amount))));
      expect([...answers, ...plain].map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect((await store.readAll(0)).map(({ stream, version }) => `${stream}/${version}`)).toEqual([
        'a/1',
        'a/2',
        'b/1',
        'c/1',
        'c/2',
      ]);
      expect((await countRows(store)).map(({ stream, kind, due_at_ms }) => `${stream}/${kind}/${due_at_ms}`)).toEqual([
        'a/sum/3',
        'b/sum/3',
        'c/sum/9',
        'effect-0/open/0',
        'effect-2/open/0',
        'effect-3/open/0',
      ]);
      expect(await store.append(added('a', 1, { messageId: 'm1' }))).toMatchObject({ repeated: false, version: 3 });
      expect(await store.verify()).toEqual({ events: 6 });
    });

    test('whatever fails among many requests of one tick, the others come out as if they had been alone', async () => {
      const { store } = await underTest();
      const lifts = ['l1', 'l2', 'l3'];
      // The lift's unique row is taken by the first, so that many fail; others fail by their version or in their own steps.
      const kinds = ['plain', 'unique', 'plain', 'stale', 'unique', 'broken', 'unique', 'plain'] as const;
      const asked = Array.from({ length: 120 }, (_, index) => ({
        index,
        stream: `s${index % 5}`,
        kind: kinds[(index * 7) % kinds.length] ?? 'plain',
        lift: lifts[index % lifts.length] ?? '',
      }));
      const answers = await Promise.allSettled(
        asked.map(({ index, stream, kind, lift }) =>
          store.append(
            added(stream, index, {
              ...(kind === 'stale' ? { expectedVersion: 999 } : {}),
              *effects(queries) {
                yield* run(
                  queries
                    .insertInto('rescue_deadlines')
                    .values({ stream: `effect-${index}`, kind: 'effect', due_at_ms: 0, data: '' }),
                );
                if (kind === 'unique')
                  yield* run(
                    queries
                      .insertInto('rescue_deadlines')
                      .values({ stream: lift, kind: 'open', due_at_ms: index, data: '' }),
                  );
                if (kind === 'broken') throw new Error('broken effect');
              },
            }),
          ),
        ),
      );
      const openOf = new Map<string, number>();
      const kept = asked.filter(({ index, kind, lift }) => {
        if (kind === 'unique' && !openOf.has(lift)) openOf.set(lift, index);
        return kind === 'plain' || (kind === 'unique' && openOf.get(lift) === index);
      });
      expect(answers.map(({ status }) => status)).toEqual(
        asked.map((one) => (kept.includes(one) ? 'fulfilled' : 'rejected')),
      );
      expect((await store.readAll(0)).map(({ stream, data }) => [stream, data])).toEqual(
        kept.map(({ stream, index }) => [stream, { amount: index }]),
      );
      const sums = new Map<string, number>();
      for (const { stream, index } of kept) sums.set(stream, (sums.get(stream) ?? 0) + index);
      const rows = await countRows(store);
      expect(
        new Map(rows.filter(({ kind }) => kind === 'sum').map(({ stream, due_at_ms }) => [stream, due_at_ms])),
      ).toEqual(sums);
      expect(
        rows
          .filter(({ kind }) => kind === 'effect')
          .map(({ stream }) => stream)
          .toSorted(),
      ).toEqual(kept.map(({ index }) => `effect-${index}`).toSorted());
      expect(await store.verify()).toEqual({ events: kept.length });
    });

    test('a repeated message changes nothing and gets the first answer, also in the same tick and after a restart', async () => {
      const { store, open } = await underTest();
      const request = added('a', 3, { messageId: 'm1', expectedVersion: 'none' });
      const [first, twin] = await Promise.all([store.append(request), store.append(request)]);
      expect(first.repeated).toBe(false);
      expect(twin).toEqual({ ...first, repeated: true });
      await store.append(added('a', 3));
      expect(await store.append(request)).toEqual({ ...first, repeated: true });
      await store.close();
      const again = await open();
      expect(await again.append(request)).toEqual({ ...first, repeated: true });
      expect(await again.head()).toBe(2);
      expect(await countRows(again)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 6, data: '2' }]);
    });

    test('a refused request does not use up its message id', async () => {
      const { store } = await underTest();
      await expect(store.append(added('a', 1, { messageId: 'm1', expectedVersion: 4 }))).rejects.toBeInstanceOf(
        VersionConflictError,
      );
      expect(await store.append(added('a', 1, { messageId: 'm1' }))).toMatchObject({ repeated: false, version: 1 });
    });
  });
}
