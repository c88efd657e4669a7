import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { build } from 'vite';
import { wrongSettingCode } from '../runtime/startError.ts';
import { isService, serverFlags } from './superviseServer.ts';

/** A program that writes down each of its starts, reports what it is told to, and then does what `plan` says for this start. */
const program = `
import { appendFileSync, readFileSync } from 'node:fs';
const [log, plan, ...switches] = process.argv.slice(2);
appendFileSync(log, [process.pid, ...process.execArgv, ...switches].join(' ') + '\\n');
const start = readFileSync(log, 'utf8').trim().split('\\n').length;
const [report, end] = JSON.parse(plan)[start - 1] ?? ['serving', 'stay'];
process.on('disconnect', () => process.exit(0));
if (end !== 'listen to no signal') process.on('SIGTERM', () => process.exit(0));
if (report !== 'nothing') process.send({ kind: report });
const beating = report === 'nothing' ? undefined : setInterval(() => process.send({ kind: 'beat' }), 50);
if (end === 'hang') setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 200);
else if (end === 'work for long') {
  process.send({ kind: 'step', name: '重建列表' });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  process.send({ kind: 'stepDone' });
  appendFileSync(log + '-done', 'done');
} else if (end === 'stay' || end === 'listen to no signal') setInterval(() => undefined, 1_000);
else if (typeof end === 'string') process.kill(process.pid, end);
else clearInterval(beating), process.disconnect(), process.removeAllListeners('disconnect'), process.exitCode = end;
`;

type Plan = readonly (readonly [
  report: 'nothing' | 'waiting' | 'serving',
  end: number | 'stay' | 'hang' | 'work for long' | 'listen to no signal' | NodeJS.Signals,
])[];

/** Bundled as for `npm start`, so that it runs without a loader of TypeScript, whose flags its children would get. */
let bundle: string;
beforeAll(async () => {
  bundle = await mkdtemp(join(tmpdir(), 'tian-supervise-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve('server/supervise/superviseServer.ts'),
      outDir: bundle,
      rolldownOptions: { output: { entryFileNames: 'superviseServer.mjs' } },
    },
  });
});
afterAll(() => rm(bundle, { recursive: true, force: true }));

