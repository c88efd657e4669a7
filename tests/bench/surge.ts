import * as z from 'zod';
import { serverFrameSchema } from '../../src/contract/push.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { startPostgres } from '../support/postgres.ts';
import type { PushProbe } from '../support/pushProbe.ts';
import { connectConsole, forkBenchServer } from './benchServerProcess.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { percentile } from './percentiles.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 1_000);
const connectAtOnce = 50;
/** The last ring and the last deadline, in ms after the events; docs/decisions/0018. */
const targets = {
  sqlite: { lastRingMs: 1_500, deadlinesLateMs: 1_000 },
  postgres: { lastRingMs: 3_000, deadlinesLateMs: 2_000 },
};

const deadlinesSchema = z.object({ deadlines: z.number(), lastLateMs: z.number() });
const peerSchema = z.object({ appends: z.number(), tookMs: z.number() });

export interface SurgeFigures {
  readonly lifts: number;
  /** From the first publish, in ms: until the last event had its PUBACK, and until calls rang at the console. */
  readonly lastKeptMs: number;
  readonly ringP50Ms: number;
  readonly lastRingMs: number;
  readonly deadlines: number;
  readonly deadlinesLateMs: number;
  /** The same store, given three bare appends a lift all at once. */
  readonly peerAppendsMs: number;
  readonly lastRingToPeer: number;
}

/** An earthquake: every lift calls at once, and later every unanswered call escalates at once; on both databases. */
export async function benchSurge(): Promise<unknown> {
  const sqlite = await measureSurge({});
  const server = await startPostgres();
  try {
    const postgres = await measureSurge({ DATABASE_URL: await server.createDatabase() });
    return { sqlite, postgres, targets };
  } finally {
    await server.stop();
  }
}

async function measureSurge(env: Readonly<Record<string, string>>): Promise<SurgeFigures> {
  const server = await forkBenchServer(new URL('./surgeServer.run.ts', import.meta.url), [lifts], env);
  try {
    const probe = await connectConsole(server.url);
    probe.send({ console: 'armed' });
    const devices = await connectDevices(server.mqttPort, server.siteKey);
    const rings = await trapEverybody(probe, devices);
    const { deadlines, lastLateMs } = await server.ask('deadlines', deadlinesSchema);
    const peer = await server.ask('peer', peerSchema);
    await Promise.all(devices.map((device) => device.close()));
    await probe.close();
    const lastRingMs = Math.max(...rings.afterMs);
    return {
      lifts,
      lastKeptMs: Math.round(rings.lastKeptMs),
      ringP50Ms: Math.round(percentile(rings.afterMs, 0.5)),
      lastRingMs: Math.round(lastRingMs),
      deadlines,
      deadlinesLateMs: Math.round(lastLateMs),
      peerAppendsMs: Math.round(peer.tookMs),
      lastRingToPeer: Math.round((10 * lastRingMs) / peer.tookMs) / 10,
    };
  } finally {
    await server.dispose();
  }
}

async function connectDevices(mqttPort: number, siteKey: Buffer): Promise<readonly MqttDevice[]> {
  const devices: MqttDevice[] = [];
  for (let from = 0; from < lifts; from += connectAtOnce) {
    const ids = Array.from(
      { length: Math.min(connectAtOnce, lifts - from) },
      (_, index) => firstLoadLiftId + from + index,
    );
    devices.push(...(await Promise.all(ids.map((id) => MqttDevice.connect(mqttPort, loadDeviceKey(id), siteKey)))));
  }
  return devices;
}

/** Every device publishes at once. Resolves when each lift has rung at the console, with when it did. */
async function trapEverybody(
  probe: PushProbe,
  devices: readonly MqttDevice[],
): Promise<{ readonly afterMs: readonly number[]; readonly lastKeptMs: number }> {
  const rungAtMs = new Map<number, number>();
  const all = new Promise<void>((resolve) => {
    probe.ws.on('message', (data: Buffer) => {
      const { event } = serverFrameSchema.parse(JSON.parse(data.toString('utf8')));
      if (event?.kind !== 'rescue.ringing' || rungAtMs.has(event.elevatorId)) return;
      rungAtMs.set(event.elevatorId, performance.now());
      if (rungAtMs.size === devices.length) resolve();
    });
  });
  const startedMs = performance.now();
  await Promise.all(devices.map((device) => device.publish('event', eventAt(Date.now(), 'surge-1', 'trapped'))));
  const lastKeptMs = performance.now() - startedMs;
  await all;
  return { afterMs: [...rungAtMs.values()].map((atMs) => atMs - startedMs), lastKeptMs };
}
