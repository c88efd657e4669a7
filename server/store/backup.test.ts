import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { backupStore, restoreStore, verifyBackup } from './backup.ts';
import { BackupError, RestoreUnfinishedError } from './errors.ts';
import type { AppendRequest, EventStore } from './eventStore.ts';
import { openStore } from './open.ts';

const clock = new VirtualClock();
const open = (dataDir: string) =>
  openStore({
    dataDir,
    clock,
    projections: [],
    onFatal: (error) => {
      throw error;
    },
  });
const noted = (n: number): AppendRequest => ({
  stream: 'log',
  expectedVersion: 'any',
  actor: { kind: 'system', id: 'test', name: 'test' },
  messageId: `m${n}`,
  events: [{ type: 'log.noted', data: { n }, atMs: n }],
});

describe('backup of the embedded store', () => {
  let root = '';
  let folder = '';
  let store: EventStore;
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'tian-backup-'));
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(root, 'case-'));
    store = await open(at('data'));
    for (let n = 1; n <= 5; n += 1) await store.append(noted(n));
    await mkdir(at('data/uploads/2026'), { recursive: true });
    await writeFile(at('data/uploads/2026/照片.jpg'), 'picture');
    await mkdir(at('data/secrets'), { mode: 0o700 });
    await writeFile(at('data/secrets/device.key'), 'key');
    await chmod(at('data/secrets/device.key'), 0o600);
    return () => store.close();
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('taken while the store is being written to, it restores to the same log, files and secrets, under a new epoch', async () => {
    const writing = Promise.all(Array.from({ length: 50 }, (_, index) => store.append(noted(6 + index))));
    const manifest = await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await writing;
    await restoreStore({ source: at('backup'), dataDir: at('restored') });
    const restored = await open(at('restored'));
    const events = await restored.readAll(0);
    expect(events).toEqual((await store.readAll(0)).slice(0, manifest.position));
    expect(manifest.position).toBeGreaterThanOrEqual(5);
    expect(await restored.verify()).toEqual({ events: manifest.position });
    expect(restored.epoch).not.toBe(store.epoch);
    expect(await restored.append(noted(3))).toMatchObject({ repeated: true });
    await restored.close();
    expect(await readFile(at('restored/uploads/2026/照片.jpg'), 'utf8')).toBe('picture');
    expect((await stat(at('restored/secrets/device.key'))).mode & 0o777).toBe(0o600);
  });

  test('ids handed out before the backup are not handed out again after the restore', async () => {
    const last = await store.nextId('rescue');
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await restoreStore({ source: at('backup'), dataDir: at('restored') });
    const restored = await open(at('restored'));
    expect(await restored.nextId('rescue')).toBeGreaterThan(last);
    await restored.close();
  });

  test.each(['tian.db', 'uploads/2026/照片.jpg', 'secrets/device.key'])('a backup with one flipped byte in %s is refused by name', async (path) => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    const bytes = await readFile(at(`backup/${path}`));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(at(`backup/${path}`), bytes);
    await expect(verifyBackup(at('backup'))).rejects.toThrow(`“${path}”的内容与清单不符`);
    await expect(restoreStore({ source: at('backup'), dataDir: at('restored') })).rejects.toThrow(BackupError);
  });

  test('a backup with a missing file, or without its manifest, is refused', async () => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await rm(at('backup/secrets/device.key'));
    await expect(verifyBackup(at('backup'))).rejects.toThrow('缺失');
    await rm(at('backup/manifest.json'));
    await expect(verifyBackup(at('backup'))).rejects.toThrow('不是梯安的备份');
  });

  test('a broken log is not backed up as if it were whole, and leaves no half backup', async () => {
    await store.close();
    const { default: Libsql } = await import('libsql');
    const other = new Libsql(at('data/tian.db'));
    other.exec(`update events set data = '{"n":9}' where position = 2`);
    other.close();
    await expect(backupStore({ dataDir: at('data'), target: at('backup'), clock })).rejects.toThrow('第 2 条');
    expect(await readdir(folder)).toEqual(['data']);
  });

  test('nothing that exists is overwritten', async () => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await expect(backupStore({ dataDir: at('data'), target: at('backup'), clock })).rejects.toThrow('已存在');
    await expect(restoreStore({ source: at('backup'), dataDir: at('data') })).rejects.toThrow('不是空的');
    await expect(backupStore({ dataDir: at('nothing'), target: at('backup2'), clock })).rejects.toThrow('没有数据库文件');
  });

  test('a restore that was cut short is not opened as a new, empty store', async () => {
    await mkdir(at('restored'));
    await writeFile(at('restored/tian.db.restoring'), '');
    await expect(open(at('restored'))).rejects.toThrow(RestoreUnfinishedError);
  });
});
