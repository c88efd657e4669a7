import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  UniqueConflictError,
  run,
  type EventStore,
  type InlineProjection,
  type Queries,
} from '../../../server/store/eventStore.ts';
import { readsOf } from '../../../server/store/readsOf.ts';
import { added, amountSchema, countRows, counts, sumOf, tripled, type Bench } from './bench.ts';

const sumBy = async (store: EventStore, userId: number) =>
  sumOf(await readsOf(store, { userId }).selectFrom('rescue_deadlines').selectAll().execute());

const readEverything = (queries: Queries) =>
  Promise.all([
    queries.selectFrom('rescue_deadlines').selectAll().orderBy('stream').execute(),
    queries.selectFrom('events').selectAll().orderBy('position').execute(),
    queries
      .selectFrom('rescue_deadlines')
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('due_at_ms').as('sum')])
      .where('due_at_ms', '>', 5e12)
      .execute(),
    queries
      .selectFrom('events')
      .select(['message_id', sql`at_ms / 7`.as('week')])
      .where('message_id', 'is', null)
      .where('version', 'in', [1, 2])
      .execute(),
  ]);

/** Rows are in step with the log, and readers see what was answered. */
export function rowsSuite({ underTest }: Bench): void {
  describe('rows', () => {
    test('projection rows are there when the append is answered, and not when it is refused', async () => {
      const { store } = await underTest();
      await store.append(added('a', 2));
      expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 2, data: '1' }]);
      await expect(
        store.append(
          added('a', 40, {
            *effects(queries) {
              yield* run(
                queries.insertInto('rescue_deadlines').values({ stream: 'a', kind: 'sum', due_at_ms: 0, data: '' }),
              );
            },
          }),
        ),
      ).rejects.toBeInstanceOf(UniqueConflictError);
      expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 2, data: '1' }]);
    });

    test('a plain write returns what its steps return, and its unique conflict writes nothing', async () => {
      const { store } = await underTest();
      const put = (kinds: readonly string[]) =>
        store.write(function* (queries) {
          let sum = 0;
          for (const kind of kinds) {
            const [row] = yield* run(
              queries
                .insertInto('rescue_deadlines')
                .values({ stream: 's', kind, due_at_ms: 21, data: '' })
                .returning('due_at_ms'),
            );
            sum += row?.due_at_ms ?? 0;
          }
          return sum;
        });
      expect(await put(['x', 'y'])).toBe(42);
      await expect(put(['z', 'x'])).rejects.toBeInstanceOf(UniqueConflictError);
      expect((await countRows(store)).map(({ kind }) => kind)).toEqual(['x', 'y']);
    });

    test('integers stay integers in arithmetic, so that day buckets come out alike on both databases', async () => {
      const { store } = await underTest();
      await store.append(added('a', 86_400_000 * 3 + 5));
      const { rows } = store;
      const bucket = await rows
        .selectFrom('rescue_deadlines')
        .select((select) => [
          select('due_at_ms', '/', 86_400_000).as('day'),
          select.fn.countAll<number>().as('n'),
          select.fn.sum<number>('due_at_ms').as('sum'),
        ])
        .groupBy('day')
        .execute();
      expect(bucket).toEqual([{ day: 3, n: 1, sum: 86_400_000 * 3 + 5 }]);
    });

    test('rows can only be read outside the writer', async () => {
      const { store } = await underTest();
      await expect(store.rows.deleteFrom('store_meta').execute()).rejects.toThrow();
      expect(await store.rows.selectFrom('store_meta').selectAll().execute()).toHaveLength(1);
    });

    test('a rebuild from event zero gives the same rows', async () => {
      const { store } = await underTest();
      await Promise.all(Array.from({ length: 300 }, (_, index) => store.append(added(`s${index % 7}`, index))));
      await store.append({ ...added('s1'), events: [{ type: 'other.happened', data: {}, atMs: 1 }] });
      const live = await countRows(store);
      expect(live).toHaveLength(7);
      expect(await store.rebuild()).toMatchObject({ events: 300 });
      expect(await countRows(store)).toEqual(live);
      await expect(store.rebuild(['nothing'])).rejects.toThrow('nothing');
    });

    test('appends made during a rebuild are neither lost nor folded twice', async () => {
      const { store } = await underTest();
      await Promise.all(Array.from({ length: 50 }, () => store.append(added('a', 1))));
      const rebuilding = store.rebuild();
      await Promise.all([rebuilding, ...Array.from({ length: 50 }, () => store.append(added('a', 1)))]);
      expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 100, data: '100' }]);
    });

    test('a projection of a new version, or one that was left out meanwhile, is rebuilt at start', async () => {
      const { store, open } = await underTest();
      await store.append(added('a', 2));
      await store.close();
      const doubled: InlineProjection = {
        ...counts,
        version: 2,
        *steps(event, queries) {
          yield* counts.steps({ ...event, data: { amount: 2 * amountSchema.parse(event.data).amount } }, queries);
        },
      };
      const second = await open({ projections: [doubled] });
      expect(await countRows(second)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 4, data: '1' }]);
      await second.close();
      const without = await open({ projections: [] });
      await without.append(added('a', 5));
      await without.close();
      const third = await open({ projections: [doubled] });
      expect(await countRows(third)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 14, data: '2' }]);
    });
  });

  describe('reads that may take long', () => {
    test('a read after an answer sees what was answered, whatever else is being read', async () => {
      const { store } = await underTest();
      for (let sum = 1; sum <= 30; sum += 1) {
        await store.append(added(`s${sum % 3}`));
        const sums = await Promise.all([
          sumBy(store, 1),
          sumBy(store, 2),
          store.reads.selectFrom('rescue_deadlines').selectAll().execute().then(sumOf),
        ]);
        expect(sums).toEqual([sum, sum, sum]);
      }
    });

    test('they give the same rows as reads on the spot', async () => {
      const { store } = await underTest();
      await Promise.all(Array.from({ length: 20 }, (_, index) => store.append(added(`s${index}`, index * 1e12))));
      expect(await readEverything(readsOf(store, { userId: 1 }))).toEqual(await readEverything(store.rows));
    });

    test('they cannot write', async () => {
      const { store } = await underTest();
      await expect(store.reads.deleteFrom('store_meta').execute()).rejects.toThrow();
      expect(await store.reads.selectFrom('store_meta').selectAll().execute()).toHaveLength(1);
    });

    test('they see the rebuilt rows, which have taken the place of those that they read before', async () => {
      const { store, open } = await underTest();
      await store.append(added('a', 2));
      expect(await sumBy(store, 1)).toBe(2);
      await store.close();
      const second = await open({ projections: [{ ...tripled, servesFrom: 1 }] });
      await second.rebuild();
      expect(await sumBy(second, 1)).toBe(6);
      await second.append(added('a', 1));
      expect(await sumBy(second, 1)).toBe(9);
      await second.rebuild();
      expect(await sumBy(second, 1)).toBe(9);
    });

    test('a closed store answers none of them', async () => {
      const { store } = await underTest();
      expect(await sumBy(store, 1)).toBe(0);
      await store.close();
      await expect(sumBy(store, 1)).rejects.toThrow();
    });
  });
}
