import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { serverFrameSchema } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { connectPush, type PushProbe } from '../support/pushProbe.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { connectConsole, forkBenchServer, type BenchServerProcess } from './benchServerProcess.ts';
import { firstLoadLiftId, loadDeviceKey } from './fleetLoadLifts.ts';
import { summary } from './percentiles.ts';
import { RingsStory, storyEventSchema, type Explanation, type Press } from './ringsStory.ts';

const calls = Number(process.env['BENCH_CALLS'] ?? 10_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 480);
const seed = Number(process.env['BENCH_SEED'] ?? 22);
const bridges = 4;
const kinds = ['trapped', 'SOS', 'screamForHelp'] as const;
/** The ways in which lifts call, and the number of a hundred that use each. */
const manners = {
  once: 60,
  /** The device repeats its message before it has the receipt. */
  sentTwice: 8,
  /** Trapped, no longer, trapped. */
  flutter: 10,
  /** Again while the desk closes the order. */
  whileClosing: 12,
  /** Again just after that. */
  afterClosing: 10,
} as const;
type Manner = keyof typeof manners;
const mannerNames = z.array(z.enum(['once', 'sentTwice', 'flutter', 'whileClosing', 'afterClosing']));
/** Another desk opens and closes its page so often. */
const joinEveryMs = 5_000;
/** A call that has not rung by then has not rung. */
const mostWaitMs = 10_000;
const mostShown = 5;

const nowMs = (): number => performance.timeOrigin + performance.now();

interface Desk {
  readonly from: number;
  readonly until: number;
  readonly rang: ReadonlySet<number>;
}

/**
 * 10,000 calls for help, each from a lift that has no open order, at random moments: each rings at the desk, or the log says why not.
 * The process ends with 1 if one is left unexplained, or if a desk that was opened meanwhile misses one.
 */
export async function benchRings(): Promise<unknown> {
  const server = await forkBenchServer(new URL('./ringsServer.run.ts', import.meta.url), [calls]);
  try {
    const city = new CallingCity(server);
    await city.open();
    await city.callAll();
    const story = new RingsStory(await server.ask('story', z.array(storyEventSchema)));
    await city.close();
    return report(city, story);
  } finally {
    await server.dispose();
  }
}

class CallingCity {
  readonly presses: Press[] = [];
  readonly rungAtMs = new Map<number, number>();
  readonly desks: Desk[] = [];
  reconnections = 0;
  readonly #server: BenchServerProcess;
  readonly #random = seededRandom(seed);
  readonly #manners = new Map<number, Manner>();
  readonly #again = new Set<number>();
  readonly #publishing: Promise<void>[] = [];
  #senders: readonly MqttDevice[] = [];
  #probe: PushProbe | undefined;
  #isClosing = false;

  constructor(server: BenchServerProcess) {
    this.#server = server;
  }

