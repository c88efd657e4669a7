import { Subject, type Subscription } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeCodes } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { FakeWebSocket, fakeWebSocket, lastSocket } from './fakeWebSocket.testing.ts';
import { pushSocket, type SocketReport } from './pushSocket.ts';
import type { PushCommand, PushTarget } from './pushReport.ts';

const target: PushTarget = { url: 'ws://127.0.0.1/ws', hello: '61@0123456789abcdef', resume: null };
const heartbeat = { heartbeat: { position: 9, serverTimeMs: 0 } };
const changed = (position: number) => ({
  epoch: 'e1',
  position,
  event: changeFixture('rescue.noted'),
});

let running: Subscription | undefined;

/** A link over a server that the test plays; `link` lists its states, `events` what came through. */
function connect({ random = () => 0.5, resume = null }: { random?: () => number; resume?: PushTarget['resume'] } = {}) {
  const reports: SocketReport[] = [];
  const commands$ = new Subject<PushCommand>();
  let isDone = false;
  running = pushSocket({ ...target, resume }, commands$, { webSocket: fakeWebSocket(), random }).subscribe({
    next: (report) => reports.push(report),
    complete: () => {
      isDone = true;
    },
  });
  return {
    commands$,
    reports,
    isDone: () => isDone,
    link: () => reports.flatMap((report) => (report.kind === 'link' ? [report.state] : [])),
    events: () =>
      reports.flatMap((report) =>
        report.kind === 'frame' && report.frame.event !== undefined ? [report.frame.position] : [],
      ),
  };
}

