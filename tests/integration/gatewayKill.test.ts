import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { deviceReceiptSchema, topicOf } from '../../src/contract/device.ts';
import { callForHelpKinds } from '../../src/contract/labels.ts';
import { deviceSecret, loadSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { runProgram } from '../support/programs.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { smallCity } from '../support/smallCity.ts';
import { eventAt } from '../support/mqttDevice.ts';

const kills = 4;
const eventsPerDevice = 200;
const repeatEveryMs = 400;
/**
 * These are never dropped, however many come, nor gathered while their lift has no open order: this server has no
 * rules, so none is opened.
 */
const urgentKinds = callForHelpKinds;

let dataDir: string;
let port: number;
let server: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tian-gateway-kill-'));
  port = await freePort();
});
afterEach(async () => {
  await kill();
  await rm(dataDir, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => {
    probe.listen(0, '127.0.0.1', () => resolve());
  });
  const address = probe.address();
  await new Promise<void>((resolve) => {
    probe.close(() => resolve());
  });
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function start(): Promise<void> {
  const child = spawn(process.execPath, [...runProgram('tests/support/mqttKillServer.ts'), dataDir, String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server = child;
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('ready')) resolve();
    });
    child.once('exit', (code, signal) => reject(new Error(`the server ended (${String(code ?? signal)}): ${output}`)));
  });
}

async function kill(): Promise<void> {
  const child = server;
  server = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGKILL');
  await exited;
}

/** Sends its events a few at a time, and each again until its receipt is there. */
class StubbornDevice {
  readonly receipted = new Set<string>();
  readonly ids: readonly string[];
  readonly #client: MqttClient;
  readonly #deviceKey: string;

  constructor(deviceKey: string, siteKey: Buffer) {
    this.#deviceKey = deviceKey;
    this.ids = Array.from({ length: eventsPerDevice }, (_, index) => `${deviceKey}-${index}`);
    this.#client = connect(`mqtt://127.0.0.1:${port}`, {
      username: deviceKey,
      password: deviceSecret(siteKey, deviceKey, 1),
      protocolVersion: 4,
      clean: true,
      reconnectPeriod: 50,
    });
    this.#client.on('error', () => {});
    this.#client.on('connect', () => this.#client.subscribe(topicOf(deviceKey, 'receipt'), { qos: 1 }, () => {}));
    this.#client.on('message', (_, payload) =>
      this.receipted.add(deviceReceiptSchema.parse(JSON.parse(payload.toString('utf8'))).id),
    );
  }

  get progress(): number {
    return this.receipted.size / this.ids.length;
  }

  async run(): Promise<void> {
    while (this.receipted.size < this.ids.length) {
      const missing = this.ids.filter((id) => !this.receipted.has(id)).slice(0, 15);
      for (const id of missing) {
        const kind = urgentKinds[Number(id.split('-')[1]) % urgentKinds.length] ?? 'trapped';
        if (this.#client.connected)
          this.#client.publish(
            topicOf(this.#deviceKey, 'event'),
            JSON.stringify(eventAt(Date.now(), id, kind)),
            { qos: 1 },
            () => {},
          );
      }
      const untilMs = Date.now() + repeatEveryMs;
      while (Date.now() < untilMs && missing.some((id) => !this.receipted.has(id)))
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
    }
  }

  async close(): Promise<void> {
    await this.#client.endAsync(true);
  }
}

test('a server that is killed repeatedly while devices call stores every acknowledged event, and none twice', async () => {
  const random = seededRandom(4);
  const siteKey = loadSiteDeviceKey(dataDir);
  await start();
  const devices = [smallCity.lift.deviceKey, smallCity.farLift.deviceKey].map(
    (deviceKey) => new StubbornDevice(deviceKey, siteKey),
  );
  const running = Promise.all(devices.map((device) => device.run()));
  for (let killed = 0; killed < kills; killed += 1) {
    const until = (killed + 0.5 + random() * 0.4) / (kills + 1);
    while (devices.every(({ progress }) => progress < until))
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    await kill();
    await start();
  }
  await running;
  await Promise.all(devices.map((device) => device.close()));
  await kill();

  const store = await openStore({
    dataDir,
    clock: systemClock,
    projections,
    onFatal: (error) => {
      throw error;
    },
  });
  try {
    const rows = await store.rows
      .selectFrom('events')
      .select('data')
      .where('type', 'in', ['alarm.raised', 'alarm.repeated', 'alarm.worsened'])
      .execute();
    const kept = rows.map(({ data }) => z.object({ deviceEventId: z.string() }).parse(JSON.parse(data)).deviceEventId);
    expect(kept.toSorted()).toEqual(devices.flatMap(({ ids }) => ids).toSorted());
    expect(await store.verify()).toEqual({ events: await store.head() });
  } finally {
    await store.close();
  }
}, 180_000);
