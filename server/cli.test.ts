import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acceptLog, acknowledgeBreak, backup, restore, verify } from './cli.ts';
import { loadConfig, type Config } from './start/config.ts';
import { projections } from './lifecycleEntries.ts';
import { systemClock } from './runtime/clock.ts';
import { writeAnchor } from './store/integrity/logAnchor.ts';
import type { AppendRequest } from './store/eventStore.ts';
import { openStore } from './store/open.ts';

let root = '';
let config: Config;
let printed: string[];
const at = (name: string) => join(root, name);
const configFor = (dataDir: string) => loadConfig({ env: { DATA_DIR: dataDir } });
const who = { by: '王芳', reason: '磁盘故障，已与纸质记录核对' };

const noted = (n: number): AppendRequest => ({
  stream: 'log',
  expectedVersion: 'any',
  actor: { kind: 'system', id: 'test', name: 'test' },
  events: [{ type: 'log.noted', data: { n }, atMs: n }],
});

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-cli-'));
  config = configFor(at('data'));
  const store = await open();
  for (let n = 1; n <= 5; n += 1) await store.append(noted(n));
  await store.close();
  await mkdir(at('data/secrets'));
  printed = [];
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void printed.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(root, { recursive: true, force: true });
});

function tamper(sql: string): void {
  const database = new Libsql(at('data/tian.db'));
  database.exec(sql);
  database.close();
}

const open = () =>
  openStore({
    dataDir: at('data'),
    clock: systemClock,
    projections,
    onFatal: (error) => {
      throw error;
    },
  });

async function epoch(): Promise<string> {
  const store = await open();
  await store.close();
  return store.epoch;
}

async function note(n: number): Promise<void> {
  const store = await open();
  await store.append(noted(n));
  await store.close();
}

/** Returns the output of the command. */
async function outputOf(command: Promise<void>): Promise<string> {
  printed.length = 0;
  await command;
  return printed.join('\n');
}

test('verify continues from where it ended, and --all checks everything again', async () => {
  const whole = '校验了 5 个事件（第 1–5 个，全部），哈希链完好';
  expect(await outputOf(verify(config, {}))).toBe(whole);
  tamper(`update events set data = '{"n":9}' where position = 2`);
  // It claims nothing of what it has not read again.
  expect(await outputOf(verify(config, {}))).toMatch(
    /^没有新的事件，本次只核对了最后一个（第 5 个）：仍与上次相同。第 1–5 个此前已校验，最近一次在 \d{4}-\d\d-\d\d [\d:]{8}，本次没有重读；加 --all 从头校验$/,
  );
  await note(6);
  expect(await outputOf(verify(config, {}))).toMatch(
    /^校验了 1 个事件（第 6–6 个），哈希链完好。第 1–5 个此前已校验，最近一次在 .*，本次没有重读/,
  );
  await expect(verify(config, { all: true })).rejects.toThrow('哈希链在第 2 个事件处断裂');
});

test('a named person acknowledges a known break; every later check reports it and succeeds', async () => {
  tamper(`update events set data = '{"n":9}' where position = 2`);
  await expect(verify(config, {})).rejects.toThrow('acknowledge-break --position 2');
  await expect(acknowledgeBreak(config, { position: 'two', ...who })).rejects.toThrow('--position');
  await expect(acknowledgeBreak(config, { position: '3', ...who })).rejects.toThrow(
    '第一处未确认的断裂在第 2 个事件，不是第 3 个',
  );
  await expect(acknowledgeBreak(config, { position: '2', reason: who.reason })).rejects.toThrow('请用 --by 写明姓名');
  await expect(acknowledgeBreak(config, { position: '2', by: who.by })).rejects.toThrow('请用 --reason 写明原因');
  await acknowledgeBreak(config, { position: '2', ...who });
  for (const switches of [{}, {}, { all: true }]) {
    expect(await outputOf(verify(config, switches))).toMatch(
      /^第 2 个事件处有一处已知的断裂，王芳于 \d{4}-\d\d-\d\d 确认：磁盘故障，已与纸质记录核对\n(校验了 6 个事件（第 1–6 个，全部），哈希链完好|没有新的事件)/,
    );
  }
  await expect(acknowledgeBreak(config, { position: '2', ...who })).rejects.toThrow('没有需要确认的断裂');
  expect(await outputOf(backup(config, at('backup')))).not.toContain('警告');
});

test('a broken log is backed up and restored with a loud warning', async () => {
  tamper('delete from events where position = 5');
  expect(await outputOf(backup(config, at('backup')))).toMatch(
    /备份完成.*\n警告：此备份中的事件日志在第 5 个事件处断裂/,
  );
  expect(await outputOf(restore(configFor(at('restored')), at('backup')))).toMatch(/已恢复到第 5 个事件.*\n警告：/);
});

test('a log that ends before what this machine has seen is refused until a named person accepts it', async () => {
  await writeAnchor(at('data'), { position: 9, hash: 'seen', epoch: 'e' });
  await expect(verify(config, {})).rejects.toThrow('本机曾记录到第 9 个事件，数据库中只剩 5 个');
  await expect(acceptLog(config, { by: who.by })).rejects.toThrow('--reason');
  const epochBefore = await epoch();
  await acceptLog(config, { by: who.by, reason: '演练后恢复' });
  // A console that had seen the lost events takes a new snapshot.
  expect(await epoch()).not.toBe(epochBefore);
  expect(await outputOf(verify(config, {}))).toBe('校验了 6 个事件（第 1–6 个，全部），哈希链完好');
  await expect(acceptLog(config, who)).rejects.toThrow('无需确认');
});

test('an anchor of a PostgreSQL database says which setting is missing, and may be accepted too', async () => {
  await writeAnchor(at('data'), { kind: 'postgres', position: 9, hash: 'seen', epoch: 'e', timeline: '00000001' });
  await expect(verify(config, {})).rejects.toThrow(
    /此前使用的是 DATABASE_URL 指定的 PostgreSQL 数据库（记录到第 9 个事件），现在用的却是 DATA_DIR 中的内嵌数据库.*请设置原来的 DATABASE_URL/,
  );
  await acceptLog(config, who);
  expect(await outputOf(verify(config, {}))).toBe('校验了 6 个事件（第 1–6 个，全部），哈希链完好');
});

test('no command makes an empty database where secrets stand without one', async () => {
  await writeAnchor(at('data'), { position: 5, hash: 'seen', epoch: 'e' });
  await rename(at('data/tian.db'), at('kept.db'));
  await expect(verify(config, {})).rejects.toThrow('没有数据库文件 tian.db');
  await rename(at('kept.db'), at('data/tian.db'));
});
