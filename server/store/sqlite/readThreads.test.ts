import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { explainDiskError } from '../diskError.ts';
import { StoreClosedError, StoreUnavailableError } from '../errors.ts';
import { run } from '../eventStore.ts';
import { LibsqlConnection, sqliteCode } from './libsqlConnection.ts';
import { LibsqlDialect } from './libsqlDialect.ts';
import { ReadThreads } from './readThreads.ts';
import { ReadThreadsDialect } from './readThreadsDialect.ts';
import { readsOf } from '../readsOf.ts';
import { sqliteFileName } from './sqliteFile.ts';

// Threads take their time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let root = '';
let path = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-threads-'));
  path = join(root, 'kinds.db');
  const connection = new LibsqlConnection(path, { use: 'write' });
  connection.exec('create table kinds (id integer primary key, value)');
  connection.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

let threads: ReadThreads;
/** Every thread that has started in this test. */
let started: Worker[] = [];
const noteThread = (worker: Worker) => void started.push(worker);
beforeEach(() => {
  started = [];
  process.on('worker', noteThread);
  threads = new ReadThreads(path);
});
afterEach(async () => {
  await threads.close();
  process.off('worker', noteThread);
});

const ask = (text: string, user?: number) => threads.read(user, { sql: text, parameters: [] });
/** Keeps a thread at work for some hundredths of a second. */
const slow =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select count(*) as n from n';
/** Node tells of a new thread in a later turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a query gives the same rows as on the main thread, whatever their types and parameters', async () => {
  const main = new Kysely<{ kinds: { id: number; value: unknown } }>({
    dialect: new LibsqlDialect(() => new LibsqlConnection(path, { use: 'read' })),
  });
  const other = new Kysely<{ kinds: { id: number; value: unknown } }>({ dialect: new ReadThreadsDialect(threads) });
  const writer = new LibsqlConnection(path, { use: 'write' });
  const anyValue = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -0, 1.5, 2 ** 53, -(2 ** 53)),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.boolean(),
    fc.constant(null),
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\u0000')),
    fc.constantFrom('', '迅达电梯', '𠮷野家'),
    fc.uint8Array({ maxLength: 20 }),
  );
  const query = (reads: typeof main, [first, second]: readonly unknown[]) =>
    Promise.all([
      reads.selectFrom('kinds').selectAll().orderBy('id').execute(),
      reads
        .selectFrom('kinds')
        .select([sql`typeof(value)`.as('type'), sql`value / 2`.as('half'), sql`value`.as('same'), sql`id`.as('same')])
        .orderBy('id')
        .execute(),
      reads.selectFrom('kinds').select('id').where('value', '=', first).orderBy('id').execute(),
      sql`select ${first} as first, typeof(${second}) as second, ${second} as "一个名字" where 1 = 1`
        .execute(reads)
        .then(({ rows }) => rows),
    ]);
  await fc.assert(
    fc.asyncProperty(fc.array(anyValue, { minLength: 2, maxLength: 12 }), async (values) => {
      writer.execute('delete from kinds', []);
      for (const [id, value] of values.entries()) writer.execute('insert into kinds values (?, ?)', [id, value]);
      expect(await query(other, values)).toStrictEqual(await query(main, values));
    }),
    { numRuns: 40 },
  );
  await expect(sql`select ${Number.NaN}`.execute(other)).rejects.toThrow(TypeError);
  writer.close();
  await main.destroy();
});

test('an error keeps its code and its words, and the next query is answered', async () => {
  await expect(ask('select missing from nowhere')).rejects.toSatisfy(
    (error) => sqliteCode(error) === 'SQLITE_ERROR' && String(error).includes('no such table: nowhere'),
  );
  await expect(ask('delete from kinds')).rejects.toSatisfy(
    (error) => sqliteCode(error)?.startsWith('SQLITE_READONLY') === true,
  );
  expect(await ask('select 1 as one')).toEqual([{ one: 1 }]);
  expect(started).toHaveLength(1);
});

test('a damaged file gives the same error as on the main thread', async () => {
  const damaged = join(root, 'damaged.db');
  await writeFile(damaged, 'this was a database once'.repeat(500));
  const broken = new ReadThreads(damaged);
  await expect(broken.read(undefined, { sql: 'select * from sqlite_master', parameters: [] })).rejects.toSatisfy(
    (error) => explainDiskError(error)?.includes('已损坏') === true,
  );
  await broken.close();
});

test('a thread that dies fails its query as unavailable; another takes its place and answers the waiting ones', async () => {
  const answers = Promise.allSettled([ask(slow), ask(slow), ask('select 3 as n')]);
  await turn();
  const [victim] = started;
  await victim?.terminate();
  const [first, second, third] = await answers;
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
  expect(second).toMatchObject({ status: 'fulfilled' });
  expect(third).toEqual({ status: 'fulfilled', value: [{ n: 3 }] });
  expect(await Promise.all([ask('select 4 as n'), ask('select 5 as n')])).toEqual([[{ n: 4 }], [{ n: 5 }]]);
  expect(started).toHaveLength(3);
});

test('a result that does not fit into memory fails alone', async () => {
  const small = new ReadThreads(path, 16);
  const huge = small.read(undefined, {
    sql: 'with recursive n(i) as (select 1 union all select i + 1 from n) select i, i + 0.5 as half from n',
    parameters: [],
  });
  await expect(huge).rejects.toBeInstanceOf(StoreUnavailableError);
  expect(await small.read(undefined, { sql: 'select 1 as one', parameters: [] })).toEqual([{ one: 1 }]);
  await small.close();
});

test('one user has one running query: ten exports leave a thread to the others', async () => {
  await Promise.all([ask('select 1'), ask('select 1')]);
  const order: string[] = [];
  const exports = Array.from({ length: 10 }, (_, index) => ask(slow, 1).then(() => order.push(`export ${index}`)));
  await Promise.all(
    Array.from({ length: 5 }, (_, index) => ask('select 1', 2).then(() => order.push(`page ${index}`))),
  );
  expect(order).toContain('page 4');
  expect(order).not.toContain('export 9');
  await Promise.all(exports);
});

test('a user who asks for too much at once is refused, and nobody else', async () => {
  const asked = Array.from({ length: 120 }, () => ask('select 1', 1));
  const answers = await Promise.allSettled([...asked, ask('select 1', 2)]);
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(19);
  expect(refused[0]).toMatchObject({ reason: expect.any(StoreUnavailableError) });
  expect(answers.at(-1)).toMatchObject({ status: 'fulfilled' });
});

test('closing lets the queries under way end, refuses those that wait, and ends the threads', async () => {
  const answers = Promise.allSettled([ask(slow), ask(slow), ask('select 1')]);
  await turn();
  const exits = Promise.all(started.map((worker) => once(worker, 'exit')));
  await threads.close();
  expect(await answers).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { status: 'rejected', reason: expect.any(StoreClosedError) },
  ]);
  expect(await exits).toEqual([[0], [0]]);
  await expect(ask('select 1')).rejects.toBeInstanceOf(StoreClosedError);
});

test('work between queries waits for those under way, and those asked meanwhile come afterwards', async () => {
  const order: string[] = [];
  const before = Promise.all([ask(slow).then(() => order.push('before')), ask(slow).then(() => order.push('before'))]);
  const between = threads.between(() => order.push('between'));
  const after = ask('select 1').then(() => order.push('after'));
  await Promise.all([before, between, after]);
  expect(order).toEqual(['before', 'before', 'between', 'after']);
});

test('idle threads do not keep a process alive', async () => {
  const script = `
    import { ReadThreads } from ${JSON.stringify(new URL('./readThreads.ts', import.meta.url).href)};
    const rows = await new ReadThreads(${JSON.stringify(path)}).read(undefined, { sql: 'select 1 as one', parameters: [] });
    console.log(JSON.stringify(rows));`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = once(child.stdout, 'data');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(String(await said)).toBe('[{"one":1}]\n');
});

/** A whole store on an empty file, closed and removed afterwards. */
async function withStore(work: (opened: TestStore) => Promise<void>): Promise<void> {
  const opened = await openTestStore();
  try {
    await work(opened);
  } finally {
    await opened.dispose();
  }
}

