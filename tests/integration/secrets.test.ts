import { existsSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readAnchor, writeAnchor } from '../../server/store/integrity/logAnchor.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

let server: ServerProcess | undefined;
let postgres: TestPostgres | undefined;
afterEach(async () => {
  await server?.dispose();
  await postgres?.stop();
});

test('without the secrets that its accounts were made with, the server says what to do and makes no new ones', async () => {
  server = await ServerProcess.start();
  await server.stop();
  const folder = join(server.dataDir, 'secrets');
  await rm(join(folder, 'pepper.key'));
  await expect(server.restart()).rejects.toThrow(/缺少密码密钥：.*无法登录。\n请把原来 DATA_DIR 中的 secrets 目录/);
  expect(existsSync(join(folder, 'pepper.key'))).toBe(false);
});

test('the secrets folder of another site is refused as such: its anchor is neither judged nor written', async () => {
  server = await ServerProcess.start();
  await server.stop();
  const folder = join(server.dataDir, 'secrets');
  await copyFile(join(folder, 'device.key'), join(folder, 'pepper.key'));
  const anchor = { position: 99, hash: 'of another log', epoch: 'another' };
  await writeAnchor(server.dataDir, anchor);
  await expect(server.restart()).rejects.toThrow('密码密钥与数据库中的数据不是同一套');
  expect(await readAnchor(server.dataDir)).toEqual(anchor);
});

test('a kept database with a new, empty DATA_DIR is refused likewise', async () => {
  postgres = await startPostgres({ fsync: 'off' });
  const env = { DATABASE_URL: await postgres.createMigratedDatabase() };
  server = await ServerProcess.start(env);
  await server.stop();
  await expect(ServerProcess.start(env)).rejects.toThrow(
    /缺少密码密钥、设备密钥：.*\nDATABASE_URL 指向的是用另一个 DATA_DIR 建立的数据。请把/,
  );
  await server.restart();
});
