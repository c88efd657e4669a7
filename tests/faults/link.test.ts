import { Subject, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { tokenFragment } from '../../server/access/sessions.ts';
import { changeOf } from '../../src/contract/streamChange.ts';
import { linkAlarm, watchLinkHealth, type LinkHealth } from '../../src/streams/link/linkHealth.ts';
import type { LinkState } from '../../src/streams/link/liveFeed.ts';
import { batchFrames } from '../../src/streams/link/batchFrames.ts';
import { dedupeByPosition } from '../../src/streams/link/dedupeByPosition.ts';
import { framesOf } from '../../src/streams/link/pushFrames.ts';
import type { PushCommand, PushReport } from '../../src/streams/link/pushReport.ts';
import { pushSocket } from '../../src/streams/link/pushSocket.ts';
import { openHttpHarness, type HttpHarness } from '../support/httpHarness.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { principalOf, smallCity } from '../support/smallCity.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';

const soak = process.env['TIAN_SOAK'] === '1';
const consoles = soak ? 200 : 12;
const wantedEvents = soak ? 10_000 : 250;
const restarts = soak ? 20 : 1;
const holes = soak ? 50 : 6;
const seed = Number(process.env['TIAN_SEED'] ?? Date.now() % 1_000_000);
const { lift, users } = smallCity;

/** A console as the browser runs it, over a link of its own that a test may spoil. */
interface TestConsole {
  readonly proxy: TcpProxy;
  /** Positions of rescue events as the screens receive them, in order. */
  readonly applied: number[];
  health: LinkHealth;
  /** The time at which the link last became live, by this machine's clock. */
  liveAtMs: number;
  close(): Promise<void>;
}

let harness: HttpHarness;
let open: TestConsole[] = [];
beforeEach(async () => {
  // A client that is reset in the middle of a frame is no fault of the server's.
  harness = await openHttpHarness({ onPushError: () => undefined });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await harness.dispose();
});

/** A browser does not report a cancelled attempt; `ws` reports it even after all listeners are gone. */
class QuietSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.on('error', () => undefined);
  }
}

async function openConsole(userId: number, token: string, random: () => number): Promise<TestConsole> {
  const proxy = await startTcpProxy(harness.port);
  const reports$ = new Subject<PushReport>();
  const commands$ = new Subject<PushCommand>();
  const applied: number[] = [];
  const subscriptions: Subscription[] = [];
  const one: TestConsole = {
    proxy,
    applied,
    health: { state: 'connecting', lostSinceMs: null },
    liveAtMs: 0,
    async close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      await proxy.close();
    },
  };
  const link$ = new Subject<{ readonly state: LinkState; readonly sinceMs: number }>();
  subscriptions.push(
    watchLinkHealth(link$).subscribe((health) => {
      one.health = health;
    }),
    dedupeByPosition(framesOf(reports$)).subscribe(({ event, resume }) => {
      if (resume === undefined || event === undefined || changeOf(event)?.stream !== 'rescue') return;
      const place = harness.places.open(resume);
      if (place !== undefined) applied.push(place);
    }),
    reports$.subscribe((report) => {
      if (report.kind !== 'link') return;
      if (report.state === 'live') one.liveAtMs = performance.now();
      link$.next({ state: report.state, sinceMs: Date.now() });
    }),
  );
  const hello = `${userId}@${tokenFragment(token)}`;
  // This test is about short-lived links: they must be retried immediately, without growing delays.
  const options = { webSocket: QuietSocket, random, stableAfterMs: 50 };
  subscriptions.push(
    pushSocket({ url: `ws://127.0.0.1:${proxy.port}/ws`, hello, resume: null }, commands$, options)
      .pipe(batchFrames())
      .subscribe(reports$),
  );
  open.push(one);
  await vi.waitFor(() => expect(one.health.state).toBe('live'), { timeout: 10_000 });
  return one;
}

/** The number of users needed so that none has more sockets than a user may have, even while a cut one has not been noticed. */
async function openConsoles(count: number): Promise<readonly TestConsole[]> {
  const crowd = await addPeopleLike(harness.store, [users.dispatcher1], Math.ceil(count / 4));
  const tokens = new Map<number, string>();
  for (const userId of crowd) tokens.set(userId, await harness.signIn(userId));
  return Promise.all(
    Array.from({ length: count }, (_, place) => {
      const userId = crowd[place % crowd.length] ?? users.dispatcher1;
      return openConsole(userId, tokens.get(userId) ?? '', seededRandom(seed + place));
    }),
  );
}

