import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openUploadedFiles } from '../domain/records/uploads.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { backupStore, restoreStore, verifyBackup } from './backup.ts';
import { BackupError, RestoreUnfinishedError, StoreDamagedError } from './errors.ts';
import type { AppendRequest, EventStore } from './eventStore.ts';
import { anchorNow, readAnchor, writeAnchor } from './integrity/logAnchor.ts';
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

  test('it holds the uploaded files', async () => {
    const filesOf = (files: EventStore) =>
      openUploadedFiles({ store: files, clock, folder: at('none'), onTrouble: () => undefined });
    const bytes = Buffer.alloc(200_000, 7);
    const name = await filesOf(store).keep({ bytes, extension: 'jpg' }, null);
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await restoreStore({ source: at('backup'), dataDir: at('restored') });
    const restored = await open(at('restored'));
    expect(await filesOf(restored).read(name)).toEqual({ kind: 'found', bytes, mime: 'image/jpeg' });
    await restored.close();
  });

  test('ids handed out before the backup are not handed out again after the restore', async () => {
    const last = await store.nextId('rescue');
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await restoreStore({ source: at('backup'), dataDir: at('restored') });
    const restored = await open(at('restored'));
    expect(await restored.nextId('rescue')).toBeGreaterThan(last);
    await restored.close();
  });

  test.each(['tian.db', 'uploads/2026/照片.jpg', 'secrets/device.key'])(
    'a backup with one flipped byte in %s is refused by name',
    async (path) => {
      await backupStore({ dataDir: at('data'), target: at('backup'), clock });
      const bytes = await readFile(at(`backup/${path}`));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(at(`backup/${path}`), bytes);
      await expect(verifyBackup(at('backup'))).rejects.toThrow(`“${path}”的内容与清单不符`);
      await expect(restoreStore({ source: at('backup'), dataDir: at('restored') })).rejects.toThrow(BackupError);
    },
  );

  test('a backup with a missing file, or without its manifest, is refused', async () => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await rm(at('backup/secrets/device.key'));
    await expect(verifyBackup(at('backup'))).rejects.toThrow('缺失');
    await rm(at('backup/manifest.json'));
    await expect(verifyBackup(at('backup'))).rejects.toThrow('不是梯安的备份');
  });

  const tamper = (path: string, sql: string) => {
    const other = new Libsql(at(path));
    other.exec(sql);
    other.close();
  };

  test('a broken log is backed up, and both the backup and its restore say so', async () => {
    await store.close();
    tamper('data/tian.db', `update events set data = '{"n":9}' where position = 2`);
    expect(await backupStore({ dataDir: at('data'), target: at('backup'), clock })).toMatchObject({
      position: 5,
      brokenAtPosition: 2,
    });
    expect(await verifyBackup(at('backup'))).toMatchObject({ brokenAtPosition: 2 });
    expect(await restoreStore({ source: at('backup'), dataDir: at('restored') })).toMatchObject({
      brokenAtPosition: 2,
    });
    const restored = await open(at('restored'));
    expect(await restored.verify()).toEqual({ events: 1, brokenAtPosition: 2 });
    await restored.close();
  });

  test('unreadable text does not end the process: the backup says where it is, and the store refuses to open', async () => {
    await store.close();
    tamper('data/tian.db', `update events set data = cast(x'22ff22' as text) where position = 3`);
    expect(await backupStore({ dataDir: at('data'), target: at('backup'), clock })).toMatchObject({
      unreadableText: '第 3 个事件',
    });
    expect(await restoreStore({ source: at('backup'), dataDir: at('restored') })).toMatchObject({
      unreadableText: '第 3 个事件',
    });
    await expect(open(at('data'))).rejects.toThrow(/第 3 个事件的文字不是有效的 UTF-8。.*restore/);
    tamper(
      'data/tian.db',
      `update events set data = '{}' where position = 3;
       update checkpoints set name = cast(x'c3' as text);
       insert into checkpoints values (cast(x'c328' as text), 1)`,
    );
    await expect(open(at('data'))).rejects.toThrow(StoreDamagedError);
  });

  test('a backup whose database is not the one of its manifest is refused', async () => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    const manifest = await readFile(at('backup/manifest.json'), 'utf8');
    await writeFile(at('backup/manifest.json'), manifest.replace('"position": 5', '"position": 6'));
    await expect(restoreStore({ source: at('backup'), dataDir: at('restored') })).rejects.toThrow('与备份清单不符');
  });

  test('what this machine knows about its own log is not backed up, and a restore records it for the restored log', async () => {
    await writeAnchor(at('data'), await anchorNow(store));
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    expect(await readdir(at('backup/secrets'))).toEqual(['device.key']);
    const { position, hash, epoch } = await restoreStore({ source: at('backup'), dataDir: at('restored') });
    expect(await readAnchor(at('restored'))).toEqual({ kind: 'sqlite', position, hash, epoch });
  });

  test('nothing that exists is overwritten', async () => {
    await backupStore({ dataDir: at('data'), target: at('backup'), clock });
    await expect(backupStore({ dataDir: at('data'), target: at('backup'), clock })).rejects.toThrow('已存在');
    await expect(restoreStore({ source: at('backup'), dataDir: at('data') })).rejects.toThrow('不是空的');
    await expect(backupStore({ dataDir: at('nothing'), target: at('backup2'), clock })).rejects.toThrow(
      '没有数据库文件',
    );
  });

  test('a restore that was cut short is not opened as a new, empty store', async () => {
    await mkdir(at('restored'));
    await writeFile(at('restored/tian.db.restoring'), '');
    await expect(open(at('restored'))).rejects.toThrow(RestoreUnfinishedError);
  });
});