/** Lets time pass and pending promises settle. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const live = async (): Promise<void> => {
  await pass(0);
  lastSocket().open();
  lastSocket().deliver({ welcome: { fresh: true, serverTimeMs: 0 }, epoch: 'e1', position: 1 });
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  running?.unsubscribe();
  vi.useRealTimers();
});

describe('the link', () => {
  it('signs in first, and is live with the first response', async () => {
    const { link } = connect();
    await pass(0);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ text: '61@0123456789abcdef', last: null, streams: true }]);
    expect(link()).toEqual(['connecting']);
    lastSocket().deliver({ welcome: { fresh: true, serverTimeMs: 0 } });
    expect(link()).toEqual(['connecting', 'live']);
  });
  it('resumes from the last position, which never moves back', async () => {
    const { events } = connect({ resume: { epoch: 'e1', position: 4 } });
    await live();
    expect(lastSocket().sent).toEqual([{ text: target.hello, last: { epoch: 'e1', position: 4 }, streams: true }]);
    [changed(4), changed(5), changed(6)].forEach((frame) => lastSocket().deliver(frame));
    lastSocket().drop();
    await pass(250);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ text: target.hello, last: { epoch: 'e1', position: 6 }, streams: true }]);
    [changed(5), changed(7)].forEach((frame) => lastSocket().deliver(frame));
    expect(events()).toEqual([4, 5, 6, 5, 7]);
    lastSocket().drop();
    await pass(500);
    lastSocket().open();
    expect(lastSocket().sent).toEqual([{ text: target.hello, last: { epoch: 'e1', position: 7 }, streams: true }]);
    expect(FakeWebSocket.opened).toHaveLength(3);
  });
  it('is ended by no bad frame', async () => {
    const { events, reports } = connect();
    await live();
    lastSocket().deliver('{broken');
    lastSocket().deliver(changed(2));
    expect(reports).toContainEqual({ kind: 'malformed', problem: 'not JSON' });
    expect(events()).toEqual([2]);
  });
});

describe('a link that is lost', () => {
  it('over a half-open connection is found dead after 12 s of silence and replaced', async () => {
    const { link } = connect();
    await live();
    const silent = lastSocket();
    for (let beat = 0; beat < 4; beat += 1) {
      await pass(5_000);
      silent.deliver(heartbeat);
    }
    await pass(11_999);
    expect(link().at(-1)).toBe('live');
    await pass(1);
    expect(link().at(-1)).toBe('stale');
    expect(silent.closedWith).toBe(1000);
    await pass(251);
    expect(link().at(-1)).toBe('connecting');
    await live();
    expect(link().at(-1)).toBe('live');
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
  it('before the first answer is found too', async () => {
    const { link } = connect();
    await pass(0);
    lastSocket().open();
    await pass(12_000);
    expect(link().at(-1)).toBe('stale');
  });
  it('to an unreachable server is retried with growing delays, up to the jittered bound', async () => {
    const { reports } = connect({ random: () => 0.999 });
    const waits: number[] = [];
    await pass(0);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      lastSocket().drop();
      const waiting = reports.at(-1);
      if (waiting?.kind !== 'link' || waiting.retryInMs === undefined) throw new Error('not waiting');
      waits.push(waiting.retryInMs);
      await pass(waiting.retryInMs);
    }
    expect(waits).toEqual([500, 999, 1_998, 3_996, 7_992, 14_985, 14_985, 14_985]);
  });
  it('and never answered is given up after 5 s and retried', async () => {
    const { link } = connect();
    await pass(0);
    await pass(5_000);
    expect(link()).toEqual(['connecting', 'waiting']);
    await pass(250);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
  it('reports when it will retry, and does so', async () => {
    const { reports } = connect();
    await live();
    lastSocket().drop();
    expect(reports.at(-1)).toMatchObject({ kind: 'link', state: 'waiting', retryInMs: 250 });
    await pass(249);
    expect(FakeWebSocket.opened).toHaveLength(1);
    await pass(1);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
  it('right after each connection leads to growing delays: a server that drops everyone is not flooded', async () => {
    const { reports } = connect({ random: () => 0.999 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await live();
      lastSocket().drop();
      await pass(4_000);
    }
    const waits = reports.flatMap((report) =>
      report.kind === 'link' && report.state === 'waiting' ? [report.retryInMs] : [],
    );
    expect(waits).toEqual([500, 999, 1_998]);
  });
});

describe('commands', () => {
  it('reconnect immediately while waiting, and do not disturb a running attempt', async () => {
    const { commands$ } = connect();
    commands$.next({ kind: 'reconnect' });
    await live();
    commands$.next({ kind: 'reconnect' });
    expect(FakeWebSocket.opened).toHaveLength(1);
    lastSocket().drop();
    commands$.next({ kind: 'reconnect' });
    await pass(0);
    expect(FakeWebSocket.opened).toHaveLength(2);
    await pass(20_000);
    expect(FakeWebSocket.opened.filter(({ readyState }) => readyState !== FakeWebSocket.CLOSED)).toHaveLength(1);
  });
  it('tell the server whether this console can sound, only after its first answer, and again on each connection', async () => {
    const { commands$ } = connect();
    await pass(0);
    lastSocket().open();
    commands$.next({ kind: 'console', state: 'armed' });
    expect(lastSocket().sent).toHaveLength(1);
    lastSocket().deliver(heartbeat);
    expect(lastSocket().sent.slice(1)).toEqual([{ console: 'armed' }]);
    commands$.next({ kind: 'console', state: 'blocked' });
    expect(lastSocket().sent.at(-1)).toEqual({ console: 'blocked' });
    lastSocket().drop();
    commands$.next({ kind: 'console', state: 'armed' });
    await pass(250);
    lastSocket().open();
    lastSocket().deliver(heartbeat);
    expect(lastSocket().sent.slice(1)).toEqual([{ console: 'armed' }]);
  });
  it('continue for the new sign-in: immediately, from the same position, and on every later connection', async () => {
    const { commands$, link } = connect();
    await live();
    lastSocket().deliver(changed(5));
    commands$.next({ kind: 'renew', hello: '61@fedcba9876543210' });
    expect(FakeWebSocket.opened[0]?.closedWith).toBe(1000);
    await live();
    expect(lastSocket().sent).toEqual([
      { text: '61@fedcba9876543210', last: { epoch: 'e1', position: 5 }, streams: true },
    ]);
    lastSocket().drop(closeCodes.refused);
    commands$.next({ kind: 'renew', hello: '61@00000000ffffffff' });
    await live();
    expect(lastSocket().sent).toEqual([
      { text: '61@00000000ffffffff', last: { epoch: 'e1', position: 5 }, streams: true },
    ]);
    expect(link().at(-1)).toBe('live');
    expect(FakeWebSocket.opened).toHaveLength(3);
  });
  it('close with 1000 and end', async () => {
    const { commands$, isDone, link } = connect();
    await live();
    commands$.next({ kind: 'close' });
    expect(lastSocket().closedWith).toBe(1000);
    expect(link().at(-1)).toBe('closed');
    expect(isDone()).toBe(true);
    await pass(60_000);
    expect(FakeWebSocket.opened).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it.each([closeCodes.tooSlow, closeCodes.tooManyTries, closeCodes.badFrame, 1011, 1012])(
    'with any other code (%i) is not a refusal: the link is retried',
    async (code) => {
      const { link } = connect();
      await pass(0);
      lastSocket().open();
      lastSocket().drop(code);
      expect(link().at(-1)).toBe('waiting');
      await pass(60_000);
      expect(FakeWebSocket.opened.length).toBeGreaterThan(1);
    },
  );
  it('ends the attempts until the next request', async () => {
    const { commands$, link } = connect();
    await pass(0);
    lastSocket().open();
    lastSocket().drop(closeCodes.refused);
    expect(link().at(-1)).toBe('refused');
    await pass(60_000);
    expect(link().at(-1)).toBe('refused');
    expect(FakeWebSocket.opened).toHaveLength(1);
    commands$.next({ kind: 'reconnect' });
    await pass(1);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
  it('that made room for a newer page of the same user does not push that page out again', async () => {
    const { commands$, link } = connect();
    await live();
    lastSocket().drop(closeCodes.tooManySockets);
    expect(link().at(-1)).toBe('refused');
    await pass(60_000);
    expect(FakeWebSocket.opened).toHaveLength(1);
    commands$.next({ kind: 'reconnect' });
    await pass(1);
    expect(FakeWebSocket.opened).toHaveLength(2);
  });
});

it('unsubscribing closes the socket with 1000 and leaves no timer', async () => {
  connect();
  await live();
  running?.unsubscribe();
  expect(lastSocket().closedWith).toBe(1000);
  await pass(60_000);
  expect(FakeWebSocket.opened).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
