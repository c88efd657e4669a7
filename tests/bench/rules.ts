import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { startPostgres } from '../support/postgres.ts';
import { connectConsole, forkBenchServer } from './benchServerProcess.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { callForHelp } from './mixed.ts';
import { rounded, summary } from './percentiles.ts';
import { startReportingLifts } from './reportingLifts.ts';
import { ringBudget } from './ringBudget.ts';
import { ruleKinds } from './rulesKinds.ts';

const rules = Number(process.env['BENCH_RULES'] ?? 100);
const alarmsPerSecond = Number(process.env['BENCH_ALARMS_PER_SECOND'] ?? 200);
/** Lifts report in turn; on PostgreSQL few do, for it shares the cores with the load. */
const reports = {
  sqlite: {
    lifts: Number(process.env['BENCH_LIFTS'] ?? 100_000),
    connections: 2_000,
    perSecond: Number(process.env['BENCH_REPORTS_PER_SECOND'] ?? 20_000),
  },
  /** More than the server can handle: what is skipped, and does it delay a call? */
  overload: {
    lifts: 40_000,
    connections: 2_000,
    perSecond: Number(process.env['BENCH_OVERLOAD_PER_SECOND'] ?? 50_000),
  },
  postgres: { lifts: 5_000, connections: 20, perSecond: 200 },
} as const;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
/** A server that runs for weeks has long compiled what an alarm takes: its first thousand are not measured. */
const warmUpSeconds = Number(process.env['BENCH_WARM_UP_SECONDS'] ?? 5);
const warmUpAlarms = alarmsPerSecond * warmUpSeconds;
const alarms = alarmsPerSecond * seconds;
/** Short enough that the 99th percentile is not the slowest call. */
const callEveryMs = 100;
const calls = Math.floor((seconds * 1_000) / callEveryMs);
/** The measured alarms and those before them: each lift has one of each kind. */
const alarmLifts = Math.ceil((alarms + warmUpAlarms) / ruleKinds.length);
/** Until the last effect of the warm-up is in the log. */
const settleMs = 1_000;

const effectsSchema = z.object({
  effects: z.number(),
  effectMs: z.unknown(),
  reportsPerSecond: z.number(),
  perSecond: z.unknown(),
  reportLagMs: z.unknown(),
  loopDelayMs: z.unknown(),
  eventsByType: z.unknown(),
  cpuShareOfOneCore: z.number(),
});

/**
 * Measures how long an alarm waits, in the log, for the action of a rule: 100 rules hear 200 alarms a second, one rule of each kind opens or
 * joins a record for each of them, lifts report, and calls for help ring beside it; the same without the rules, and with more reports than
 * the server can handle. On both databases.
 */
export async function benchRules(): Promise<unknown> {
  const wanted = (process.env['BENCH_DATABASES'] ?? 'sqlite,sqliteWithoutRules,overload,postgres').split(',');
  return {
    rules,
    alarmsPerSecond,
    reports,
    seconds,
    ...(wanted.includes('sqlite') ? { sqlite: await measure('sqlite', rules) } : {}),
    ...(wanted.includes('sqliteWithoutRules') ? { sqliteWithoutRules: await measure('sqlite', 0) } : {}),
    ...(wanted.includes('overload') ? { overload: await measure('overload', rules) } : {}),
    ...(wanted.includes('postgres') ? { postgres: await onPostgres() } : {}),
    target: { missing: 0, effectMs: { p99: 100 }, ringMs: { p99: ringBudget.p99Ms } },
  };
}

async function onPostgres(): Promise<object> {
  const postgres = await startPostgres();
  try {
    return await measure('postgres', rules, { DATABASE_URL: await postgres.createDatabase() });
  } finally {
    await postgres.stop();
  }
}

async function measure(
  database: keyof typeof reports,
  activeRules: number,
  env: Readonly<Record<string, string>> = {},
): Promise<object> {
  const load = reports[database];
  const expected = activeRules === 0 ? 0 : alarms;
  const server = await forkBenchServer(
    new URL('./rulesServer.run.ts', import.meta.url),
    [load.lifts, Math.ceil(load.lifts / load.perSecond), activeRules, expected],
    env,
  );
  const lifts = await startReportingLifts(server, load);
  try {
    const probe = await connectConsole(server.url);
    probe.send({ console: 'armed' });
    const bridge = await MqttDevice.connectBridge(server.mqttPort, server.siteKey);
    await sendAlarms(bridge, alarms, warmUpAlarms);
    await wait(settleMs);
    server.tell('begin');
    const sentBefore = await lifts.sent();
    const startedMs = performance.now();
    const [ringMs, keptMs] = await Promise.all([
      callForHelp(server, probe, calls, { everyMs: callEveryMs }),
      sendAlarms(bridge, 0, alarms),
    ]);
    const offeredPerSecond = Math.round(
      (((await lifts.sent()) - sentBefore) * 1_000) / (performance.now() - startedMs),
    );
    const { effects, effectMs, ...figures } = await server.ask('effects', effectsSchema);
    await bridge.close();
    await probe.close();
    return {
      loadAverage: rounded(loadavg()[0] ?? 0),
      offeredPerSecond,
      ...figures,
      // From the alarm's commit to its record's.
      ...(activeRules === 0 ? {} : { effectMs, missing: alarms - effects }),
      ringMs: summary(ringMs),
      keptMs: summary(keptMs),
    };
  } finally {
    lifts.stop();
    await server.dispose();
  }
}

/** The lift of the n-th message; the first ones call for help. */
const keyOf = (index: number): string => loadDeviceKey(firstLoadLiftId + calls + (index % alarmLifts));

/** Each lift and kind once, evenly over the time, from the `first`; returns how long each waited for its PUBACK. */
const sendAlarms = (bridge: MqttDevice, first: number, count: number): Promise<readonly number[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, turn) => {
      const index = first + turn;
      await wait((turn * 1_000) / alarmsPerSecond);
      const kind = ruleKinds[Math.floor(index / alarmLifts)] ?? ruleKinds[0];
      const sentMs = performance.now();
      await bridge.publish('event', eventAt(Date.now(), `rules-${index}`, kind), keyOf(index));
      return performance.now() - sentMs;
    }),
  );
