import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../server/runtime/clock.ts';
import { LeaseLostError, StoreInUseError, StoreNewerError } from '../../server/store/errors.ts';
import type { AppendRequest, EventStore, InlineProjection } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import type { OpenOptions } from '../../server/store/openOptions.ts';

const postgres = postgresOfFile();
let databaseUrl: string;
let stores: EventStore[] = [];
beforeEach(async () => {
  databaseUrl = await postgres.createMigratedDatabase();
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

const noted: AppendRequest = {
  stream: 'log-1',
  expectedVersion: 'any',
  actor: { kind: 'system', id: 'test', name: 'test' },
  events: [{ type: 'log.noted', data: {}, atMs: 1 }],
};
const counts = (version: number): InlineProjection => ({
  name: 'counts',
  version,
  tables: ['rescue_deadlines'],
  handles: ['log.noted'],
  *steps() {},
});

/** As a server opens it; `events` tells what became of it. */
async function openActive(options: Partial<OpenOptions> = {}, events: unknown[] = []): Promise<EventStore> {
  const store = await openStore({
    databaseUrl,
    dataDir: '',
    clock: systemClock,
    projections: [],
    onFatal: (error) => events.push(error),
    lease: {
      whileTaken: () => void events.push('waiting'),
      whileAway: (error) => {
        throw error;
      },
    },
    ...options,
  });
  stores.push(store);
  return store;
}

/** Resolves when some session has the lease. */
async function untilHeld(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const held = async () =>
    (
      await client.query(
        `select 1 from pg_locks where locktype = 'advisory' and classid = 7436 and granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount;
  await expect.poll(held).toBe(1);
  await client.end();
}

/** The ids, on the server, of the sessions that a test does not ask with. */
async function sessions(): Promise<readonly number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

const alone: Partial<OpenOptions> = {
  lease: {
    whileTaken() {
      throw new StoreInUseError();
    },
    whileAway(error) {
      throw error;
    },
  },
};

test('a second process waits until the first has closed, and continues its log', async () => {
  const first = await openActive();
  await first.append(noted);
  const events: unknown[] = [];
  const second = openActive({}, events);
  await expect.poll(() => events).toEqual(['waiting']);
  await first.append(noted);
  await first.close();
  expect((await (await second).append(noted)).version).toBe(3);
});

test('a standby whose own link breaks goes on waiting, and takes over later', async () => {
  const first = await openActive();
  const active = new Set(await sessions());
  const events: unknown[] = [];
  const second = openActive({
    lease: {
      whileTaken: () => void events.push('waiting'),
      whileAway: () => void events.push('away'),
    },
  });
  await expect.poll(() => events).toEqual(['waiting']);
  const own = (await sessions()).find((pid) => !active.has(pid)) ?? 0;
  await postgres.execute(databaseUrl, `select pg_terminate_backend(${own})`);
  await expect.poll(() => events).toEqual(['waiting', 'away']);
  await first.close();
  expect((await (await second).append(noted)).version).toBe(1);
});

test('a check of a standby that the link cut short is made again', async () => {
  const first = await openActive();
  const checks: string[] = [];
  const second = openActive({
    lease: {
      async whileTaken(view) {
        checks.push('begun');
        if (checks.length === 1)
          await postgres.execute(
            databaseUrl,
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`,
          );
        await view.meta('epoch');
        checks.push('through');
      },
      whileAway: () => {},
    },
  });
  await expect.poll(() => checks).toEqual(['begun', 'begun', 'through']);
  await first.close();
  await second;
});

test('a process whose place was taken while it did not know appends nothing more and is told to end', async () => {
  const events: unknown[] = [];
  const store = await openActive({}, events);
  await store.append(noted);
  await postgres.execute(databaseUrl, 'update active_lease set token = token + 1');
  await expect(store.append(noted)).rejects.toThrow();
  await expect(store.append(noted)).rejects.toThrow();
  expect(await store.head()).toBe(1);
  expect(events.length).toBeGreaterThan(0);
  expect(events[0]).toBeInstanceOf(LeaseLostError);
});

test('it keeps its place when its session breaks and no other process has come', async () => {
  const events: unknown[] = [];
  const store = await openActive({}, events);
  await postgres.execute(
    databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await untilHeld();
  const appended = () =>
    store.append({ ...noted, messageId: 'm1' }).then(
      () => 'kept',
      () => 'not yet',
    );
  await expect.poll(appended, { timeout: 10_000 }).toBe('kept');
  await expect(openActive(alone)).rejects.toThrow(StoreInUseError);
  expect(events).toEqual([]);
});

test('it waits for a program of before the lease, which shows by the lease of its rules', async () => {
  const older = new Client({ connectionString: databaseUrl });
  await older.connect();
  await older.query(`select pg_advisory_lock(7436, hashtext('rules'))`);
  const events: unknown[] = [];
  const opening = openActive({}, events);
  await expect.poll(() => events).toEqual(['waiting']);
  await older.end();
  await (await opening).append(noted);
});

test('a tool that is opened beside a program of before the lease leaves its rows as they are', async () => {
  await (await openActive({ projections: [counts(1)] })).close();
  const older = new Client({ connectionString: databaseUrl });
  await older.connect();
  await older.query(`select pg_advisory_lock(7436, hashtext('rules'))`);
  const tool = await openActive({ projections: [counts(2)], lease: undefined });
  expect(await tool.rows.selectFrom('projection_versions').selectAll().execute()).toContainEqual({
    name: 'counts',
    version: 1,
  });
  await older.end();
});

test('it does not wait for a predecessor that froze while it rebuilt', async () => {
  const first = await openActive({ projections: [counts(1)] });
  await first.append(noted);
  await first.close();
  const frozen = new Client({ connectionString: databaseUrl });
  frozen.on('error', () => {});
  await frozen.connect();
  await frozen.query('select pg_advisory_lock(7436002)');
  await openActive({ projections: [counts(2)] });
});

test('a program that is older than the data does not open them', async () => {
  await (await openActive({ projections: [counts(2)] })).close();
  await expect(openActive({ projections: [counts(1)] })).rejects.toThrow(StoreNewerError);
  await openActive({ projections: [counts(3)] });
});
