import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { childrenOf, statOf } from '../support/processTree.ts';

/** The processes of one `npm start`, from the outside in. */
interface Tree {
  readonly npm: number;
  readonly shell: number;
  readonly supervisor: number;
  readonly server: number;
}

const patience = { timeout: 60_000, interval: 50 };

let dataDir: string;
let ports: { readonly http: number; readonly mqtt: number };
let started: ChildProcess | undefined;
let output: string;
let known: Tree | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tian-start-'));
  ports = { http: await freePort(), mqtt: await freePort() };
  output = '';
});
afterEach(async () => {
  for (const pid of [started?.pid, ...Object.values(known ?? {})])
    if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL');
  known = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

const isAlive = (pid: number): boolean => !['Z', undefined].includes(statOf(pid)?.state);
function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(ports.http),
      MQTT_PORT: String(ports.mqtt),
      DATA_DIR: dataDir,
      DEMO: 'false',
      PROBE_SECONDS: '0',
      ADMIN_ACCOUNT: 'chief',
      ADMIN_PASSWORD: 'quiet-harbour-lamp',
      ...env,
    },
  });
  started = child;
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return child;
}

async function isServing(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${ports.http}/healthz`)).ok;
  } catch {
    return false;
  }
}

const whenServing = () => vi.waitFor(async () => expect(await isServing(), output).toBe(true), patience);

async function startWithNpm(switches: readonly string[] = []): Promise<Tree> {
  const npm = start('npm', ['start', '--', ...switches]).pid ?? 0;
  await whenServing();
  const [shell = 0] = childrenOf(npm);
  const [supervisor = 0] = childrenOf(shell);
  const [server = 0] = childrenOf(supervisor);
  expect(server).not.toBe(0);
  known = { npm, shell, supervisor, server };
  return known;
}

describe('ending any process of `npm start` ends the server: none stays behind and keeps the ports', () => {
  test.each([
    ['npm', 'SIGTERM'],
    ['npm', 'SIGHUP'],
    ['npm', 'SIGKILL'],
    ['shell', 'SIGHUP'],
    ['supervisor', 'SIGTERM'],
    ['supervisor', 'SIGHUP'],
    ['supervisor', 'SIGKILL'],
  ] as const)('%s, %s', { timeout: 120_000 }, async (part, signal) => {
    const tree = await startWithNpm();
    process.kill(tree[part], signal);
    await vi.waitFor(
      () =>
        expect(
          Object.entries(tree)
            .filter(([, pid]) => isAlive(pid))
            .map(([name]) => name),
        ).toEqual([]),
      patience,
    );
    expect(await isServing()).toBe(false);
    expect(output).not.toContain('重新启动');
  });

  test('the terminal is closed', { timeout: 120_000 }, async () => {
    // Plays the terminal: when it ends, whatever runs in it gets SIGHUP.
    const terminal = start('script', ['--quiet', '--return', '--command', 'npm start', '/dev/null']);
    await whenServing();
    const server = childrenOf(childrenOf(childrenOf(childrenOf(terminal.pid ?? 0)[0] ?? 0)[0] ?? 0)[0] ?? 0);
    terminal.kill('SIGKILL');
    await vi.waitFor(async () => expect(await isServing()).toBe(false), patience);
    await vi.waitFor(() => expect(server.filter(isAlive)).toEqual([]), patience);
  });
});

test(
  'a server that dies is back on its ports without help, also one that was told to rebuild, which it does once',
  { timeout: 120_000 },
  async () => {
    const tree = await startWithNpm(['--rebuild']);
    await vi.waitFor(() => expect(output).toMatch(/已从 \d+ 个事件重建全部列表/), patience);
    process.kill(tree.server, 'SIGKILL');
    await vi.waitFor(
      () => expect(output).toMatch(/\d{4}-\d\d-\d\dT[\d:.]+Z 服务意外退出（信号 SIGKILL），0.1 秒后重新启动/),
      patience,
    );
    await whenServing();
    const [again = 0] = childrenOf(tree.supervisor);
    known = { ...tree, server: again };
    expect(again).not.toBe(tree.server);
    expect(output.match(/正在从事件日志重建全部列表/g)).toHaveLength(1);
  },
);

test('one that still waits for its database ends with 0 when it is told to stop', { timeout: 120_000 }, async () => {
  const child = start('node', ['scripts/start.mjs'], { DATABASE_URL: 'postgres://tian@127.0.0.1:1/none' });
  await vi.waitFor(() => expect(output).toContain('本进程等待'), patience);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a wrong setting is reported once, and nothing is retried', { timeout: 120_000 }, async () => {
  const [code] = await once(start('npm', ['start'], { PORT: 'eighty' }), 'exit');
  expect(code).toBe(78);
  expect(output.match(/PORT 须为端口号/g)).toHaveLength(1);
});
