import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openUploadedFiles } from '../../server/domain/records/uploads.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { backupStore, restoreStore } from '../../server/store/backup.ts';
import { StoreOlderError, StoreUnavailableError } from '../../server/store/errors.ts';
import { anchorNow, readAnchor } from '../../server/store/integrity/logAnchor.ts';
import { run, type AppendRequest, type EventStore, type InlineProjection } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import { readsOf } from '../../server/store/readsOf.ts';
import type { Database } from '../../server/store/schema.ts';
import { storeSuite } from '../support/store/storeSuite.ts';
import { killProjection } from '../faults/storeKill.projection.ts';
import { addLiftsWithOneCode, codesAfterUpgrade } from '../support/liftsWithOneCode.ts';
import { projectionSuite } from '../support/projectionSuite.ts';
import { ruleReplaySuite } from '../support/ruleReplaySuite.ts';
import {
  asBefore1_5,
  expectRowsOf1_5,
  fillAsIn1_5,
  projectionsOfTheSplit,
  statementsOf1_5,
} from '../support/storeOf1_5.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { testRunSuite } from '../support/testRunSuite.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  // What the kernel has survives a killed process: only a power cut would need the fsync, and that is PostgreSQL's own to promise.
  postgres = await startPostgres({ fsync: 'off' });
});
afterAll(() => postgres.stop());

storeSuite('the event store on PostgreSQL', async () => {
  const databaseUrl = await postgres.createDatabase();
  return {
    open: (options) =>
      openStore({
        databaseUrl,
        dataDir: '',
        clock: new VirtualClock(),
        projections: [],
        onFatal: (error) => {
          throw error;
        },
        ...options,
      }),
    tamper: (sql) => postgres.execute(databaseUrl, sql),
    dispose: async () => {},
  };
});

projectionSuite('the projections on PostgreSQL', () => postgres.createMigratedDatabase());

testRunSuite('test runs of alarm rules on PostgreSQL', () => postgres.createMigratedDatabase());

ruleReplaySuite('a test run of an alarm rule on PostgreSQL', () => postgres.createMigratedDatabase());

/** Columns, indexes and constraints of all tables. */
async function schemaOf({ rows }: EventStore): Promise<unknown> {
  const columns = sql`select table_name, column_name, ordinal_position, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = current_schema() order by table_name, column_name`;
  const indexes = sql`select indexdef from pg_indexes where schemaname = current_schema() order by indexname`;
  const constraints = sql`select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`;
  return [
    (await columns.execute(rows)).rows,
    (await indexes.execute(rows)).rows,
    (await constraints.execute(rows)).rows,
  ];
}

test('a database that version 1.5.0 made goes on to the schema of a fresh one', async () => {
  const databaseUrl = await postgres.createDatabase();
  await postgres.execute(databaseUrl, await statementsOf1_5());
  const upgraded = await openProcess(databaseUrl);
  const fresh = await openProcess(await postgres.createDatabase());
  expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh));
  await upgraded.close();
  await fresh.close();
});

test('a database from before 1.5.0 is refused with what to do', async () => {
  const databaseUrl = await postgres.createDatabase();
  await postgres.execute(databaseUrl, await statementsOf1_5());
  await postgres.execute(databaseUrl, asBefore1_5);
  await expect(openProcess(databaseUrl)).rejects.toThrow(StoreOlderError);
});

test('the rows of a database with one projection for all lifecycles go into the tables of each, and nothing is rebuilt', async () => {
  const databaseUrl = await postgres.createDatabase();
  const earlier = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }),
  });
  await fillAsIn1_5(earlier, 'postgres');
  await earlier.destroy();
  const upgraded = await openProcess(databaseUrl, projectionsOfTheSplit);
  await expectRowsOf1_5(upgraded);
  await upgraded.close();
});

