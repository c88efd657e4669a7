import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../server/runtime/clock.ts';
import { LeaseLostError, StoreInUseError, StoreNewerError } from '../../server/store/errors.ts';
import type { AppendRequest, EventStore, InlineProjection } from '../../server/store/eventStore.ts';
import { openStore, type OpenOptions } from '../../server/store/open.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

let postgres: TestPostgres;
let databaseUrl: string;
let stores: EventStore[] = [];
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  databaseUrl = await postgres.createDatabase();
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

const noted: AppendRequest = {
  stream: 'log-1', expectedVersion: 'any', actor: { kind: 'system', id: 'test', name: 'test' }, events: [{ type: 'log.noted', data: {}, atMs: 1 }],
};
const counts = (version: number): InlineProjection => ({ name: 'counts', version, tables: ['deadlines'], handles: [], *steps() {} });

/** As a server opens it; `events` tells what became of it. */
async function openActive(options: Partial<OpenOptions> = {}, events: unknown[] = []): Promise<EventStore> {
  const store = await openStore({
    databaseUrl, dataDir: '', clock: systemClock, projections: [],
    onFatal: (error) => events.push(error),
    lease: { whileTaken: () => void events.push('waiting'), whileAway: (error) => { throw error; } },
    ...options,
  });
  stores.push(store);
  return store;
}

/** Resolves when some session has the lease. */
async function untilHeld(): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const held = async () => (await client.query(`select 1 from pg_locks where locktype = 'advisory' and classid = 7436 and granted and database = (select oid from pg_database where datname = current_database())`)).rowCount;
  await expect.poll(held).toBe(1);
  await client.end();
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

test('a process that was replaced without knowing appends nothing more and must exit', async () => {
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
  await postgres.execute(databaseUrl, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
  await untilHeld();
  const appended = () => store.append({ ...noted, messageId: 'm1' }).then(() => 'kept', () => 'not yet');
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

test('a program that is older than the data does not open them', async () => {
  await (await openActive({ projections: [counts(2)] })).close();
  await expect(openActive({ projections: [counts(1)] })).rejects.toThrow(StoreNewerError);
  await openActive({ projections: [counts(3)] });
});
