import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { loadPrincipal } from '../../server/access/loadPrincipal.ts';
import type { Principal } from '../../server/access/principal.ts';
import { tokenFragment } from '../../server/access/sessions.ts';
import { lifecycleEntries } from '../../server/lifecycleEntries.ts';
import { createDescribeEvent } from '../../server/push/describeEvent.ts';
import { isToldTo } from '../../server/push/push.ts';
import { mostSocketsOfUser } from '../../src/contract/push.ts';
import type { ResumePoint } from '../../src/contract/resumePoint.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { sealedIdsOf } from '../support/testAccess.ts';
import { startConsoles, type ConsoleFigures } from './pushClients.ts';
import { ringBudget } from './ringBudget.ts';

const { users, lift } = smallCity;
const socketCount = ringBudget.consoles;
const eventsPerSecond = 20;
const burstEvents = 200;
/** All of them may see the lift, in five different scopes. */
const people = [
  users.dispatcher1,
  users.dispatcher2,
  users.property,
  users.maintenance,
  users.regulator,
  users.super,
] as const;

type Figures = Omit<ConsoleFigures, 'kind'>;

export interface PushFigures extends Figures {
  /** The CPU time of the server's process for the fan-out alone: the cost of the same events without a socket is taken off. */
  readonly cpuMs: number;
}

export interface PushBenchResult {
  readonly name: 'push';
  readonly sockets: number;
  readonly eventsPerSecond: number;
  readonly rounds: number;
  /** Medians over the rounds; the target is a p99 of at most 50 ms. */
  readonly hub: PushFigures;
  /** The same events by `for (const client of clients) client.send(text)`. */
  readonly plainLoop: PushFigures;
  /** Median of the rounds' own ratios; the target is at most 0.5. */
  readonly cpuToPlainLoop: number;
  /** Many events in one commit, as when the power fails in a district: to the last frame on the last socket. */
  readonly burst: {
    readonly events: number;
    readonly hubDeliveriesPerS: number;
    readonly plainLoopDeliveriesPerS: number;
  };
  /** Every console comes back at once after the server was restarted; the target is 3 s. */
  readonly reconnectAllMs: number;
}

/** Commit to receipt over real sockets of another process, in turns with a plain loop over the same events. */
export async function benchPush({
  rounds = 3,
  seconds = 8,
}: { readonly rounds?: number; readonly seconds?: number } = {}): Promise<PushBenchResult> {
  const harness = await openHttpHarness();
  const clients = startConsoles();
  try {
    const orderId = await openOrder(harness);
    const tokens = new Map<number, string>();
    const crowd = [
      ...people,
      ...(await addPeopleLike(harness.store, people, Math.ceil(socketCount / mostSocketsOfUser / people.length))),
    ];
    for (const userId of crowd) tokens.set(userId, await harness.signIn(userId));
    const helloOf = (last: ResumePoint | null) =>
      Array.from({ length: socketCount }, (_, index) => {
        const userId = crowd[index % crowd.length] ?? users.super;
        return JSON.stringify({ text: `${userId}@${tokenFragment(tokens.get(userId) ?? '')}`, last, streams: true });
      });

    const notes = { kind: 'positions', logEpoch: harness.store.epoch };
    const hub: PushFigures[] = [];
    const plain: PushFigures[] = [];
    const bursts = { hub: [] as number[], plain: [] as number[] };
    await publish(harness, orderId, 3);
    for (let round = 0; round < rounds; round += 1) {
      const baseMs = (await publish(harness, orderId, seconds)).cpuMs;
      await clients.ask({ kind: 'connect', port: harness.port, notes, hellos: helloOf(null) });
      hub.push(await measure(baseMs));
      bursts.hub.push(await burst());
      await clients.ask({ kind: 'close' });

      const loop = await startPlainLoop(harness);
      await clients.ask({ kind: 'connect', port: loop.port, notes, hellos: helloOf(null) });
      plain.push(await measure(baseMs));
      bursts.plain.push(await burst());
      await clients.ask({ kind: 'close' });
      await loop.close();
    }

    const before = { epoch: 'any', position: 1, resume: harness.places.seal(await harness.store.head()) };
    const { sentAtMs } = await publish(harness, orderId, 2);
    await harness.restart();
    const startedMs = performance.now();
    await clients.ask({ kind: 'connect', port: harness.port, notes, hellos: helloOf(before) });
    await clients.ask({ kind: 'await', position: sentAtMs.at(-1)?.[0] ?? 0 });
    const reconnectAllMs = Math.round(performance.now() - startedMs);

    return {
      name: 'push',
      sockets: socketCount,
      eventsPerSecond,
      rounds,
      hub: medianOf(hub),
      plainLoop: medianOf(plain),
      cpuToPlainLoop: rounded(median(hub.map(({ cpuMs }, index) => cpuMs / (plain[index]?.cpuMs ?? Number.NaN)))),
      burst: {
        events: burstEvents,
        hubDeliveriesPerS: Math.round(median(bursts.hub)),
        plainLoopDeliveriesPerS: Math.round(median(bursts.plain)),
      },
      reconnectAllMs,
    };

    async function burst(): Promise<number> {
      const actor = { kind: 'user' as const, id: users.dispatcher1, name: '张伟', roleType: 5 };
      const startedMs = performance.now();
      const events = Array.from({ length: burstEvents }, () => ({
        type: 'rescue.noted',
        data: { text: '停电' },
        atMs: Date.now(),
      }));
      const { events: stored } = await harness.store.append({
        stream: `rescue-${orderId}`,
        expectedVersion: 'any',
        actor,
        events,
      });
      await clients.ask({ kind: 'await', position: stored.at(-1)?.position ?? 0 });
      return (burstEvents * socketCount * 1_000) / (performance.now() - startedMs);
    }

    async function measure(baseMs: number): Promise<PushFigures> {
      const { sentAtMs: sent, cpuMs } = await publish(harness, orderId, seconds);
      await clients.ask({ kind: 'await', position: sent.at(-1)?.[0] ?? 0 });
      const answer = await clients.ask({ kind: 'report', sentAtMs: sent });
      if (answer.kind !== 'figures') throw new Error('no figures came');
      const { kind: _, ...figures } = answer;
      return { ...figures, cpuMs: Math.max(0, cpuMs - baseMs) };
    }
  } finally {
    clients.stop();
    await harness.dispose();
  }
}