test('a database in which lifts have one registration code opens: the first keeps it, the others say that they repeat it', async () => {
  const databaseUrl = await postgres.createDatabase();
  const earlier = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: databaseUrl }) }),
  });
  await addLiftsWithOneCode(earlier, 'postgres');
  await earlier.destroy();
  const upgraded = await openProcess(databaseUrl);
  const lifts = upgraded.rows.selectFrom('elevators').select(['id', 'registration_code']).orderBy('id');
  expect(await lifts.execute()).toEqual(codesAfterUpgrade);
  await upgraded.close();
});

test('a long list that is asked for again and again is read also after its table was given another column', async () => {
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  const ask = () =>
    store.reads
      .selectFrom('store_meta')
      .selectAll()
      .where(() => sql<boolean>`${sql.lit('long'.repeat(200))} <> key`)
      .execute();
  const before = await ask();
  for (let time = 0; time < 30; time += 1) await ask();
  await postgres.execute(databaseUrl, 'alter table store_meta add column added bigint');
  const after = before.map((row) => ({ ...row, added: null }));
  for (let time = 0; time < 30; time += 1) expect(await ask()).toEqual(after);
  await store.close();
});

const noted = (n: number, messageId?: string): AppendRequest => ({
  stream: `log-${n % 3}`,
  expectedVersion: 'any',
  actor: { kind: 'system', id: 'test', name: 'test' },
  events: [{ type: 'log.noted', data: { n }, atMs: n }],
  ...(messageId === undefined ? {} : { messageId }),
});

function openProcess(databaseUrl: string, projections: readonly InlineProjection[] = []): Promise<EventStore> {
  return openStore({
    databaseUrl,
    dataDir: '',
    clock: systemClock,
    projections,
    onFatal: (error) => {
      throw error;
    },
  });
}

/** Resolves when `check` holds, asking again after each delivery. */
function deliveries() {
  const positions: number[] = [];
  let look: (() => void) | undefined;
  return {
    positions,
    add(position: number) {
      positions.push(position);
      look?.();
    },
    until: (check: () => boolean) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (check()) resolve();
        };
        look();
      }),
  };
}

describe('several processes on one PostgreSQL', () => {
  test('each sees every event of all, once and in order, while all write', async () => {
    const databaseUrl = await postgres.createDatabase();
    const stores = await Promise.all([openProcess(databaseUrl), openProcess(databaseUrl), openProcess(databaseUrl)]);
    const total = 600;
    const seen = stores.map((store) => {
      const delivered = deliveries();
      store.subscribe({
        afterPosition: 0,
        onEvents: (events) => events.forEach(({ position }) => delivered.add(position)),
      });
      return delivered;
    });
    await Promise.all(
      stores.flatMap((store) =>
        Array.from({ length: 4 }, async () => {
          for (let n = 0; n < total / 12; n += 1) await store.append(noted(n));
        }),
      ),
    );
    await Promise.all(seen.map(({ positions, until }) => until(() => positions.length >= total)));
    const expected = Array.from({ length: total }, (_, index) => index + 1);
    for (const { positions } of seen) expect(positions).toEqual(expected);
    expect(await stores[0]?.verify()).toEqual({ events: total });
    await Promise.all(stores.map((store) => store.close()));
  });

  test('one message sent to two processes at the same time is one event; an id is given by only one of them', async () => {
    const databaseUrl = await postgres.createDatabase();
    const [a, b] = [await openProcess(databaseUrl), await openProcess(databaseUrl)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [a.append(noted(1, `m${n}`)), b.append(noted(1, `m${n}`))]).flat(),
    );
    expect(answers.filter(({ repeated }) => repeated)).toHaveLength(20);
    expect(await a.head()).toBe(20);
    const ids = await Promise.all(Array.from({ length: 150 }, (_, n) => (n % 2 === 0 ? a : b).nextId('rescue')));
    expect(new Set(ids).size).toBe(150);
    await Promise.all([a.close(), b.close()]);
  });

  test('a durable subscription runs in one process and goes on in another when that one stops', async () => {
    const databaseUrl = await postgres.createDatabase();
    const [a, b] = [await openProcess(databaseUrl), await openProcess(databaseUrl)];
    const byA = deliveries();
    const byB = deliveries();
    a.subscribeDurably({ name: 'rules', startFrom: 'beginning', onEvent: async ({ position }) => byA.add(position) });
    await a.append(noted(1));
    await byA.until(() => byA.positions.length === 1);
    b.subscribeDurably({ name: 'rules', startFrom: 'beginning', onEvent: async ({ position }) => byB.add(position) });
    await b.append(noted(2));
    await byA.until(() => byA.positions.length === 2);
    await a.close();
    await b.append(noted(3));
    await byB.until(() => byB.positions.includes(3));
    expect(byA.positions).toEqual([1, 2]);
    expect(byB.positions).toEqual([3]);
    await b.close();
  });
});

