import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { StoreClosedError } from '../../../server/store/errors.ts';
import { UniqueConflictError, run, type EventStore } from '../../../server/store/eventStore.ts';
import { added, collector, countRows, sumOf, tripled, type Bench } from './bench.ts';

const progressSchema = z.object({ position: z.number() });

/** Everything that the database knows of the projection's table: its indexes and constraints. */
const schemaOf = (store: EventStore) =>
  (store.kind === 'sqlite'
    ? sql<{ name: string }>`select type, name, tbl_name, lower(replace(sql, '"', '')) as text from sqlite_master
        where tbl_name like 'rescue_deadlines%' order by name`
    : sql<{ name: string }>`select indexname as name, indexdef as text,
          (select count(*) from pg_tables where tablename like 'rescue_deadlines%') as tables
        from pg_indexes where tablename like 'rescue_deadlines%' order by name`
  ).execute(store.rows);
/** The stored progress of an interrupted rebuild. */
const progress = async (store: EventStore) =>
  (await store.rows.selectFrom('store_meta').select('value').where('key', '=', 'rebuild').executeTakeFirst())?.value;

/** Adds 0 to 499 again and again. */
async function fill(store: EventStore, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.append(added(`s${index % 7}`, index))));
}

const sumOfRound = (499 * 500) / 2;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Rows are folded again beside those that serve. */
export function rebuildSuite({ underTest }: Bench): void {
  describe('a rebuild beside the rows that serve', () => {
    test('keeps names, indexes and constraints as they were, again and again', { timeout: 60_000 }, async () => {
      const { store } = await underTest();
      await fill(store, 1);
      const before = (await schemaOf(store)).rows;
      expect(before.length).toBeGreaterThanOrEqual(2);
      for (let round = 0; round < 3; round += 1) {
        await store.rebuild();
        expect((await schemaOf(store)).rows).toEqual(before);
      }
      await expect(
        store.write(function* (queries) {
          yield* run(
            queries.insertInto('rescue_deadlines').values({ stream: 's1', kind: 'sum', due_at_ms: 0, data: '' }),
          );
        }),
      ).rejects.toEqual(new UniqueConflictError('rescue_deadlines.stream, rescue_deadlines.kind'));
    });

    test('goes on after a stop where it was, also when events have come meanwhile', { timeout: 60_000 }, async () => {
      const { store, open } = await underTest();
      const rounds = 12;
      await fill(store, rounds);
      const rebuilding = store.rebuild();
      rebuilding.catch(() => undefined);
      while ((await progress(store)) === undefined || (await progress(store))?.includes('"position":0,') === true)
        await turn();
      await store.close();
      await expect(rebuilding).rejects.toBeInstanceOf(StoreClosedError);

      const again = await open();
      const reached = progressSchema.parse(JSON.parse((await progress(again)) ?? 'null'));
      expect(reached.position).toBeGreaterThan(0);
      expect(reached.position).toBeLessThan(rounds * 500);
      await again.append(added('s1', 1_000_000));
      // It continues automatically.
      while ((await progress(again)) !== undefined) await turn();
      const rows = await countRows(again);
      expect(sumOf(rows)).toBe(rounds * sumOfRound + 1_000_000);
      await again.rebuild();
      expect(await countRows(again)).toEqual(rows);
      expect((await schemaOf(again)).rows.filter(({ name }) => name.includes('__'))).toEqual([]);
    });

    test('lets every append through meanwhile, within a second', { timeout: 120_000 }, async () => {
      const { store } = await underTest();
      const rounds = 20;
      await fill(store, rounds);
      const done = new AbortController();
      const rebuilding = store.rebuild().finally(() => done.abort());
      let appended = 0;
      let longestMs = 0;
      while (!done.signal.aborted) {
        const startedMs = performance.now();
        await store.append(added(`s${appended % 9}`, 1));
        longestMs = Math.max(longestMs, performance.now() - startedMs);
        appended += 1;
        await turn();
      }
      expect((await rebuilding).events).toBeGreaterThanOrEqual(rounds * 500);
      expect(appended).toBeGreaterThan(20);
      expect(longestMs).toBeLessThan(1_000);
      expect(sumOf(await countRows(store))).toBe(rounds * sumOfRound + appended);
    });

    test(
      'catches up with writers who are faster, since they wait for its pages in the end',
      { timeout: 120_000 },
      async () => {
        const { store } = await underTest({ rebuildPatienceMs: 100 });
        await fill(store, 2);
        const done = new AbortController();
        let appended = 0;
        const write = async (stream: string) => {
          for (; !done.signal.aborted; appended += 1) await store.append(added(stream, 1));
        };
        const rebuilding = store.rebuild().finally(() => done.abort());
        await Promise.all(Array.from({ length: 200 }, (_, index) => write(`s${index}`)));
        await rebuilding;
        expect(sumOf(await countRows(store))).toBe(2 * sumOfRound + appended);
      },
    );

    test('starts over when the projection has changed since the stop', { timeout: 60_000 }, async () => {
      const { store, open } = await underTest();
      await fill(store, 3);
      const rebuilding = store.rebuild();
      rebuilding.catch(() => undefined);
      while ((await progress(store)) === undefined) await turn();
      await store.close();
      const changed = await open({ projections: [tripled] });
      expect(sumOf(await countRows(changed))).toBe(3 * 3 * sumOfRound);
    });

    test('lets the store open and take events at once where the old rows can serve', { timeout: 60_000 }, async () => {
      const { store, open } = await underTest();
      await fill(store, 2);
      await store.close();
      const notes = collector<string>();
      const again = await open({
        projections: [{ ...tripled, servesFrom: 1 }],
        onRebuild: (note) => notes.add(note),
      });
      expect(sumOf(await countRows(again))).toBe(2 * sumOfRound);
      await again.append(added('s1', 1000));
      await notes.until(({ length }) => length === 2);
      expect(notes.items).toEqual([
        '正在从事件日志重建列表，期间照常服务',
        expect.stringContaining('已从 1001 个事件重建列表'),
      ]);
      expect(sumOf(await countRows(again))).toBe(3 * (2 * sumOfRound + 1000));
    });
  });
}
