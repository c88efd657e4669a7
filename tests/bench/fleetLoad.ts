import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { helloText } from '../../src/contract/push.ts';
import { bridgeSecret } from '../../server/gateway/credentials.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { connectPush } from '../support/pushProbe.ts';
import { md5Hex } from '../support/testAccess.ts';
import { testPassword } from '../support/testAccounts.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { summary } from './percentiles.ts';
import { ringBudget } from './ringBudget.ts';

const isFull = process.env['TIAN_SOAK'] === '1';
const setting = (name: string, short: number, full: number): number =>
  Number(process.env[name] ?? (isFull ? full : short));
const lifts = setting('BENCH_LIFTS', 100_000, 100_000);
const connections = setting('BENCH_CONNECTIONS', 500, 2_000);
const targetPerSecond = setting('BENCH_RATE', 8_000, 20_000);
const seconds = setting('BENCH_SECONDS', 15, 300);
const warmUpSeconds = setting('BENCH_WARM_UP_SECONDS', 4, 20);
const alarmEveryMs = 500;

const serverProgram = fileURLToPath(new URL('./fleetLoadServer.run.ts', import.meta.url));
const clientsProgram = fileURLToPath(new URL('./fleetLoadClients.run.ts', import.meta.url));
const sentSchema = z.object({ sent: z.number() });
const readySchema = z.object({ httpPort: z.number(), mqttPort: z.number(), deviceKeyHex: z.string() });
const figuresSchema = z.object({
  reportsPerSecond: z.number(),
  lagP50Ms: z.number(),
  lagP99Ms: z.number(),
  lagMaxMs: z.number(),
  cpuShareOfOneCore: z.number(),
  rssMiB: z.number(),
});
const loginSchema = z.object({ data: z.object({ token: z.string(), userInfo: z.object({ id: z.number() }) }) });

/** The next message of the server process. */
async function heard<Schema extends z.ZodType>(child: ChildProcess, schema: Schema): Promise<z.infer<Schema>> {
  const [message]: unknown[] = await once(child, 'message');
  return schema.parse(message);
}

async function sentBy(load: ChildProcess): Promise<number> {
  load.send('sent');
  return (await heard(load, sentSchema)).sent;
}

/** Many lifts reporting over bridge connections while calls for help come in among them: does the server keep up? */
export async function benchFleetLoad(): Promise<unknown> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-fleet-'));
  const periodSeconds = Math.ceil(lifts / targetPerSecond);
  const child = fork(serverProgram, [String(lifts), String(periodSeconds)], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let load: ChildProcess | undefined;
  try {
    const { httpPort, mqttPort, deviceKeyHex } = await heard(child, readySchema);
    const siteKey = Buffer.from(deviceKeyHex, 'hex');
    load = fork(
      clientsProgram,
      [String(mqttPort), bridgeSecret(siteKey), String(lifts), String(connections), String(targetPerSecond)],
      { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
    await heard(load, sentSchema);
    await wait(warmUpSeconds * 1_000);
    child.send('reset');
    const sentBefore = await sentBy(load);
    const startedMs = performance.now();
    const calls = await ringCalls({ httpPort, mqttPort, siteKey });
    child.send('report');
    const figures = await heard(child, figuresSchema);
    const offeredPerSecond = Math.round(
      (((await sentBy(load)) - sentBefore) * 1_000) / (performance.now() - startedMs),
    );
    return {
      lifts,
      connections,
      seconds,
      targetPerSecond,
      offeredPerSecond,
      ...figures,
      callToRingMs: summary(calls),
      target: { lagP99Ms: 1_000, callToRingMs: { p50: 60, p99: ringBudget.p99Ms } },
    };
  } finally {
    load?.kill('SIGKILL');
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Calls for help among the reports, from the device's publish to the ringing frame at a console; in ms. */
async function ringCalls({
  httpPort,
  mqttPort,
  siteKey,
}: {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly siteKey: Buffer;
}): Promise<number[]> {
  const response = await fetch(`http://127.0.0.1:${httpPort}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'dispatcher1', password: md5Hex(testPassword) }),
  });
  const { token, userInfo } = loginSchema.parse(await response.json()).data;
  const probe = await connectPush({
    url: `ws://127.0.0.1:${httpPort}/ws`,
    hello: { text: helloText(userInfo.id, md5Hex(token)), last: null },
  });
  await probe.waitFor(({ welcome }) => welcome !== undefined);
  const bridge = await MqttDevice.connectBridge(mqttPort, siteKey);
  const latenciesMs: number[] = [];
  const endsAtMs = performance.now() + seconds * 1_000;
  for (let call = 0; performance.now() < endsAtMs; call += 1) {
    const elevatorId = firstLoadLiftId + ((call * 7_919) % lifts);
    const publishedMs = performance.now();
    const rung = probe.waitFor(
      ({ event }) => event?.kind === 'rescue.ringing' && event.elevatorId === elevatorId,
      30_000,
    );
    await bridge.publish('event', eventAt(Date.now(), `load-${call}`, 'trapped'), loadDeviceKey(elevatorId));
    await rung;
    latenciesMs.push(performance.now() - publishedMs);
    await wait(Math.min(alarmEveryMs, Math.max(0, endsAtMs - performance.now())));
  }
  await bridge.close();
  await probe.close();
  return latenciesMs;
}

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