test('a rebuild waits for readers of its tables, and no append waits with it', async () => {
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl, [killProjection]);
  const append = () =>
    store.append({
      stream: 'load-1',
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type: 'load.added', data: { n: 1, text: '困人' }, atMs: 1 }],
    });
  await append();
  const reader = new Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select * from rescue_deadlines');
  const rebuilding = store.rebuild();
  const { rows: before } = await reader.query('select * from rescue_deadlines');
  // Until the switch has been tried, and refused, at least once.
  const watcher = new Client({ connectionString: databaseUrl });
  await watcher.connect();
  const isSwitchWaiting = async () =>
    (await watcher.query(`select 1 from pg_locks where mode = 'AccessExclusiveLock' and not granted`)).rowCount !== 0;
  for (let tries = 0; tries < 2; tries += 1) {
    while (!(await isSwitchWaiting()));
    const startedMs = performance.now();
    await append();
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  }
  expect((await reader.query('select * from rescue_deadlines')).rows.length).toBe(before.length);
  await reader.query('commit');
  await rebuilding;
  await Promise.all([reader.end(), watcher.end()]);
  const rows = () => store.rows.selectFrom('rescue_deadlines').selectAll().orderBy('stream').execute();
  const live = await rows();
  await store.rebuild();
  expect(await rows()).toEqual(live);
  await store.close();
});

test('when PostgreSQL goes down a request fails clearly; when it is back, writing, listening and subscriptions go on', async () => {
  const databaseUrl = await postgres.createDatabase();
  const [a, b] = [await openProcess(databaseUrl), await openProcess(databaseUrl)];
  const live = deliveries();
  const durable = deliveries();
  a.subscribe({
    afterPosition: 0,
    onEvents: (events) => events.forEach(({ position }) => live.add(position)),
    onError: () => {},
  });
  a.subscribeDurably({ name: 'rules', startFrom: 'beginning', onEvent: async ({ position }) => durable.add(position) });
  await b.append(noted(1));
  await durable.until(() => durable.positions.includes(1));
  // Reads are under way when it goes: they fail, and nothing else does.
  const reads = [1, 2, 3].map(() =>
    sql`select pg_sleep(30)`.execute(a.rows).then(
      () => 'answered',
      () => 'failed',
    ),
  );
  const sleeping = sql<{
    count: number;
  }>`select count(*) as count from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`;
  await expect.poll(async () => (await sleeping.execute(b.rows)).rows[0]?.count).toBe(reads.length);
  const restarted = postgres.crashAndRestart();
  const during = await b.append(noted(2, 'm2')).then(
    () => 'kept',
    (error: unknown) => error,
  );
  if (during !== 'kept') expect(during).toBeInstanceOf(StoreUnavailableError);
  await restarted;
  expect(await Promise.all(reads)).toEqual(['failed', 'failed', 'failed']);
  // The first attempts may still meet the broken connection.
  for (;;) {
    const answer = await b.append(noted(2, 'm2')).catch(() => undefined);
    if (answer !== undefined) break;
  }
  await b.append(noted(3));
  await live.until(() => live.positions.includes(3));
  await durable.until(() => durable.positions.includes(3));
  expect(live.positions).toEqual([1, 2, 3]);
  expect([...new Set(durable.positions)]).toEqual([1, 2, 3]);
  await Promise.all([a.close(), b.close()]);
});

