import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ruleFiringEvents } from '../../src/contract/events/alarmRule.ts';
import { ruleBodySchema, type RuleBody } from '../../src/contract/rules/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { reconcileRules } from '../../server/domain/rules/reconcileRules.ts';
import type { GatewayStats } from '../../server/gateway/gatewayStats.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { openCpuProfile } from './cpuProfile.ts';
import { writeLoadLifts } from './fleetLoadLifts.ts';
import { summary } from './percentiles.ts';
import { ruleKinds } from './rulesKinds.ts';

/**
 * A whole server over many lifts and rules, in a process of its own. Arguments: lifts, report period in seconds, rules, alarms. Tells its
 * ports when it is ready; on `begin` it starts counting reports; on `effects` it tells, once every alarm has its effect, how long each
 * waited for it, and what it took of reports until it was asked.
 */
const [lifts = 0, periodSeconds = 0, rules = 0, alarms = 0] = process.argv.slice(2).map(Number);
const effectTypes: ReadonlySet<string> = new Set(['incident.opened', 'incident.repeated']);
const givenUpAfterMs = 60_000;

/** One of each kind opens a record; the others hear every alarm of their kind and find that it is not for them, or not yet. */
function bodyOf(index: number): RuleBody {
  const kind = ruleKinds[index % ruleKinds.length] ?? 'overLoad';
  const turn = Math.floor(index / ruleKinds.length);
  const waits = [
    { repeat: { times: 1_000, within_seconds: 3_600, per: 'lift' } },
    { held_seconds: 3_600 },
    { age_least_years: 100 },
    { levels: [1] },
  ] as const;
  return ruleBodySchema.parse({
    name: `规则 ${index}`,
    event_type: 4,
    listens: [{ source: 'alarm', value: kind, phase: 'raised' }],
    ...(turn === 0 ? {} : { when: waits[turn % waits.length], recovery: { after_seconds: 60 } }),
    actions: turn === 0 ? [{ no: 6, type: 4, kind: 'other' }] : [{ no: 7, to: [{ kind: 'answerers' }] }],
  });
}

let reports = 0;
/** The lags of every hundredth report. */
let lagsMs: number[] = [];
let cpu = process.cpuUsage();
let begunMs = performance.now();

const server = await startBenchServer({
  onReport(_elevatorId, { report, receivedAtMs }) {
    reports += 1;
    if (reports % 100 === 0) lagsMs.push(Math.max(0, receivedAtMs - report.at));
  },
  async prepare(store) {
    await writeLoadLifts(store, { lifts, periodSeconds });
    // As if they came with the product: such a rule is never cut off, which each would be at this rate.
    await reconcileRules(
      { store, clock: systemClock },
      Array.from({ length: rules }, (_, index) => ({ key: `bench-${index}`, body: bodyOf(index) })),
    );
  },
});
const { store } = server;
const profile = openCpuProfile();
const loopDelay = monitorEventLoopDelay({ resolution: 5 });
loopDelay.enable();

/** The times of alarms in the log, by position. */
const alarmAtMs = new Map<number, number>();
const alarmOfFiring = new Map<number, number>();
let tookMs: number[] = [];
let eventsByType: Record<string, number> = {};
let finished: (() => void) | undefined;

function note({ type, position, data, causationPosition }: StoredEvent, atMs: number): void {
  if (type === 'alarm.raised') alarmAtMs.set(position, atMs);
  if (type === 'ruleFiring.fired')
    alarmOfFiring.set(position, ruleFiringEvents[type].parse(data).positions.at(-1) ?? 0);
  const alarm = effectTypes.has(type) ? alarmAtMs.get(alarmOfFiring.get(causationPosition ?? 0) ?? 0) : undefined;
  if (alarm === undefined) return;
  tookMs.push(atMs - alarm);
  if (tookMs.length === alarms) finished?.();
}

store.subscribe({
  afterPosition: await store.head(),
  onEvents(events) {
    const atMs = performance.now();
    for (const event of events) {
      note(event, atMs);
      eventsByType[event.type] = (eventsByType[event.type] ?? 0) + 1;
    }
  },
  onError: (error) => console.error(error),
});

let countsBefore = server.gatewayStats();
/** Since `begin`. */
function gatewayCounts(): Pick<GatewayStats, 'telemetry' | 'deferredTelemetry' | 'shedTelemetry'> {
  const now = server.gatewayStats();
  return {
    telemetry: now.telemetry - countsBefore.telemetry,
    deferredTelemetry: now.deferredTelemetry - countsBefore.deferredTelemetry,
    shedTelemetry: now.shedTelemetry - countsBefore.shedTelemetry,
  };
}

function begin(): void {
  countsBefore = server.gatewayStats();
  reports = 0;
  lagsMs = [];
  alarmAtMs.clear();
  tookMs = [];
  cpu = process.cpuUsage();
  begunMs = performance.now();
  loopDelay.reset();
  eventsByType = {};
  profile.start();
}

async function effects(): Promise<object> {
  const tookSeconds = (performance.now() - begunMs) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  profile.write();
  const { telemetry, deferredTelemetry, shedTelemetry } = gatewayCounts();
  const figures = {
    perSecond: {
      handled: Math.round(telemetry / tookSeconds),
      deferred: Math.round(deferredTelemetry / tookSeconds),
      shed: Math.round(shedTelemetry / tookSeconds),
    },
    eventsByType,
    loopDelayMs: { p50: loopDelay.percentile(50) / 1e6, p99: loopDelay.percentile(99) / 1e6, max: loopDelay.max / 1e6 },
    reportsPerSecond: Math.round(reports / tookSeconds),
    reportLagMs: summary(lagsMs),
    cpuShareOfOneCore: Math.round((user + system) / 1e4 / tookSeconds) / 100,
  };
  if (tookMs.length < alarms)
    await new Promise<void>((resolve) => {
      finished = resolve;
      setTimeout(resolve, givenUpAfterMs);
    });
  return { effects: tookMs.length, effectMs: summary(tookMs), ...figures };
}

process.on('message', (message) => {
  if (message === 'begin') {
    begin();
    return;
  }
  effects().then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
tellReady(server);
