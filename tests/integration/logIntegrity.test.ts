import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { afterEach, expect, test } from 'vitest';
import { openStore } from '../../server/store/open.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { runProgram } from '../support/programs.ts';
import { ServerProcess } from '../support/serverProcess.ts';

let server: ServerProcess | undefined;
afterEach(() => server?.dispose());

test('a server refuses a missing, cut or unreadable database, says what to do, and starts again with the right one', async () => {
  server = await ServerProcess.start();
  const { dataDir } = server;
  await server.stop();
  const file = (name: string) => join(dataDir, name);

  /** Changes the database behind the server's back, and leaves all of it in its one file. */
  const change = (sql: string) => {
    const database = new Libsql(file('tian.db'));
    database.exec(sql);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
  };

  change('select 1');
  await copyFile(file('tian.db'), file('earlier.db'));
  const store = await openStore({
    dataDir,
    clock: systemClock,
    projections,
    onFatal: (error) => {
      throw error;
    },
  });
  await store.append({
    stream: 'log',
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'test', name: 'test' },
    events: [{ type: 'log.noted', data: {}, atMs: 1 }],
  });
  await store.close();
  await server.restart();
  await server.stop();

  change('select 1');
  await rename(file('tian.db'), file('whole.db'));
  await expect(server.restart()).rejects.toThrow(
    /有站点的密钥，但.*没有数据库文件 tian\.db.*\n请把 tian\.db 放回原处，或用 npm run restore/,
  );
  expect(existsSync(file('tian.db'))).toBe(false);

  await rename(file('earlier.db'), file('tian.db'));
  await expect(server.restart()).rejects.toThrow(
    /日志被截断、改动或换成了另一份：本机曾记录到第 \d+ 个事件，数据库中只剩 \d+ 个.*npm run restore.*accept-log/s,
  );

  change('select 1');
  await copyFile(file('whole.db'), file('tian.db'));
  change(`update events set data = cast(x'22ff22' as text)`);
  await expect(server.restart()).rejects.toThrow(
    /数据库文件已损坏：第 \d+ 个事件的文字不是有效的 UTF-8。.*npm run restore/,
  );
  const verifying = promisify(execFile)(process.execPath, [...runProgram('server/main.ts'), 'verify'], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  await expect(verifying).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/第 \d+ 个事件的文字不是有效的 UTF-8/),
  });

  change('select 1');
  await rename(file('whole.db'), file('tian.db'));
  await server.restart();
}, 120_000);
