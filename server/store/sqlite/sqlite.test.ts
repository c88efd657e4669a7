import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { StoreLockedError, StoreUnavailableError } from '../errors.ts';
import type { InlineProjection } from '../eventStore.ts';
import { openStore } from '../open.ts';
import { sqliteFileName } from './sqliteFile.ts';
import { storeSuite } from '../../../tests/support/store/storeSuite.ts';
import type { OpenOptions } from '../openOptions.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-sqlite-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function open(dataDir: string, options: Partial<OpenOptions> = {}) {
  return openStore({
    dataDir,
    clock: new VirtualClock(),
    projections: [],
    onFatal: (error) => {
      throw error;
    },
    ...options,
  });
}

storeSuite('the event store on SQLite', async () => {
  const dataDir = await mkdtemp(join(root, 'store-'));
  return {
    open: (options) => open(dataDir, options),
    async tamper(sql) {
      const other = new Libsql(join(dataDir, sqliteFileName));
      other.exec(sql);
      other.close();
    },
    dispose: () => rm(dataDir, { recursive: true, force: true }),
  };
});

test('refuses a second process on the same folder, and says what to do', async () => {
  const dataDir = await mkdtemp(join(root, 'locked-'));
  const store = await open(dataDir);
  await expect(open(dataDir)).rejects.toThrow(StoreLockedError);
  await expect(open(dataDir)).rejects.toThrow('请先停止那个进程');
  await store.close();
  await (await open(dataDir)).close();
});

test(
  'a start that rebuilds looks at all of the log first: old text that cannot be read is told, and does not end the process',
  { timeout: 30_000 },
  async () => {
    const dataDir = await mkdtemp(join(root, 'damaged-'));
    const store = await open(dataDir);
    const text = 'x'.repeat(2_000_000);
    for (let n = 1; n <= 12; n += 1) {
      await store.append({
        stream: 'a',
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: [{ type: 'log.noted', data: { text }, atMs: n }],
      });
    }
    await store.close();
    const other = new Libsql(join(dataDir, sqliteFileName));
    other.exec(`update events set data = cast(x'22ff22' as text) where position = 1`);
    other.close();
    // It is older than the rows that every start checks.
    await (await open(dataDir)).close();
    const counts: InlineProjection = {
      name: 'counts',
      version: 1,
      tables: ['rescue_deadlines'],
      handles: ['log.noted'],
      *steps() {},
    };
    await expect(open(dataDir, { projections: [counts] })).rejects.toThrow('第 1 个事件的文字不是有效的 UTF-8');
  },
);

/** Another program that writes to the store's file for a while. Resolves once it has the file's lock. */
async function lockElsewhere(dataDir: string, heldMs: number): Promise<void> {
  const script = `
    const Libsql = require('libsql');
    const db = new Libsql(process.argv[1]);
    db.exec('begin immediate');
    console.log('locked');
    setTimeout(() => { db.exec('commit'); process.exit(); }, ${heldMs});`;
  const holder = spawn(process.execPath, ['-e', script, join(dataDir, sqliteFileName)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
}

test('while another program writes to the file the process goes on, and writes its requests as soon as it can', async () => {
  const dataDir = await mkdtemp(join(root, 'foreign-'));
  const store = await open(dataDir, { clock: systemClock });
  await lockElsewhere(dataDir, 2_000);
  const startedMs = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const append = (n: number) =>
    store.append({
      stream: 'a',
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type: 'log.noted', data: { n }, atMs: n }],
    });
  const [first, second] = await Promise.all([append(1), append(2), store.rebuild()]);
  delay.disable();
  expect(performance.now() - startedMs).toBeGreaterThan(1_000);
  // SQLite's own waiting would have stopped it for as long as the lock was held.
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect([first.version, second.version]).toEqual([1, 2]);
  expect(await store.head()).toBe(2);
  await store.close();
});

test('a file that another program keeps locked refuses requests, and accepts them again afterwards', async () => {
  const dataDir = await mkdtemp(join(root, 'foreign-'));
  const clock = new VirtualClock();
  const store = await open(dataDir, { clock });
  const other = new Libsql(join(dataDir, sqliteFileName));
  other.exec('begin immediate');
  const append = () =>
    store.append({
      stream: 'a',
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type: 'log.noted', data: {}, atMs: 1 }],
    });
  const asked = append();
  const refused = expect(asked).rejects.toBeInstanceOf(StoreUnavailableError);
  await clock.advance(20_000);
  await refused;
  other.exec('commit');
  other.close();
  expect(await append()).toMatchObject({ version: 1 });
  await store.close();
});

test('after a clean stop the one file has everything', async () => {
  const dataDir = await mkdtemp(join(root, 'stopped-'));
  const store = await open(dataDir);
  for (let n = 0; n < 50; n += 1)
    await store.append({
      stream: 'a',
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type: 'log.noted', data: { n }, atMs: n }],
    });
  await store.close();
  const copy = await mkdtemp(join(root, 'copied-'));
  await copyFile(join(dataDir, sqliteFileName), join(copy, sqliteFileName));
  const copied = await open(copy);
  expect(await copied.verify()).toMatchObject({ events: 50 });
  expect(await copied.head()).toBe(50);
  await copied.close();
});

test('a step with a value that SQLite cannot keep fails alone', async () => {
  const dataDir = await mkdtemp(join(root, 'binding-'));
  const store = await open(dataDir);
  await expect(
    store.write(function* (queries) {
      yield queries.insertInto('ids').values({ kind: 'x', next: Number.NaN }).compile();
    }),
  ).rejects.toThrow(TypeError);
  expect(await store.nextId('x')).toBe(1);
  await store.close();
});