test('readers that take turns without a break do not keep the write-ahead log from being overwritten', () =>
  withStore(async ({ store, dataDir }) => {
    const written = new AbortController();
    const longRead = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
      select count(*) from n join (select count(*) from rescue_deadlines)`;
    const readOn = async () => {
      while (!written.signal.aborted) await longRead.execute(store.reads);
    };
    const readers = [readOn(), readOn(), readOn(), readOn()];
    const text = 'x'.repeat(8_000);
    for (let batch = 0; batch < 40; batch += 1) {
      await Promise.all(
        Array.from({ length: 256 }, (_, index) =>
          store.write(function* (queries) {
            yield* run(
              queries
                .insertInto('rescue_deadlines')
                .values({ stream: `${batch}-${index}`, kind: 'x', due_at_ms: 0, data: text }),
            );
          }),
        ),
      );
    }
    written.abort();
    await Promise.all(readers);
    const { size } = await stat(join(dataDir, `${sqliteFileName}-wal`));
    expect(size).toBeLessThan(64 * 1024 * 1024);
  }));

test('a closed store has an empty write-ahead log, even if threads were reading', () =>
  withStore(async ({ store, dataDir }) => {
    await store.write(function* (queries) {
      yield* run(queries.insertInto('rescue_deadlines').values({ stream: 'a', kind: 'x', due_at_ms: 0, data: '' }));
    });
    const reading = Promise.allSettled(
      Array.from({ length: 6 }, (_, user) =>
        sql`${sql.raw(slow)} where (select count(*) from rescue_deadlines) > 0`.execute(
          readsOf(store, { userId: user }),
        ),
      ),
    );
    await store.close();
    await reading;
    expect((await stat(join(dataDir, `${sqliteFileName}-wal`)).catch(() => ({ size: 0 }))).size).toBe(0);
  }));