async function openOrder(harness: HttpHarness): Promise<number> {
  const { orderId } = await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId: 'bench-order',
  });
  await harness.domain.rescue.accept(await principalOf(harness.store, users.dispatcher1), { orderId });
  return orderId;
}

/** Notes on the order at a steady rate, through the domain and the store. `sentAtMs`: when each was asked for, before its commit. */
async function publish(
  harness: HttpHarness,
  orderId: number,
  seconds: number,
): Promise<{ readonly sentAtMs: readonly (readonly [number, number])[]; readonly cpuMs: number }> {
  const by = await principalOf(harness.store, users.dispatcher1);
  const sentAtMs: [number, number][] = [];
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  for (let index = 0; index < seconds * eventsPerSecond; index += 1) {
    const dueMs = startedMs + (index * 1_000) / eventsPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const askedAtMs = performance.timeOrigin + performance.now();
    await harness.domain.rescue.step(by, {
      id: orderId,
      event: 'rescue.noted',
      data: { text: '已联系被困人员，情绪稳定' },
    });
    sentAtMs.push([await harness.store.head(), askedAtMs]);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { sentAtMs, cpuMs: (user + system) / 1_000 };
}

/** Starts the loop that one would write first: describe the event, make its text, send it to each client that may see it. */
async function startPlainLoop({
  store,
  domain,
}: HttpHarness): Promise<{ readonly port: number; close(): Promise<void> }> {
  const describe = createDescribeEvent({
    store,
    directory: domain.directory,
    ids: sealedIdsOf(store),
    lifecycles: lifecycleEntries,
  });
  const server = createServer();
  const wss = new WebSocketServer({ server, path: '/ws', perMessageDeflate: false });
  const clients = new Map<WebSocket, Principal>();
  wss.on('connection', (ws) => {
    ws.once('message', (raw: Buffer) => {
      const { text } = z.object({ text: z.string() }).parse(JSON.parse(raw.toString('utf8')));
      void loadPrincipal(store, Number(text.split('@')[0])).then((principal) => {
        if (principal !== undefined) clients.set(ws, principal);
        ws.send(JSON.stringify({ welcome: { fresh: true, serverTimeMs: Date.now() } }));
      });
    });
    ws.on('close', () => clients.delete(ws));
    ws.on('error', () => undefined);
  });
  const subscription = store.subscribe({
    afterPosition: await store.head(),
    async onEvents(events: readonly StoredEvent[]) {
      for (const event of events) {
        for (const push of await describe(event)) {
          const frame = JSON.stringify({ epoch: store.epoch, position: event.position, event: push.event });
          for (const [ws, principal] of clients) if (isToldTo(push.audience, principal)) ws.send(frame);
        }
      }
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      await subscription.close();
      for (const ws of wss.clients) ws.terminate();
      wss.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function medianOf(rounds: readonly PushFigures[]): PushFigures {
  const of = (key: keyof PushFigures) => rounded(median(rounds.map((figures) => figures[key])));
  return {
    deliveries: of('deliveries'),
    missing: of('missing'),
    p50Ms: of('p50Ms'),
    p99Ms: of('p99Ms'),
    maxMs: of('maxMs'),
    cpuMs: of('cpuMs'),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await benchPush(), null, 2));
