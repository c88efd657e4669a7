import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRescueOrderText } from '../../src/contract/push.ts';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';

const { lift, farLift } = smallCity;
const repeatAfterMs = 3_000;

let postgres: TestPostgres;
let proxy: TcpProxy;
let server: ServerProcess;
beforeEach(async () => {
  postgres = await startPostgres({ fsync: 'off' });
  const url = new URL(await postgres.createMigratedDatabase());
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  server = await ServerProcess.start({ DATABASE_URL: url.href });
});
afterEach(async () => {
  await server.dispose();
  await proxy.close();
  await postgres.stop();
});

const connectDevice = (deviceKey: string) =>
  MqttDevice.connect(server.mqttPort, deviceKey, readSiteDeviceKey(server.dataDir));

const healthAt = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2_500) })).status;

/** A device repeats on a new connection until its event is acknowledged, as the documents ask. */
async function publishUntilKept(deviceKey: string, eventId: string): Promise<void> {
  const event = eventAt(Date.now(), eventId, 'trapped');
  for (;;) {
    const device = await connectDevice(deviceKey);
    const isKept = await Promise.race([
      device.publish('event', event).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), repeatAfterMs)),
    ]);
    await device.close();
    if (isKept) return;
  }
}

test('when the connections to the database fall silent and new ones work, a call is kept and rings within seconds', async () => {
  const api = await ApiClient.login(server.url, 'dispatcher1');
  const probe = await connectPush({
    url: `${server.url.replace('http', 'ws')}/ws`,
    hello: { text: api.helloText, last: null },
  });
  await probe.waitFor(({ welcome }) => welcome !== undefined);
  expect(await healthAt(server.httpPort)).toBe(200);
  proxy.silence();
  await publishUntilKept(lift.deviceKey, 'e1');
  await probe.waitFor(({ text }) => text === newRescueOrderText(lift.id), 15_000);
  await probe.close();
  await expect.poll(() => healthAt(server.httpPort), { timeout: 15_000 }).toBe(200);
});

test('when the database disappears silently, nothing is acknowledged, the process exits, and the next one waits', async () => {
  const device = await connectDevice(lift.deviceKey);
  proxy.blackHole();
  const ended = server.untilEnded();
  const isAcknowledged = device.publish('event', eventAt(Date.now(), 'e1', 'trapped')).then(
    () => true,
    () => false,
  );
  expect(await healthAt(server.httpPort)).toBe(503);
  expect(await ended).toBe(1);
  await device.close();
  expect(await isAcknowledged).toBe(false);

  await server.restartWaiting();
  expect(await healthAt(server.standbyPort)).toBe(503);
  proxy.restore();
  await server.untilServing;
  await publishUntilKept(farLift.deviceKey, 'e2');
});

test('a stop ends although the database does not answer', async () => {
  proxy.blackHole();
  const stopped = await Promise.race([
    server.stop().then(() => 'stopped'),
    new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), 12_000).unref()),
  ]);
  expect(stopped).toBe('stopped');
});

test('while the database is away calls are answered with 503, and a short restart of it keeps the process', async () => {
  const api = await ApiClient.login(server.url, 'dispatcher1');
  await postgres.crash();
  expect(await api.get('/api/user/menu-tree')).toMatchObject({ status: 503, code: 503 });
  expect(await api.post('/api/order/rescue/list', { scope: 'pending' })).toMatchObject({ status: 503, code: 503 });
  await postgres.restart();
  await expect.poll(async () => (await api.get('/api/user/menu-tree')).status, { timeout: 20_000 }).toBe(200);
});