test('a backup of PostgreSQL restores into an empty database, with its files, under a new epoch', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tian-pg-backup-'));
  const at = (name: string) => join(root, name);
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  for (let n = 1; n <= 5; n += 1) await store.append(noted(n));
  await mkdir(at('data/uploads'), { recursive: true });
  await writeFile(at('data/uploads/a.jpg'), 'picture');
  const filesOf = (files: EventStore) =>
    openUploadedFiles({ store: files, clock: systemClock, folder: at('none'), onTrouble: () => undefined });
  const bytes = Buffer.alloc(200_000, 7);
  const uploaded = await filesOf(store).keep({ bytes, extension: 'jpg' }, null);
  const writing = Promise.all(Array.from({ length: 50 }, (_, n) => store.append(noted(n))));
  const manifest = await backupStore({ dataDir: at('data'), databaseUrl, target: at('backup'), clock: systemClock });
  await writing;
  const emptyUrl = await postgres.createDatabase();
  await expect(restoreStore({ source: at('backup'), dataDir: at('wrong') })).rejects.toThrow('DATABASE_URL');
  await expect(restoreStore({ source: at('backup'), dataDir: at('wrong'), databaseUrl })).rejects.toThrow('不是空的');
  await restoreStore({ source: at('backup'), dataDir: at('restored'), databaseUrl: emptyUrl });
  const restored = await openProcess(emptyUrl);
  expect(await restored.readAll(0)).toEqual((await store.readAll(0)).slice(0, manifest.position));
  expect(await restored.verify()).toEqual({ events: manifest.position });
  expect(restored.epoch).not.toBe(store.epoch);
  expect(await readFile(at('restored/uploads/a.jpg'), 'utf8')).toBe('picture');
  expect(await filesOf(restored).read(uploaded)).toEqual({ kind: 'found', bytes, mime: 'image/jpeg' });
  await Promise.all([store.close(), restored.close()]);
  await rm(root, { recursive: true });
});

test('a backup of a broken log is made and says so; a restore that differs from its manifest is refused', async () => {
  const root = await mkdtemp(join(tmpdir(), 'tian-pg-broken-'));
  const at = (name: string) => join(root, name);
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  for (let n = 1; n <= 3; n += 1) await store.append(noted(n));
  await store.close();
  await postgres.execute(databaseUrl, `update events set data = '{"n":9}' where position = 2`);
  await mkdir(at('data'));
  const options = { dataDir: at('data'), databaseUrl, clock: systemClock };
  expect(await backupStore({ ...options, target: at('backup') })).toMatchObject({ position: 3, brokenAtPosition: 2 });
  const restored = await restoreStore({
    source: at('backup'),
    dataDir: at('restored'),
    databaseUrl: await postgres.createDatabase(),
  });
  expect(restored).toMatchObject({ brokenAtPosition: 2 });
  expect(await readAnchor(at('restored'))).toEqual({
    kind: 'postgres',
    position: 3,
    hash: restored.hash,
    epoch: restored.epoch,
  });
  const manifest = await readFile(at('backup/manifest.json'), 'utf8');
  await writeFile(at('backup/manifest.json'), manifest.replace('"position": 3', '"position": 4'));
  await expect(
    restoreStore({ source: at('backup'), dataDir: at('other'), databaseUrl: await postgres.createDatabase() }),
  ).rejects.toThrow('与备份清单不符');
  await rm(root, { recursive: true, force: true });
});