let folder: string;
let supervisor: ChildProcess | undefined;
let errors: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tian-supervisor-'));
  await writeFile(join(folder, 'program.mjs'), program);
  await writeFile(
    join(folder, 'run.mjs'),
    `
    const { superviseServer } = await import(${JSON.stringify(join(bundle, 'superviseServer.mjs'))});
    const file = ${JSON.stringify(join(folder, 'program.mjs'))};
    superviseServer({ file, args: process.argv.slice(3), env: {}, steadyAfterMs: Number(process.argv[2]), silentAfterMs: 1_500 });`,
  );
  errors = '';
});
afterEach(async () => {
  supervisor?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function supervise(
  plan: Plan,
  {
    nodeFlags = [],
    switches = [],
    steadyAfterMs = 60_000,
  }: {
    readonly nodeFlags?: readonly string[];
    readonly switches?: readonly string[];
    readonly steadyAfterMs?: number;
  } = {},
): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      ...nodeFlags,
      join(folder, 'run.mjs'),
      String(steadyAfterMs),
      join(folder, 'starts'),
      JSON.stringify(plan),
      ...switches,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  supervisor = child;
  // What a server of the test before says when it finds its supervisor gone is none of this one.
  child.stderr.on('data', (chunk: Buffer) => (errors += supervisor === child ? chunk.toString() : ''));
  return child;
}

/** A line for each start: the process's id, what Node was started with, and its switches. */
async function lines(): Promise<readonly string[]> {
  return (await readFile(join(folder, 'starts'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
}
const withoutPid = (line: string): string => line.replace(/^\d+ /, '');
const pids = async (): Promise<readonly number[]> => (await lines()).map((line) => Number.parseInt(line, 10));
const starts = (count: number) => vi.waitFor(async () => expect(await pids()).toHaveLength(count), 20_000);
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test(
  'a server that crashes or is killed is started again, and each crash is told with its time',
  { timeout: 60_000 },
  async () => {
    supervise([
      ['serving', 1],
      ['nothing', 1],
      ['serving', 'SIGKILL'],
    ]);
    await starts(4);
    const times = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    expect(errors).toMatch(
      new RegExp(
        `${times} 服务意外退出（退出代码 1），0.1 秒后重新启动\n${times} 服务意外退出（退出代码 1），0.2 秒后重新启动\n${times} 服务意外退出（信号 SIGKILL），0.4 秒后重新启动\n`,
      ),
    );
  },
);

test(
  'a wrong setting ends the start with its code; once the server has served it is tried again',
  { timeout: 60_000 },
  async () => {
    const [code] = await once(supervise([['nothing', wrongSettingCode]]), 'exit');
    expect(code).toBe(wrongSettingCode);
    expect(await pids()).toHaveLength(1);

    await rm(join(folder, 'starts'));
    supervise([
      ['serving', 1],
      ['nothing', wrongSettingCode],
    ]);
    await starts(3);
  },
);

test(
  'a standby that cannot take over because of something that passes is started again',
  { timeout: 60_000 },
  async () => {
    supervise([
      ['waiting', wrongSettingCode],
      ['nothing', wrongSettingCode],
    ]);
    await starts(3);
  },
);

test(
  'one that waited for long and then crashed is started again at once, however often',
  { timeout: 60_000 },
  async () => {
    supervise(
      [
        ['waiting', 1],
        ['waiting', 1],
        ['waiting', 1],
      ],
      { steadyAfterMs: 0 },
    );
    await starts(4);
    expect(errors.match(/0\.1 秒后重新启动/g)).toHaveLength(3);
  },
);

test('a server that hangs is killed and started again, and one line says why', { timeout: 60_000 }, async () => {
  supervise([
    ['serving', 'hang'],
    ['waiting', 'hang'],
    ['serving', 'stay'],
  ]);
  await starts(3);
  expect(errors.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(/服务意外退出（进程停住，1\.5 秒没有心跳，已强制结束），0\.1 秒后重新启动$/),
    expect.stringMatching(/服务意外退出（进程停住，1\.5 秒没有心跳，已强制结束），0\.2 秒后重新启动$/),
  ]);
});

test('a step that was announced may block the server for longer', { timeout: 60_000 }, async () => {
  supervise([['serving', 'work for long']]);
  await vi.waitFor(async () => expect(await readFile(join(folder, 'starts-done'), 'utf8')).toBe('done'), 30_000);
  expect(await pids()).toHaveLength(1);
  expect(errors).toBe('');
});

test('a rebuild that was asked for is not repeated by each start after a crash', { timeout: 60_000 }, async () => {
  supervise(
    [
      ['nothing', 1],
      ['serving', 1],
    ],
    { switches: ['--no-demo', '--rebuild'] },
  );
  await starts(3);
  expect((await lines()).map(withoutPid)).toEqual(
    ['--no-demo --rebuild', '--no-demo --rebuild', '--no-demo'].map((switches) => [...serverFlags, switches].join(' ')),
  );
});

test(
  "what an administrator gives Node has the last word over the product's own flags",
  { timeout: 60_000 },
  async () => {
    const ownFlags = ['--max-semi-space-size=8'];
    supervise([['serving', 'stay']], { nodeFlags: ownFlags });
    await starts(1);
    expect((await lines()).map(withoutPid)).toEqual([[...serverFlags, ...ownFlags].join(' ')]);
  },
);

test('a server is supervised, a command that runs once is not', () => {
  for (const args of [[], ['serve'], ['--no-demo'], ['--rebuild'], ['serve', '--rebuild', '--no-demo']])
    expect(isService(args)).toBe(true);
  for (const args of [['verify'], ['--help'], ['rebuild']]) expect(isService(args)).toBe(false);
});

test('it ends with the status of a server that stops', { timeout: 60_000 }, async () => {
  const [code] = await once(supervise([['serving', 0]]), 'exit');
  expect(code).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s to it stops the server',
  { timeout: 60_000 },
  async (signal) => {
    const child = supervise([]);
    await starts(1);
    const [pid = 0] = await pids();
    child.kill(signal);
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
  },
);

test('told to stop it ends with 0, although its server did not listen for that yet', { timeout: 60_000 }, async () => {
  const child = supervise([['nothing', 'listen to no signal']]);
  await starts(1);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a signal while it waits to start a crashing server again ends it', { timeout: 60_000 }, async () => {
  const child = supervise(Array.from({ length: 20 }, () => ['nothing', 1] as const));
  await starts(4);
  child.kill('SIGTERM');
  await once(child, 'exit');
  const atEnd = await pids();
  expect(atEnd.filter(isAlive)).toEqual([]);
});
