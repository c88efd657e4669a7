import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { wrongSettingCode } from '../server/startError.ts';

/** A program that records each of its starts, reports that it serves if asked to, and then does what `plan` says for this start. */
const program = `
import { appendFileSync, readFileSync } from 'node:fs';
const [log, plan] = process.argv.slice(2);
appendFileSync(log, process.pid + '\\n');
const start = readFileSync(log, 'utf8').trim().split('\\n').length;
const [isServing, end] = JSON.parse(plan)[start - 1] ?? [true, 'stay'];
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
if (isServing) process.send({ kind: 'serving' });
if (end === 'stay') setInterval(() => undefined, 1_000);
else if (typeof end === 'string') process.kill(process.pid, end);
else process.disconnect(), process.removeAllListeners('disconnect'), process.exitCode = end;
`;

type Plan = readonly (readonly [isServing: boolean, end: number | 'stay' | NodeJS.Signals])[];

let folder: string;
let supervisor: ChildProcess | undefined;
let errors: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tian-supervisor-'));
  await writeFile(join(folder, 'program.mjs'), program);
  await writeFile(join(folder, 'run.mjs'), `
    const { supervise } = await import(${JSON.stringify(resolve('scripts/supervisor.mjs'))});
    supervise({ file: ${JSON.stringify(join(folder, 'program.mjs'))}, args: process.argv.slice(2), env: {} });`);
  errors = '';
});
afterEach(async () => {
  supervisor?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function supervise(plan: Plan): ChildProcess {
  const child = spawn(process.execPath, [join(folder, 'run.mjs'), join(folder, 'starts'), JSON.stringify(plan)], { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  supervisor = child;
  return child;
}

async function pids(): Promise<readonly number[]> {
  return (await readFile(join(folder, 'starts'), 'utf8').catch(() => '')).split('\n').filter((line) => line !== '').map(Number);
}
const starts = (count: number) => vi.waitFor(async () => expect(await pids()).toHaveLength(count), 20_000);
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a server that crashes or is killed is restarted, and each crash is reported with its time', { timeout: 60_000 }, async () => {
  supervise([[true, 1], [false, 1], [true, 'SIGKILL']]);
  await starts(4);
  const times = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  expect(errors).toMatch(new RegExp(`${times} 服务意外退出（退出代码 1），0.1 秒后重新启动\n${times} 服务意外退出（退出代码 1），0.2 秒后重新启动\n${times} 服务意外退出（信号 SIGKILL），0.4 秒后重新启动\n`));
});

test('a wrong setting ends the start with its code; once the server has served, it is retried', { timeout: 60_000 }, async () => {
  const [code] = await once(supervise([[false, wrongSettingCode]]), 'exit');
  expect(code).toBe(wrongSettingCode);
  expect(await pids()).toHaveLength(1);

  await rm(join(folder, 'starts'));
  supervise([[true, 1], [false, wrongSettingCode]]);
  await starts(3);
});

test('it ends with the status of a server that stops', { timeout: 60_000 }, async () => {
  const [code] = await once(supervise([[true, 0]]), 'exit');
  expect(code).toBe(0);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('%s to it stops the server', { timeout: 60_000 }, async (signal) => {
  const child = supervise([]);
  await starts(1);
  const [pid = 0] = await pids();
  child.kill(signal);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
});

test('a signal while it waits to start a crashing server again ends it', { timeout: 60_000 }, async () => {
  const child = supervise(Array.from({ length: 20 }, () => [false, 1] as const));
  await starts(4);
  child.kill('SIGTERM');
  await once(child, 'exit');
  const atEnd = await pids();
  expect(atEnd.filter(isAlive)).toEqual([]);
});