/** One rescue of one lift, from the call to its end. */
async function rescue(requestId: string): Promise<void> {
  const by = await principalOf(harness.store, users.dispatcher2);
  const { orderId } = await harness.domain.rescue.phoneIn(await principalOf(harness.store, users.admin), {
    elevatorId: lift.id,
    callerPhone: '13800000000',
    requestId,
  });
  await harness.domain.rescue.accept(by, { orderId });
  for (let note = 0; note < 6; note += 1)
    await harness.domain.rescue.step(by, { id: orderId, event: 'rescue.noted', data: { text: `第 ${note} 次致电` } });
  await harness.domain.rescue.step(by, { id: orderId, event: 'rescue.judgedFalse', data: { reason: '演练' } });
}

async function loggedPositions(): Promise<readonly number[]> {
  const rows = await harness.store.rows
    .selectFrom('events')
    .select('position')
    .where('stream', 'like', 'rescue-%')
    .orderBy('position')
    .execute();
  return rows.map(({ position }) => position);
}

describe(`a console's link (seed ${seed})`, () => {
  it(
    `cut again and again, with ${restarts} restarts: ${wantedEvents} pushes arrive once each, in order`,
    { timeout: soak ? 3_600_000 : 90_000 },
    async () => {
      const random = seededRandom(seed);
      const all = await openConsoles(consoles);
      const before = (await loggedPositions()).length;
      const storm = { isOver: false, cuts: 0 };
      const cutting = (async () => {
        while (!storm.isOver) {
          await new Promise((resolve) => setTimeout(resolve, random() * 2 * (soak ? 14 : 60)));
          const victim = all[Math.floor(random() * all.length)];
          if (victim === undefined || victim.proxy.connections === 0) continue;
          victim.proxy.cut();
          storm.cuts += 1;
        }
      })();
      const events = async () => (await loggedPositions()).length - before;
      // A fast machine writes on until the links were cut often enough to mean something.
      for (let count = 0, restarted = 0; (await events()) < wantedEvents || storm.cuts <= consoles; count += 1) {
        await rescue(`call-${seed}-${count}`);
        if ((await events()) > ((restarted + 0.5) * wantedEvents) / restarts && restarted < restarts) {
          restarted += 1;
          await harness.restart();
        }
      }
      storm.isOver = true;
      await cutting;
      const log = (await loggedPositions()).slice(before);
      await vi.waitFor(
        () => {
          for (const { applied } of all) expect(applied.length).toBeGreaterThanOrEqual(log.length);
        },
        { timeout: 30_000 },
      );
      for (const { applied } of all) expect(applied).toEqual(log);
      expect(storm.cuts).toBeGreaterThan(consoles);
      console.log(JSON.stringify({ consoles, events: log.length, cuts: storm.cuts, restarts, seed }));
    },
  );

  it(
    `black-holed ${holes} times: said across the page within 15 s, and caught up within 2 s of its return`,
    { timeout: 120_000 },
    async () => {
      const random = seededRandom(seed);
      const all = await openConsoles(holes);
      const before = (await loggedPositions()).length;
      const trials = await Promise.all(
        all.map(async (one) => {
          await new Promise((resolve) => setTimeout(resolve, random() * 5_000));
          const holedAtMs = performance.now();
          one.proxy.blackHole();
          await vi.waitFor(() => expect(linkAlarm(one.health, Date.now())).toBe('lost'), {
            timeout: 20_000,
            interval: 20,
          });
          return { one, saidAfterMs: performance.now() - holedAtMs };
        }),
      );
      await rescue(`call-${seed}`);
      const log = (await loggedPositions()).slice(before);
      const caughtUp = await Promise.all(
        trials.map(async ({ one }) => {
          const { liveAtMs } = one;
          one.proxy.restore();
          await vi.waitFor(() => expect(one.applied.length).toBeGreaterThanOrEqual(log.length), {
            timeout: 40_000,
            interval: 5,
          });
          // From the moment that the link is live again: how long a console waits before it tries is jitter, so that not all come at once.
          expect(one.liveAtMs).toBeGreaterThan(liveAtMs);
          return performance.now() - one.liveAtMs;
        }),
      );
      for (const { one } of trials) expect(one.applied).toEqual(log);
      const saidAfterMs = trials.map((trial) => trial.saidAfterMs);
      console.log(
        JSON.stringify({
          holes,
          saidAfterMs: { most: Math.round(Math.max(...saidAfterMs)) },
          caughtUpMs: { most: Math.round(Math.max(...caughtUp)) },
          seed,
        }),
      );
      expect(Math.max(...saidAfterMs)).toBeLessThan(15_000);
      expect(Math.max(...caughtUp)).toBeLessThan(2_000);
    },
  );
});