  async open(): Promise<void> {
    const { mqttPort, siteKey } = this.#server;
    this.#senders = await Promise.all(
      Array.from({ length: bridges }, () => MqttDevice.connectBridge(mqttPort, siteKey)),
    );
    await this.#openDesk();
  }

  /** A page whose socket is cut off, because the machine was too busy to read it, comes back and gets the calls that are open. */
  async #openDesk(): Promise<void> {
    const probe = await connectConsole(this.#server.url);
    this.#probe = probe;
    for (const text of probe.texts) this.#hear(text);
    probe.ws.on('message', (data: Buffer) => this.#hear(data.toString('utf8')));
    probe.send({ console: 'armed' });
    void probe.closed.then((code) => {
      if (this.#isClosing) return;
      this.reconnections += 1;
      console.error(`the desk's socket was closed (${code})`);
      this.#openDesk().catch((error: unknown) => console.error(error));
    });
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#senders.map((sender) => sender.close()));
    await this.#probe?.close();
  }

  /** Resolves when all have called, and the last had time to ring. */
  async callAll(): Promise<void> {
    const calling = { isOver: false };
    const joining = this.#joinAgainAndAgain(calling);
    const startedMs = nowMs();
    let dueMs = startedMs;
    for (let index = 0; index < calls; index += 1) {
      // Random moments, with the mean that fits.
      dueMs += (-Math.log(1 - this.#random()) * seconds * 1_000) / calls;
      const leftMs = dueMs - nowMs();
      if (leftMs > 0) await wait(leftMs);
      this.#call(firstLoadLiftId + index);
    }
    await wait(mostWaitMs);
    await Promise.all(this.#publishing);
    calling.isOver = true;
    await joining;
  }

  #call(elevatorId: number): void {
    const manner = this.#mannerOf();
    const kind = kinds[Math.floor(this.#random() * kinds.length)] ?? 'trapped';
    this.#manners.set(elevatorId, manner);
    this.#press(elevatorId, 'a', kind);
    if (manner === 'sentTwice') this.#publish(elevatorId, eventAt(Date.now(), 'a', kind));
    if (manner !== 'flutter') return;
    this.#publish(elevatorId, eventAt(Date.now(), 'over', kind, { cleared: true }));
    this.#press(elevatorId, 'b', kind);
  }

  #mannerOf(): Manner {
    let left = this.#random() * 100;
    return mannerNames.parse(Object.keys(manners)).find((name) => (left -= manners[name]) < 0) ?? 'once';
  }

  #press(elevatorId: number, id: string, kind = 'trapped'): void {
    const press: Press = { elevatorId, id, sentAtMs: nowMs() };
    this.presses.push(press);
    this.#publish(elevatorId, eventAt(Date.now(), id, kind), () => {
      press.keptAtMs = nowMs();
    });
  }

  #publish(elevatorId: number, message: object, onKept: () => void = () => {}): void {
    const sender = this.#senders[elevatorId % bridges];
    if (sender !== undefined)
      this.#publishing.push(sender.publish('event', message, loadDeviceKey(elevatorId)).then(onKept));
  }

  #hear(text: string): void {
    const { event } = serverFrameSchema.parse(JSON.parse(text));
    if (event?.kind !== 'rescue.ringing' || this.rungAtMs.has(event.orderId)) return;
    const { orderId, elevatorId } = event;
    this.rungAtMs.set(orderId, nowMs());
    const manner = this.#manners.get(elevatorId);
    const pressesAgain = (manner === 'whileClosing' || manner === 'afterClosing') && !this.#again.has(elevatorId);
    const random = this.#random();
    if (!pressesAgain) {
      setTimeout(() => this.#server.tell(`close ${orderId}`), 200 + random * 2_000);
      return;
    }
    this.#again.add(elevatorId);
    this.#server.tell(`close ${orderId}`);
    setTimeout(() => this.#press(elevatorId, 'b'), manner === 'whileClosing' ? random * 20 : 50 + random * 500);
  }

  async #joinAgainAndAgain(calling: { readonly isOver: boolean }): Promise<void> {
    const { url } = this.#server;
    // Signing in again and again would end the first desk's session: an account has only so many.
    const api = await ApiClient.login(url, 'dispatcher1');
    while (!calling.isOver) {
      const probe = await connectPush({
        url: `${url.replace('http', 'ws')}/ws`,
        hello: { text: api.helloText, last: null, streams: true },
      });
      await probe.waitFor(({ welcome }) => welcome !== undefined);
      await wait(joinEveryMs);
      const rang = probe.frames.flatMap(({ event }) => (event?.kind === 'rescue.ringing' ? [event.orderId] : []));
      const positions = probe.frames.flatMap(({ position }) => (position === undefined ? [] : [position]));
      this.desks.push({
        from: positions[0] ?? Number.POSITIVE_INFINITY,
        until: positions.at(-1) ?? Number.NEGATIVE_INFINITY,
        rang: new Set(rang),
      });
      await probe.close();
    }
  }
}

function report({ presses, rungAtMs, desks, reconnections }: CallingCity, story: RingsStory): unknown {
  const explained = presses.map((press) => story.explain(press, rungAtMs));
  const countOf = (why: Explanation['why']): number => explained.filter((one) => one.why === why).length;
  const rang = explained.flatMap((one) => (one.why === 'rang' ? [one.afterMs] : []));
  const unexplained = explained.filter((one) => one.why === 'unexplained');
  const unheard = story.orders.filter(({ orderId }) => !rungAtMs.has(orderId)).length;
  const missed = desks.flatMap(({ from, until, rang: heard }) =>
    story.heardBetween(from, until).filter((orderId) => !heard.has(orderId)),
  );
  if (unexplained.length + unheard + missed.length > 0) process.exitCode = 1;
  return {
    lifts: calls,
    presses: presses.length,
    ringMs: { ...summary(rang), laterThan10s: rang.filter((ms) => ms > mostWaitMs).length },
    joinedAnOpenOrder: countOf('joined'),
    countedInARepeat: countOf('countedInARepeat'),
    unexplained: unexplained.length,
    ordersUnheard: unheard,
    deskReconnected: reconnections,
    desksThatJoined: desks.length,
    missedByThem: missed.length,
    first: unexplained.slice(0, mostShown).map(({ press }) => ({ press, log: story.logOf(press.elevatorId) })),
    target: { unexplained: 0, ordersUnheard: 0, missedByThem: 0, laterThan10s: 0 },
  };
}
