import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { explainDiskError } from './diskError.ts';
import { StoreFailedError } from './errors.ts';
import { LibsqlConnection } from './sqlite/libsqlConnection.ts';

const withCode = (code: string) => Object.assign(new Error('refused'), { code });

test.each([
  ['SQLITE_FULL', '磁盘空间已满'],
  ['ENOSPC', '磁盘空间已满'],
  ['SQLITE_READONLY_DIRECTORY', '只读'],
  ['EROFS', '只读'],
  ['SQLITE_CORRUPT_INDEX', '已损坏'],
  ['SQLITE_IOERR_FSYNC', '磁盘读写出错'],
  ['EIO', '磁盘读写出错'],
  ['SQLITE_CANTOPEN', '没有权限'],
  ['EACCES', '没有权限'],
])('%s is told in one sentence', (code, words) => {
  expect(explainDiskError(withCode(code))).toContain(words);
  expect(new StoreFailedError(withCode(code)).message).toContain(words);
});

test('a file that is no database is reported as damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tian-damaged-'));
  const path = join(folder, 'tian.db');
  await writeFile(path, 'this was a database once'.repeat(500));
  const told = (() => {
    try {
      new LibsqlConnection(path, { use: 'write' }).close();
      return undefined;
    } catch (error) {
      return explainDiskError(error);
    }
  })();
  expect(told).toContain('已损坏');
  await rm(folder, { recursive: true });
});

test('the file is named where the error names it, and other errors are left alone', () => {
  expect(
    explainDiskError(new Error('outer', { cause: Object.assign(withCode('EACCES'), { path: '/data/city-map.json' }) })),
  ).toContain('（/data/city-map.json）');
  expect(explainDiskError(withCode('EADDRINUSE'))).toBeUndefined();
  expect(explainDiskError(Object.assign(withCode('ENOENT'), { syscall: 'mkdir', path: '/mnt/backup' }))).toMatch(
    /无法建立目录.*（\/mnt\/backup）/,
  );
  expect(explainDiskError(Object.assign(withCode('ENOENT'), { syscall: 'open' }))).toBeUndefined();
  expect(explainDiskError('text')).toBeUndefined();
});
