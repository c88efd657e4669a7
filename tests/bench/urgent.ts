import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { topicOf } from '../../src/contract/device.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { startPostgres } from '../support/postgres.ts';
import { connectConsole, forkBenchServer } from './benchServerProcess.ts';
import { summary } from './percentiles.ts';
import { firstWideLiftId, wideDeviceKey } from './wideCity.ts';

const flooding = Number(process.env['BENCH_ALARMS'] ?? 9_000);
/** Priorities 2 and 3. */
const floodKinds = ['moto', 'overLoad', 'longTimeOpen', 'openCloseLoop', 'warn_shake', 'camCovered'] as const;
const floodLifts = Math.ceil(flooding / floodKinds.length);
const everyMs = 500;
const mostWaitMs = 60_000;

/** Urgent events: each goes out once in a round, from lifts of their own. */
const urgent = {
  trapped: { kind: 'trapped' },
  over_speed: { kind: 'over_speed' },
  overshoot: { kind: 'overshoot' },
  /** An alarm of a lesser kind that the device marks as a danger to life. */
  worseThanItsKind: { kind: 'breakElevator', level: 1 },
} as const;
type Urgent = keyof typeof urgent;
const names = z.array(z.enum(['trapped', 'over_speed', 'overshoot', 'worseThanItsKind'])).parse(Object.keys(urgent));
const mostRounds = 300;

/**
 * 9,000 lesser alarms as fast as one bridge can send them, and beside them alarms of priority 1 by another: how long do these wait for
 * their receipts? On both databases.
 */
export async function benchUrgent(): Promise<unknown> {
  const sqlite = await measure({});
  const server = await startPostgres();
  try {
    const postgres = await measure({ DATABASE_URL: await server.createDatabase() });
    return { sqlite, postgres, target: { p99: 1_000 } };
  } finally {
    await server.stop();
  }
}

async function measure(env: Readonly<Record<string, string>>) {
  const server = await forkBenchServer(
    new URL('./wideCityServer.run.ts', import.meta.url),
    [floodLifts + mostRounds * names.length, 0],
    env,
  );
  try {
    const probe = await connectConsole(server.url);
    probe.send({ console: 'armed' });
    const [flooder, caller] = await Promise.all([
      MqttDevice.connectBridge(server.mqttPort, server.siteKey),
      MqttDevice.connectBridge(server.mqttPort, server.siteKey),
    ]);
    const receipts = await watchReceipts(caller);
    await flooder.subscribe('lift/+/receipt');
    const startedMs = performance.now();
    const flood = { isOver: false, tookMs: 0 };
    const flooded = sendFlood(flooder).then(() => {
      flood.isOver = true;
      flood.tookMs = performance.now() - startedMs;
    });
    const waits: Record<Urgent, Promise<number>[]> = {
      trapped: [],
      over_speed: [],
      overshoot: [],
      worseThanItsKind: [],
    };
    let lift = firstWideLiftId + floodLifts;
    for (let round = 0; !flood.isOver && round < mostRounds; round += 1) {
      for (const name of names) {
        const deviceKey = wideDeviceKey(lift);
        lift += 1;
        const sentMs = performance.now();
        const arrived = receipts.of(deviceKey).then(() => performance.now() - sentMs);
        waits[name].push(Promise.race([arrived, wait(mostWaitMs, mostWaitMs, { ref: false })]));
        void caller.publish('event', eventAt(Date.now(), `urgent-${name}`, urgent[name].kind, urgent[name]), deviceKey);
      }
      await wait(everyMs);
    }
    await flooded;
    const found: Record<string, unknown> = {};
    for (const name of names) found[name] = summary(await Promise.all(waits[name]));
    await Promise.all([flooder, caller].map((bridge) => bridge.close()));
    await probe.close();
    return { flooding, floodTookMs: Math.round(flood.tookMs), receiptMs: found };
  } finally {
    await server.dispose();
  }
}

async function sendFlood(bridge: MqttDevice): Promise<void> {
  await Promise.all(
    Array.from({ length: flooding }, (_, at) => {
      const kind = floodKinds[at % floodKinds.length] ?? 'moto';
      const lift = firstWideLiftId + Math.floor(at / floodKinds.length);
      return bridge.publish('event', eventAt(Date.now(), `flood-${kind}`, kind), wideDeviceKey(lift));
    }),
  );
}

async function watchReceipts(bridge: MqttDevice): Promise<{ of(deviceKey: string): Promise<void> }> {
  const waiting = new Map<string, () => void>();
  bridge.client.on('message', (topic) => {
    waiting.get(topic)?.();
    waiting.delete(topic);
  });
  await bridge.subscribe('lift/+/receipt');
  return {
    of: (deviceKey) =>
      new Promise((resolve) => {
        waiting.set(topicOf(deviceKey, 'receipt'), resolve);
      }),
  };
}
