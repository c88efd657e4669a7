import { chmod, copyFile, mkdtemp, readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { projections } from '../../server/lifecycleEntries.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { ServerProcess } from '../support/serverProcess.ts';

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.dispose();
});

/** Rights by path, of the folder and everything below it. */
async function modesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = ['.', ...(await readdir(folder, { recursive: true }))];
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, ((await stat(join(folder, path))).mode & 0o777).toString(8)] as const),
    ),
  );
}

const usersOf = ({ store }: TestStore) => store.rows.selectFrom('users').select('id').orderBy('id').execute();

test(
  'a server’s files are accessible only to its own user, even if they were not before',
  { timeout: 60_000 },
  async () => {
    server = await ServerProcess.start({ HISTORY_DAYS: '1' });
    const { dataDir } = server;
    const isClosed = async () => {
      const modes = await modesOf(dataDir);
      expect([...modes.keys()]).toEqual(
        expect.arrayContaining([
          '.',
          sqliteFileName,
          `${sqliteFileName}-wal`,
          `${sqliteFileName}-shm`,
          'store.lock',
          'secrets',
          join('secrets', 'device.key'),
        ]),
      );
      for (const [path, mode] of modes)
        expect({ path, mode }).toEqual({ path, mode: (await stat(join(dataDir, path))).isDirectory() ? '700' : '600' });
    };
    await isClosed();
    await server.stop();
    for (const path of (await modesOf(dataDir)).keys()) await chmod(join(dataDir, path), 0o755);
    await server.restart();
    await isClosed();
    expect(server.errors.join('')).toContain('已收回权限');
  },
);

test('after SIGTERM the database file alone has everything', { timeout: 60_000 }, async () => {
  server = await ServerProcess.start();
  await server.stop();
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-copied-'));
  await copyFile(join(server.dataDir, sqliteFileName), join(dataDir, sqliteFileName));
  const [copied, whole] = [
    await openTestStore({ dataDir, projections }),
    await openTestStore({ dataDir: server.dataDir, projections }),
  ];
  const users = await usersOf(copied);
  expect(users).toEqual(await usersOf(whole));
  expect(await copied.store.head()).toBe(await whole.store.head());
  expect(users.length).toBeGreaterThan(0);
  await copied.dispose();
  await whole.store.close();
});
