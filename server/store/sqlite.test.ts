import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { StoreLockedError } from './errors.ts';
import { openStore, type OpenOptions } from './open.ts';
import { sqliteFileName } from './sqliteFile.ts';
import { storeSuite } from './storeSuite.ts';

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

test('a second process on the same folder is refused, and told what to do', async () => {
  const dataDir = await mkdtemp(join(root, 'locked-'));
  const store = await open(dataDir);
  await expect(open(dataDir)).rejects.toThrow(StoreLockedError);
  await expect(open(dataDir)).rejects.toThrow('请先停止那个进程');
  await store.close();
  await (await open(dataDir)).close();
});

test('a step that passes what SQLite cannot keep is refused and takes nothing down', async () => {
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
