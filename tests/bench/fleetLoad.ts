import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { connectConsole, forkBenchServer, type BenchServerProcess } from './benchServerProcess.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { summary } from './percentiles.ts';
import { startReportingLifts, type ReportingLifts } from './reportingLifts.ts';
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

const figuresSchema = z.object({
  reportsPerSecond: z.number(),
  lagP50Ms: z.number(),
  lagP99Ms: z.number(),
  lagMaxMs: z.number(),
  cpuShareOfOneCore: z.number(),
  rssMiB: z.number(),
});

/** Many lifts reporting over bridge connections while calls for help come in among them: does the server keep up? */
export async function benchFleetLoad(): Promise<unknown> {
  const periodSeconds = Math.ceil(lifts / targetPerSecond);
  const server = await forkBenchServer(new URL('./fleetLoadServer.run.ts', import.meta.url), [lifts, periodSeconds]);
  let load: ReportingLifts | undefined;
  try {
    load = await startReportingLifts(server, { lifts, connections, perSecond: targetPerSecond });
    await wait(warmUpSeconds * 1_000);
    server.tell('reset');
    const sentBefore = await load.sent();
    const startedMs = performance.now();
    const calls = await ringCalls(server);
    const figures = await server.ask('report', figuresSchema);
    const offeredPerSecond = Math.round((((await load.sent()) - sentBefore) * 1_000) / (performance.now() - startedMs));
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
    load?.stop();
    await server.dispose();
  }
}

/** Calls for help among the reports, from the device's publish to the ringing frame at a console; in ms. */
async function ringCalls({ url, mqttPort, siteKey }: BenchServerProcess): Promise<number[]> {
  const probe = await connectConsole(url);
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
