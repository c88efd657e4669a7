import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { LogWentBackError, StoreUnavailableError } from '../../server/store/errors.ts';
import type { AppendRequest, EventStore } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { runProgram } from '../support/programs.ts';
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { auditList } from '../../src/contract/endpoints/audit.ts';
import { logCutList } from '../../src/contract/endpoints/logCut.ts';
import { newRescueOrderText } from '../../src/contract/push.ts';

let postgres: TestPostgres;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  postgres = await startPostgres({ fsync: 'off' });
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await postgres.stop();
});

const noted = (n: number): AppendRequest => ({
  stream: 'log-1',
  expectedVersion: 'any',
  actor: { kind: 'system', id: 'test', name: 'test' },
  events: [{ type: 'log.noted', data: { n }, atMs: n }],
});

function withResolvers<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  const resolvers: ((value: Value) => void)[] = [];
  const promise = new Promise<Value>((resolve) => resolvers.push(resolve));
  return { promise, resolve: (value) => resolvers.forEach((resolve) => resolve(value)) };
}

const refuse = () => {
  throw new Error('nobody else is there');
};

/** Opens the store as a server does. `fatal` resolves when it may no longer be written to. */
async function openActive(
  databaseUrl: string,
): Promise<{ readonly store: EventStore; readonly fatal: Promise<unknown> }> {
  const { promise: fatal, resolve: onFatal } = withResolvers<unknown>();
  const store = await openStore({
    databaseUrl,
    dataDir: '',
    clock: systemClock,
    projections,
    onFatal,
    lease: { whileTaken: refuse, whileAway: refuse },
  });
  closing.push(() => store.close());
  return { store, fatal };
}

test('after a fail-over to a standby that lagged, nothing is appended until the next start, which begins a new epoch', async () => {
  const databaseUrl = await postgres.createDatabase();
  const { store, fatal } = await openActive(databaseUrl);
  const handled: number[] = [];
  store.subscribeDurably({
    name: 'rules',
    startFrom: 'beginning',
    onEvent: async ({ position }) => void handled.push(position),
  });
  for (let n = 1; n <= 3; n += 1) await store.append(noted(n));
  await postgres.copyAsStandby();
  for (let n = 4; n <= 6; n += 1) await store.append(noted(n));
  await expect.poll(() => handled.length).toBe(6);
  await postgres.failOver();
  // Whatever comes first, this or the look at the head after the reconnect.
  await expect(store.append(noted(7))).rejects.toThrow(StoreUnavailableError);
  await expect(store.append(noted(7))).rejects.toThrow(StoreUnavailableError);
  expect(await fatal).toBeInstanceOf(LogWentBackError);
  await store.close();

  const next = await openActive(databaseUrl);
  expect(next.store.epoch).not.toBe(store.epoch);
  expect(await next.store.head()).toBe(3);
  const after: number[] = [];
  next.store.subscribeDurably({
    name: 'rules',
    startFrom: 'beginning',
    onEvent: async ({ position }) => void after.push(position),
  });
  await next.store.append(noted(8));
  await expect.poll(() => after.at(-1)).toBe(4);
  expect(await next.store.verify()).toEqual({ events: 4 });
});

test('a promotion alone, without a loss, keeps the process and gives the next start a new epoch', async () => {
  const databaseUrl = await postgres.createDatabase();
  const { store } = await openActive(databaseUrl);
  await store.append(noted(1));
  await postgres.copyAsStandby();
  await postgres.failOver();
  const appended = async () => (await store.append({ ...noted(2), messageId: 'm2' }).catch(() => undefined))?.version;
  await expect.poll(appended, { timeout: 20_000 }).toBe(2);
  await store.close();
  const next = await openActive(databaseUrl);
  expect(next.store.epoch).not.toBe(store.epoch);
  expect(next.store.epoch.split('.')[0]).toBe(store.epoch.split('.')[0]);
});

