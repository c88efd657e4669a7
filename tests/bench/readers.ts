import { setTimeout as wait } from 'node:timers/promises';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { mostSocketsOfUser } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { rounded, summary } from './percentiles.ts';
import type { ReadersOrder } from './readersClients.run.ts';
import { ringBudget } from './ringBudget.ts';
import { openSockets } from './sockets.ts';
import { firstWideLiftId, openWideCity, wideDeviceKey, type WideCity } from './wideCity.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 15);
const readers = Number(process.env['BENCH_READERS'] ?? 20);
const consoles = Number(process.env['BENCH_SOCKETS'] ?? 200);
/** The time that each reader looks at an answer before asking for the next. */
const thinkMs = Number(process.env['BENCH_THINK_MS'] ?? 200);
const callEveryMs = 250;
const loopBudgetP99Ms = 20;

const accounts = Array.from(
  { length: Math.max(readers, Math.ceil(consoles / mostSocketsOfUser)) },
  (_, index) => `super-${index + 1}`,
);
const pendingSchema = z.object({ list: z.array(z.object({ id: z.number() })) });
const nowMs = (): number => performance.timeOrigin + performance.now();

/**
 * Twenty people page, search, count and export over a large city while lifts call for help: how soon each call rings,
 * and how long the server's event loop is held. First with these reads on the thread that rings, as once, then off it,
 * in the same server; and with nobody reading.
 */
export async function benchReaders(): Promise<unknown> {
  const city = await openWideCity(lifts, { people: accounts.length });
  try {
    const apis: ApiClient[] = [];
    for (const account of accounts) apis.push(await ApiClient.login(city.url, account));
    const sockets = await openSockets({ httpPort: Number(new URL(city.url).port) }, apis, consoles);
    const measure = async (reading: 'nobody' | 'main' | 'threads') => {
      await city.readOn(reading === 'main' ? 'main' : 'threads');
      const people =
        reading === 'nobody'
          ? undefined
          : startReaders({ url: city.url, accounts: accounts.slice(0, readers), seconds, thinkMs, lifts });
      await people?.ready;
      await city.watchLoop();
      const untilMs = nowMs() + seconds * 1_000;
      const ringMs = await ring(city, apis, sockets, () => nowMs() >= untilMs);
      const { loopDelayMs, rssMb, cpuMs } = await city.loop();
      return { ringMs: summary(ringMs), loopDelayMs, cpuMs, rssMb, readers: await people?.figures };
    };
    const nobodyReads = await measure('nobody');
    const onMainThread = await measure('main');
    const onReadThreads = await measure('threads');
    sockets.close();
    return {
      lifts,
      readers,
      thinkMs,
      consoles,
      seconds,
      loadAverage: rounded(loadavg()[0] ?? 0),
      nobodyReads,
      onMainThread,
      onReadThreads,
      target: {
        ringMs: { p99: ringBudget.p99Ms, consoles: ringBudget.consoles },
        loopDelayMs: { p99: loopBudgetP99Ms },
      },
    };
  } finally {
    await city.dispose();
  }
}

/** Rings one call after the other, each closed as false before the next: from the publish to the frame at the last console, in ms. */
export async function ring(
  city: WideCity,
  [dispatcher]: readonly ApiClient[],
  sockets: Awaited<ReturnType<typeof openSockets>>,
  isOver: () => boolean,
): Promise<readonly number[]> {
  const device = await MqttDevice.connect(city.mqttPort, wideDeviceKey(firstWideLiftId), city.siteKey);
  const tookMs: number[] = [];
  while (!isOver()) {
    const heard = sockets.nextFrame();
    const calledAtMs = nowMs();
    await device.publish('event', eventAt(Date.now(), `readers-${calledAtMs}`, 'trapped'));
    tookMs.push((await heard).lastMs - calledAtMs);
    const [order] = pendingSchema.parse(
      (await dispatcher?.post('/api/order/rescue/list', { scope: 'pending' }))?.data,
    ).list;
    await dispatcher?.post('/api/order/rescue/ack', { id: order?.id });
    await dispatcher?.post('/api/order/rescue/ack-state', {
      id: order?.id,
      event: 'rescue.judgedFalse',
      data: { reason: '性能测试' },
    });
    await wait(callEveryMs);
  }
  await device.close();
  return tookMs;
}

/** Sends the readers to their screens; `ready` when they have signed in and begin. */
function startReaders(order: ReadersOrder): { readonly ready: Promise<unknown>; readonly figures: Promise<unknown> } {
  const child = fork(fileURLToPath(new URL('./readersClients.run.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  const ready = once(child, 'message');
  const figures = ready
    .then(() => once(child, 'message'))
    .then(([told]: unknown[]) => {
      child.kill();
      return told;
    });
  child.send(order);
  return { ready, figures };
}
