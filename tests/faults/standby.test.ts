import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRescueOrderText } from '../../src/contract/push.ts';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { connectPush } from '../support/pushProbe.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';

const rounds = process.env['TIAN_SOAK'] === '1' ? 25 : 1;
const { lift, farLift } = smallCity;
/** Far beyond what decision 17 measured: this machine may be slow, and is busy with other tests. */
const patienceMs = 30_000;

const postgres = postgresOfFile();
let databaseUrl: string;
let running: ServerProcess[] = [];
beforeEach(async () => {
  databaseUrl = await postgres.createMigratedDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.dispose()));
});

const started = async (server: Promise<ServerProcess>): Promise<ServerProcess> => {
  running.push(await server);
  return server;
};

interface CallingLift {
  readonly id: number;
  readonly deviceKey: string;
}

/** A trapped person's event at this server is receipted, and its order rings on a console of the same server. */
async function ringsAt(server: ServerProcess, calling: CallingLift, eventId: string): Promise<void> {
  try {
    await ring(server, calling, eventId);
  } catch (error) {
    throw new Error(`it does not ring; the server's output:\n${server.errors.join('')}`, { cause: error });
  }
}

async function ring(server: ServerProcess, { id, deviceKey }: CallingLift, eventId: string): Promise<void> {
  const api = await within(patienceMs, ApiClient.login(server.url, 'dispatcher1'), 'a dispatcher signs in');
  const probe = await connectPush({ url: `${server.url.replace('http', 'ws')}/ws`, hello: { text: api.helloText } });
  const device = await within(
    patienceMs,
    MqttDevice.connect(server.mqttPort, deviceKey, readSiteDeviceKey(server.dataDir)),
    'the lift connects',
  );
  await within(patienceMs, device.publish('event', eventAt(Date.now(), eventId, 'trapped')), 'the event is receipted');
  await probe.waitFor(({ text }) => text === newRescueOrderText(id), patienceMs);
  await device.close();
  await probe.close();
}

async function within<Result>(limitMs: number, work: Promise<Result>, what: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function eventIds(): Promise<readonly string[]> {
  const store = await openStore({
    databaseUrl,
    dataDir: '',
    clock: systemClock,
    projections,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    expect((await store.verify()).brokenAtPosition).toBeUndefined();
    return (await store.readAll(0, 1_000)).map(({ data }) => JSON.stringify(data));
  } finally {
    await store.close();
  }
}

test(
  'a second process waits, says so to a health check, and takes over when the first is killed',
  async () => {
    let active = await started(ServerProcess.start({ DATABASE_URL: databaseUrl }));
    for (let round = 1; round <= rounds; round += 1) {
      const standby = await started(ServerProcess.startStandby(active));
      const health = await fetch(`http://127.0.0.1:${standby.standbyPort}/healthz`);
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ data: { ready: false, waiting_for: 'active' } });
      await ringsAt(active, lift, `before-${round}`);
      await active.kill();
      await within(patienceMs, standby.untilServing, 'the standby serves');
      await ringsAt(standby, farLift, `after-${round}`);
      active = standby;
    }
  },
  60_000 * rounds,
);

test(
  'it takes over from a frozen one, which exits when it resumes and has appended and acknowledged nothing',
  async () => {
    let active = await started(ServerProcess.start({ DATABASE_URL: databaseUrl }));
    for (let round = 1; round <= rounds; round += 1) {
      const standby = await started(ServerProcess.startStandby(active));
      const late = await MqttDevice.connect(active.mqttPort, farLift.deviceKey, readSiteDeviceKey(active.dataDir));
      active.freeze();
      // It waits in the frozen process's socket until that resumes.
      const isAcknowledged = late.publish('event', eventAt(Date.now(), `late-${round}`, 'trapped')).then(
        () => true,
        () => false,
      );
      await within(patienceMs, standby.untilServing, 'the standby serves');
      await ringsAt(standby, lift, `new-${round}`);

      const ended = active.untilEnded();
      active.thaw();
      expect(await within(patienceMs, ended, 'the old one ends')).toBe(1);
      await late.close();
      expect(await isAcknowledged).toBe(false);
      const kept = await eventIds();
      expect(kept.filter((data) => data.includes(`late-${round}`))).toEqual([]);
      expect(kept.filter((data) => data.includes(`new-${round}`)).length).toBeGreaterThan(0);
      active = standby;
    }
  },
  60_000 * rounds,
);

test('one that is cut off from the database exits before the other takes over', async () => {
  const url = new URL(databaseUrl);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const active = await started(ServerProcess.start({ DATABASE_URL: url.href }));
  const standby = await started(ServerProcess.startStandby(active, { DATABASE_URL: databaseUrl }));
  const order: string[] = [];
  const both = [
    active.untilEnded().then(() => order.push('the active one ended')),
    standby.untilServing.then(() => order.push('the standby serves')),
  ];
  proxy.blackHole();
  await within(2 * patienceMs, Promise.all(both), 'the standby serves');
  expect(order).toEqual(['the active one ended', 'the standby serves']);
  await ringsAt(standby, lift, 'cut-off');
  await proxy.close();
});

test('a standby with other secrets does not wait: it says what to do', async () => {
  const active = await started(ServerProcess.start({ DATABASE_URL: databaseUrl }));
  await expect(ServerProcess.start({ DATABASE_URL: databaseUrl })).rejects.toThrow(
    /缺少密码密钥、设备密钥.*\n.*secrets 目录/,
  );
  const other = await started(ServerProcess.start());
  await other.stop();
  await expect(other.restart({ DATABASE_URL: databaseUrl })).rejects.toThrow(
    /密码密钥、设备密钥与数据库中的数据不是同一套.*\n.*secrets 目录/,
  );
  await ringsAt(active, lift, 'still');
});