test('after a fail-over that lost calls the server rings first, names what was lost until somebody confirms it, and verify tells it', async () => {
  const { lift, farLift } = smallCity;
  const databaseUrl = await postgres.createDatabase();
  const server = await ServerProcess.start({ DATABASE_URL: databaseUrl });
  closing.push(() => server.dispose());
  const device = (deviceKey: string) =>
    MqttDevice.connect(server.mqttPort, deviceKey, readSiteDeviceKey(server.dataDir));
  await postgres.copyAsStandby();
  const first = await device(lift.deviceKey);
  await first.publish('event', eventAt(Date.now(), 'lost', 'trapped'));

  const ended = server.untilEnded();
  await postgres.failOver();
  const isAcknowledged = first.publish('event', eventAt(Date.now(), 'during', 'trapped')).then(
    () => true,
    () => false,
  );
  expect(await ended).toBe(1);
  expect(server.errors.join('')).toContain('数据库的事件日志退回了');
  await first.close();
  expect(await isAcknowledged).toBe(false);

  await server.restart();
  const api = await ApiClient.login(server.url, 'dispatcher1');
  const probe = await connectPush({ url: `${server.url.replace('http', 'ws')}/ws`, hello: { text: api.helloText } });
  for (const { id, deviceKey } of [lift, farLift]) {
    const again = await device(deviceKey);
    await again.publish('event', eventAt(Date.now(), `after-${id}`, 'trapped'));
    await probe.waitFor(({ text }) => text === newRescueOrderText(id), 10_000);
    await again.close();
  }
  await probe.close();

  // Started again meanwhile: one cut is marked once.
  await server.stop();
  await server.restart();
  const chief = await ApiClient.login(server.url, 'super');
  const cuts = async () => logCutList.output.parse((await chief.get('/api/log/cuts')).data).list;
  const [cut, ...more] = await cuts();
  expect(more).toEqual([]);
  expect(cut?.lifts).toEqual([{ id: lift.id, tag: lift.tag }]);
  expect(cut?.last_lost).toBeGreaterThanOrEqual(cut?.first_lost ?? Infinity);
  expect((await chief.get('/api/alarm/notify/list?mine=1&page=1&page_size=10')).data).toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ title: '主备切换丢失了一部分记录' })]),
  });
  const dispatcher = await ApiClient.login(server.url, 'dispatcher1');
  const confirmation = { position: cut?.position, note: '已与 119 来电记录核对' };
  expect(await dispatcher.post('/api/log/cuts/confirm', confirmation)).toMatchObject({ status: 403 });
  expect(await chief.post('/api/log/cuts/confirm', { ...confirmation, note: ' ' })).toMatchObject({ code: 1001 });
  expect(await cuts()).toHaveLength(1);
  for (let time = 0; time < 2; time += 1)
    expect(await chief.post('/api/log/cuts/confirm', confirmation)).toMatchObject({ code: 0 });
  expect(await cuts()).toEqual([]);
  const { list } = auditList.output.parse((await chief.get('/api/audit/list?record=chain&page=1&page_size=10')).data);
  expect(list.map(({ action, actor_name: by }) => [action, by])).toEqual([
    ['确认主备切换的丢失', '苏培'],
    ['主备切换丢失事件', '事件日志'],
  ]);
  const { stdout } = await promisify(execFile)(process.execPath, [...runProgram('server/main.ts'), 'verify'], {
    env: { ...process.env, DATA_DIR: server.dataDir, DATABASE_URL: databaseUrl },
  });
  expect(stdout).toMatch(
    /标明一次主备切换：数据库切换到了落后的备机.*个事件丢失。涉及电梯 .*确认：已与 119 来电记录核对\n校验了 \d+ 个事件/,
  );
}, 120_000);

test('an older copy of the files that was put back is refused: nobody was promoted', async () => {
  const databaseUrl = await postgres.createDatabase();
  const server = await ServerProcess.start({ DATABASE_URL: databaseUrl });
  closing.push(() => server.dispose());
  await postgres.copyAsStandby();
  const device = await MqttDevice.connect(server.mqttPort, smallCity.lift.deviceKey, readSiteDeviceKey(server.dataDir));
  await device.publish('event', eventAt(Date.now(), 'later', 'trapped'));
  await device.close();
  await server.stop();
  await postgres.putCopyBack();
  await expect(server.restart()).rejects.toThrow(/日志被截断、改动或换成了另一份.*没有经过主备切换.*accept-log/s);
}, 120_000);

test('a process that waited knows what the log had, also when the database and the active process are lost together', async () => {
  const databaseUrl = await postgres.createDatabase();
  const active = await ServerProcess.start({ DATABASE_URL: databaseUrl });
  closing.push(() => active.dispose());
  const standby = await ServerProcess.startStandby(active);
  closing.push(() => standby.dispose());
  await postgres.copyAsStandby();
  const device = await MqttDevice.connect(active.mqttPort, smallCity.lift.deviceKey, readSiteDeviceKey(active.dataDir));
  await device.publish('event', eventAt(Date.now(), 'lost', 'trapped'));
  await device.close();
  // The standby asks four times a second.
  const watcher = new Client({ connectionString: databaseUrl });
  await watcher.connect();
  const { rows: times } = await watcher.query<{ now: string }>('select now()::text as now');
  await expect
    .poll(
      async () =>
        (
          await watcher.query(
            `select 1 from pg_stat_activity where query = 'select position, hash from log_head where id = 1' and query_start > $1::timestamptz`,
            [times[0]?.now],
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(1);
  await watcher.end();
  await active.kill();
  await postgres.failOver();
  await standby.untilServing;
  const chief = await ApiClient.login(standby.url, 'super');
  const { list } = logCutList.output.parse((await chief.get('/api/log/cuts')).data);
  expect(list).toHaveLength(1);
}, 120_000);
