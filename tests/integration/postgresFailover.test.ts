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
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
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

test('a call after a fail-over is acknowledged only by a server that opens its order and rings', async () => {
  const { lift, farLift } = smallCity;
  const server = await ServerProcess.start({ DATABASE_URL: await postgres.createDatabase() });
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
});