test('a row that somebody keeps locked fails its own request, which may be made again, and none that shares its transaction', async () => {
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  await store.append(noted(1));
  const other = new Client({ connectionString: databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query(`select * from store_meta where key = 'epoch' for update`);
  const touching = store.append({
    ...noted(2, 'm2'),
    *effects(queries) {
      yield* run(queries.updateTable('store_meta').set({ value: 'touched' }).where('key', '=', 'epoch'));
    },
  });
  const [refused, kept] = await Promise.allSettled([touching, store.append(noted(3))]);
  expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
  expect(kept).toMatchObject({ status: 'fulfilled' });
  await other.query('rollback');
  await other.end();
  expect((await store.append(noted(2, 'm2'))).repeated).toBe(false);
  expect(await store.verify()).toEqual({ events: 3 });
  await store.close();
});

test('an event that PostgreSQL refuses fails its own request, and none whose events leave together with it', async () => {
  const store = await openProcess(await postgres.createDatabase());
  const unkeepable = { ...noted(2, 'm2'), events: noted(2).events.map((event) => ({ ...event, atMs: 1.5 })) };
  const [before, refused, after] = await Promise.allSettled([
    store.append(noted(1)),
    store.append(unkeepable),
    store.append(noted(3)),
  ]);
  expect([before.status, refused.status, after.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((await store.append(noted(2, 'm2'))).repeated).toBe(false);
  expect(await store.verify()).toEqual({ events: 3 });
  await store.close();
});

test("a full disk of the database is nobody's own fault: every request says that it may be made again", async () => {
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  // What PostgreSQL says when it cannot extend a file.
  await postgres.execute(
    databaseUrl,
    `create function disk_full() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger disk_full before insert on events for each row execute function disk_full()`,
  );
  for (const result of await Promise.allSettled([store.append(noted(1, 'm1')), store.append(noted(2, 'm2'))])) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
  }
  await expect(store.append(noted(1, 'm1'))).rejects.toThrow(StoreUnavailableError);
  await postgres.execute(databaseUrl, 'drop trigger disk_full on events');
  expect((await store.append(noted(1, 'm1'))).repeated).toBe(false);
  await store.close();
});

test('a database that does not tell its timeline has an anchor without one, and one that is away has none', async () => {
  const ownUrl = await postgres.createDatabase();
  await postgres.execute(
    ownUrl,
    `create role guest login; grant all on schema public to guest; revoke execute on function pg_walfile_name(pg_lsn) from public`,
  );
  const databaseUrl = ownUrl.replace('//tian@', '//guest@');
  const store = await openProcess(databaseUrl);
  await store.append(noted(1));
  const untold = await anchorNow(store);
  expect(untold).toEqual({
    kind: 'postgres',
    position: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    epoch: store.epoch,
  });
  await postgres.execute(ownUrl, `grant execute on function pg_walfile_name(pg_lsn) to public`);
  expect(await anchorNow(store)).toEqual({
    ...untold,
    timeline: expect.stringMatching(/^[0-9A-F]{8}$/),
    system: expect.stringMatching(/^\d+$/),
  });
  await postgres.crash();
  await expect(anchorNow(store)).rejects.toThrow(StoreUnavailableError);
  await postgres.restart();
  await store.close();
});

test('twenty endless exports of one user leave a connection for every other user, and take none that records calls', async () => {
  const databaseUrl = await postgres.createDatabase();
  const store = await openProcess(databaseUrl);
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(99)');
  const untilReleased = sql`select pg_advisory_xact_lock_shared(99)`;
  const exports = Array.from({ length: 20 }, () => untilReleased.execute(readsOf(store, { userId: 1 })));
  expect(await store.head()).toBe(0);
  expect(await readsOf(store, { userId: 2 }).selectFrom('log_head').select('position').execute()).toEqual([
    { position: 0 },
  ]);
  await holder.end();
  expect(await Promise.all(exports)).toHaveLength(20);
  await store.close();
});

test('connections that break while they are being set up do not keep their places: reads go on, and the store closes', async () => {
  const url = new URL(await postgres.createDatabase());
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const store = await openProcess(url.href);
  proxy.cutAt('default_transaction_read_only');
  proxy.cut();
  // More of them than there are connections for reads.
  for (let n = 0; n < 20; n += 1) {
    await expect(store.head()).rejects.toThrow(StoreUnavailableError);
    await expect(readsOf(store, { userId: 1 }).selectFrom('log_head').selectAll().execute()).rejects.toThrow(
      StoreUnavailableError,
    );
  }
  proxy.cutAt(undefined);
  expect(await store.head()).toBe(0);
  await store.close();
  await proxy.close();
});

test('an unreachable database is reported in plain words', async () => {
  await expect(openProcess('postgres://tian@127.0.0.1:1/none')).rejects.toThrow(StoreUnavailableError);
});
