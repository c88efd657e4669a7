import { setTimeout as wait } from 'node:timers/promises';
import { loadavg } from 'node:os';
import * as z from 'zod';
import { mostSocketsOfUser, serverFrameSchema } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';
import { startPostgres } from '../support/postgres.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { connectConsole, forkBenchServer, type BenchServerProcess } from './benchServerProcess.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { rounded, summary } from './percentiles.ts';
import { startConsoles, type Consoles } from './pushClients.ts';
import { ringBudget } from './ringBudget.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 1_000);
const events = Number(process.env['BENCH_EVENTS'] ?? 5_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** Consoles beside the one that is measured, all of which see every lift. */
const consoles = Number(process.env['BENCH_SOCKETS'] ?? ringBudget.consoles);
const dispatchers = Math.ceil(consoles / mostSocketsOfUser);
/** One call for help in each of these intervals, from a lift that sends nothing else. */
export const callEveryMs = 500;

const itemsSchema = z.object({ alarms: z.number(), exceptions: z.number(), cpuMs: z.number() });

/**
 * Measures a bad minute: 5,000 alarms, scooters, message codes and their ends within 60 s, from a thousand lifts, and a call for help twice a
 * second among them. Reports how soon each call rings at one console and at each of a thousand others, on both databases.
 */
export async function benchMixed(): Promise<unknown> {
  const sqlite = await measure({});
  const postgres = await startPostgres();
  try {
    return {
      lifts,
      events,
      seconds,
      consoles,
      sqlite,
      postgres: await measure({ DATABASE_URL: await postgres.createDatabase() }),
      target: { ringMs: { p99: ringBudget.p99Ms } },
    };
  } finally {
    await postgres.stop();
  }
}

async function measure(env: Readonly<Record<string, string>>): Promise<object> {
  const server = await forkBenchServer(new URL('./mixedServer.run.ts', import.meta.url), [lifts, dispatchers], env);
  const crowd = startConsoles();
  try {
    await connectCrowd(crowd, server);
    const probe = await connectConsole(server.url);
    probe.send({ console: 'armed' });
    const bridge = await MqttDevice.connectBridge(server.mqttPort, server.siteKey);
    const before = await server.ask('items', itemsSchema);
    const calls = Math.floor((seconds * 1_000) / callEveryMs);
    const sentAtMs: [elevatorId: number, atMs: number][] = [];
    const [ringMs, keptMs] = await Promise.all([
      callForHelp(server, probe, calls, {
        onCall: (elevatorId) => sentAtMs.push([elevatorId, performance.timeOrigin + performance.now()]),
      }),
      sendMixed(bridge, calls),
    ]);
    const crowdRing = await crowd.ask({ kind: 'report', sentAtMs });
    const after = await server.ask('items', itemsSchema);
    await bridge.close();
    await probe.close();
    return {
      loadAverage: rounded(loadavg()[0] ?? 0),
      ringMs: summary(ringMs),
      crowdRing,
      keptMs: summary(keptMs),
      alarms: after.alarms,
      exceptions: after.exceptions,
      coreShare: rounded((after.cpuMs - before.cpuMs) / (seconds * 10)) / 100,
    };
  } finally {
    crowd.stop();
    await server.dispose();
  }
}

/** A thousand consoles in a process of their own, which note the first ring of each lift. */
async function connectCrowd(crowd: Consoles, { url }: BenchServerProcess): Promise<void> {
  const texts: string[] = [];
  for (let copy = 1; copy <= dispatchers; copy += 1)
    texts.push((await ApiClient.login(url, `dispatcher1-${copy}`)).helloText);
  const hellos = Array.from({ length: consoles }, (_, index) =>
    JSON.stringify({ text: texts[index % texts.length], last: null, streams: true }),
  );
  await crowd.ask({ kind: 'connect', port: Number(new URL(url).port), hellos, notes: { kind: 'rings' } });
}

/** Calls from the first lifts, one after the other; from the publish to the console's frame. */
export async function callForHelp(
  server: BenchServerProcess,
  probe: PushProbe,
  calls: number,
  { everyMs = callEveryMs, onCall }: { readonly everyMs?: number; readonly onCall?: (elevatorId: number) => void } = {},
): Promise<readonly number[]> {
  const devices = await Promise.all(
    Array.from({ length: calls }, (_, index) =>
      MqttDevice.connect(server.mqttPort, loadDeviceKey(firstLoadLiftId + index), server.siteKey),
    ),
  );
  const rings = new Map<number, (atMs: number) => void>();
  probe.ws.on('message', (data: Buffer) => {
    const { event } = serverFrameSchema.parse(JSON.parse(data.toString('utf8')));
    if (event?.kind === 'rescue.ringing') rings.get(event.elevatorId)?.(performance.now());
  });
  const rung = devices.map(async (device, index) => {
    await wait(index * everyMs);
    const sentMs = performance.now();
    onCall?.(firstLoadLiftId + index);
    const heard = new Promise<number>((resolve) => rings.set(firstLoadLiftId + index, resolve));
    await device.publish('event', eventAt(Date.now(), 'call', 'trapped'));
    return (await heard) - sentMs;
  });
  const tookMs = await Promise.all(rung);
  await Promise.all(devices.map((device) => device.close()));
  return tookMs;
}

const alarmKinds = ['moto', 'longTimeOpen', 'openCloseLoop', 'overLoad', 'camCovered', 'runWithDoorOpen'] as const;
const codes = ['01', '02', '03', '41', '43'] as const;

/** Returns the n-th event: three alarms, two codes, and the end of an earlier alarm and of an earlier code. */
function messageOf(index: number): { readonly channel: 'event' | 'telemetry'; readonly message: object } {
  const [kind = 'moto', code = '01'] = [alarmKinds[index % alarmKinds.length], codes[index % codes.length]];
  switch (index % 7) {
    case 0:
    case 2:
    case 4:
      return { channel: 'event', message: eventAt(Date.now(), `mixed-${index}`, kind) };
    case 6:
      return { channel: 'event', message: eventAt(Date.now(), `mixed-${index}`, kind, { cleared: true }) };
    case 5:
      return { channel: 'telemetry', message: telemetryAt(Date.now(), { codes: [] }) };
    default:
      return { channel: 'telemetry', message: telemetryAt(Date.now(), { codes: [code] }) };
  }
}

/** Spread evenly over the time and over the lifts that do not call; from each publish to its PUBACK. */
async function sendMixed(bridge: MqttDevice, firstFree: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: events }, async (_, index) => {
      await wait((index * seconds * 1_000) / events);
      const { channel, message } = messageOf(index);
      const lift = firstFree + ((index * 37) % (lifts - firstFree));
      const sentMs = performance.now();
      await bridge.publish(channel, message, loadDeviceKey(firstLoadLiftId + lift));
      return performance.now() - sentMs;
    }),
  );
}
