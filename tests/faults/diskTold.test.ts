import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { runProgram } from '../support/programs.ts';
import { canTrace } from '../support/strace.ts';

let root = '';
let tracing = false;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-told-'));
  tracing = await canTrace();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Runs a command of the product on a data folder, behind `prefix` (a tracer) when given, to its end. */
async function runProduct(
  dataDir: string,
  command: readonly string[],
  prefix: readonly string[] = [],
): Promise<{ readonly code: unknown; readonly told: string }> {
  const [program = '', ...args] = [...prefix, process.execPath, ...runProgram('server/main.ts'), ...command];
  const child = spawn(program, args, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      ADMIN_ACCOUNT: 'admin',
      ADMIN_PASSWORD: 'a-Long-password-1',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  return { code, told };
}

/** An outcome that says what is wrong, without showing the program's internals. */
function expectTold({ code, told }: { readonly code: unknown; readonly told: string }, words: string): void {
  expect({ code, told }).toEqual({ code: 1, told: expect.stringContaining(words) });
  expect(told).not.toMatch(/^ +at |Error:|node:internal/m);
}

async function folderWithEvents(): Promise<string> {
  const dataDir = await mkdtemp(join(root, 'data-'));
  const store = await openStore({
    dataDir,
    clock: systemClock,
    projections: [],
    onFatal: (error) => {
      throw error;
    },
  });
  await Promise.all(
    Array.from({ length: 2_000 }, (_, n) =>
      store.append({
        stream: `s${n % 9}`,
        expectedVersion: 'any',
        actor: { kind: 'system', id: 'test', name: 'test' },
        events: [{ type: 'log.noted', data: { n, text: '困人' }, atMs: n }],
      }),
    ),
  );
  await store.close();
  return dataDir;
}

const failing = (calls: string, error: string, ...paths: readonly string[]): string[] => [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-o',
  '/dev/null',
  '-e',
  `trace=${calls}`,
  '-e',
  `inject=${calls}:error=${error}`,
  ...paths.flatMap((path) => ['-P', path]),
];

test('a file that is damaged at its beginning is reported by every command', { timeout: 120_000 }, async () => {
  const dataDir = await mkdtemp(join(root, 'damaged-'));
  await writeFile(join(dataDir, sqliteFileName), 'this was a database once'.repeat(500));
  for (const command of [['serve', '--no-demo'], ['verify'], ['rebuild'], ['backup', join(root, 'never')]])
    expectTold(await runProduct(dataDir, command), '数据库文件已损坏');
  expect(existsSync(join(root, 'never'))).toBe(false);
});

test('a file that is damaged further in is reported where it is read', { timeout: 120_000 }, async () => {
  const dataDir = await folderWithEvents();
  const file = await open(join(dataDir, sqliteFileName), 'r+');
  const { size } = await file.stat();
  for (let page = 40; page * 4096 < size; page += 1) await file.write(Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
  await file.close();
  expectTold(await runProduct(dataDir, ['rebuild']), '数据库文件已损坏');
});

test('a full disk stops the server, which says so', { timeout: 120_000 }, async () => {
  if (!tracing) return;
  const dataDir = await mkdtemp(join(root, 'full-'));
  expectTold(
    await runProduct(
      dataDir,
      ['serve', '--no-demo'],
      failing('pwrite64', 'ENOSPC:when=60+', join(dataDir, `${sqliteFileName}-wal`)),
    ),
    '磁盘空间已满',
  );
});

test('a failing disk stops the server, which says so', { timeout: 120_000 }, async () => {
  if (!tracing) return;
  const dataDir = await mkdtemp(join(root, 'failing-'));
  expectTold(
    await runProduct(
      dataDir,
      ['serve', '--no-demo'],
      failing('fsync,fdatasync', 'EIO:when=3+', join(dataDir, sqliteFileName), join(dataDir, `${sqliteFileName}-wal`)),
    ),
    '磁盘读写出错',
  );
});

test('a disk that has become read-only is reported', { timeout: 120_000 }, async () => {
  if (!tracing) return;
  const dataDir = await folderWithEvents();
  const names = ['', '-wal', '-shm'].map((suffix) => join(dataDir, `${sqliteFileName}${suffix}`));
  for (const command of [['rebuild'], ['serve', '--no-demo']]) {
    expectTold(await runProduct(dataDir, command, failing('pwrite64,ftruncate,fallocate', 'EROFS', ...names)), '磁盘');
  }
});
