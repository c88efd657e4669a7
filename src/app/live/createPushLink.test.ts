import { Observable, Subject, Subscription } from 'rxjs';
import { expect, test } from 'vitest';
import type { LinkStatus } from '../../streams/link/liveFeed.ts';
import type { PushCommand, PushReport } from '../../streams/link/pushReport.ts';
import { createPushLink } from './createPushLink.ts';

function bench() {
  const reports$ = new Subject<PushReport>();
  const told: PushCommand[] = [];
  let isConnected = false;
  let nowMs = 1_000;
  const link = createPushLink({
    random: () => 0.5,
    nowMs: () => nowMs,
    connect: (_resume, commands$) =>
      new Observable<PushReport>((subscriber) => {
        isConnected = true;
        const subscription = new Subscription(() => {
          isConnected = false;
        });
        subscription.add(commands$.subscribe((command) => told.push(command)));
        subscription.add(reports$.subscribe(subscriber));
        return subscription;
      }),
  });
  const states: LinkStatus[] = [];
  const watching = link.feed.link$.subscribe((status) => states.push(status));
  link.start();
  return {
    link,
    told,
    states,
    report: (report: PushReport, atMs: number) => {
      nowMs = atMs;
      reports$.next(report);
    },
    isConnected: () => isConnected,
    watching,
  };
}

const linkReport = (state: 'connecting' | 'live' | 'stale' | 'waiting' | 'refused'): PushReport => ({
  kind: 'link',
  state,
  sinceMs: 0,
});
const frame: PushReport = {
  kind: 'frames',
  frames: [{ welcome: { fresh: false, serverTimeMs: 5 }, epoch: 'e', position: 3 }],
};

test('the link is live from its first frame on, and each change says since when', () => {
  const { states, report, link } = bench();
  report(linkReport('connecting'), 2_000);
  report({ kind: 'opened' }, 3_000);
  report(frame, 4_000);
  report(linkReport('stale'), 20_000);
  report(linkReport('connecting'), 21_000);
  report(linkReport('waiting'), 22_000);
  expect(states).toEqual([
    { state: 'connecting', sinceMs: 1_000 },
    { state: 'live', sinceMs: 4_000 },
    { state: 'stale', sinceMs: 20_000 },
    { state: 'connecting', sinceMs: 21_000 },
    { state: 'waiting', sinceMs: 22_000 },
  ]);
  link.stop();
});

test('a link that was refused is live again after the sign-in was renewed, and one that is live stays so', () => {
  const { link, told, states, report } = bench();
  report({ kind: 'opened' }, 2_000);
  report(frame, 3_000);
  link.renew('61@a');
  report(linkReport('connecting'), 4_000);
  report({ kind: 'opened' }, 4_000);
  report(frame, 4_000);
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'live']);
  report(linkReport('refused'), 5_000);
  link.renew('61@b');
  report({ kind: 'opened' }, 6_000);
  report(frame, 7_000);
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'live', 'refused', 'connecting', 'live']);
  expect(told.flatMap((command) => (command.kind === 'renew' ? [command.hello] : []))).toEqual(['61@a', '61@b']);
  link.stop();
});

test('the console’s state is sent immediately, and again on every connection', () => {
  const { link, told, report } = bench();
  link.sayConsole('blocked');
  report({ kind: 'opened' }, 2_000);
  link.sayConsole('armed');
  report({ kind: 'opened' }, 3_000);
  expect(
    told.filter(({ kind }) => kind === 'console').map((command) => ('state' in command ? command.state : '')),
  ).toEqual(['blocked', 'blocked', 'armed', 'armed']);
  link.stop();
});

test('leaving the layout ends the link', () => {
  const { link, isConnected, states } = bench();
  expect(isConnected()).toBe(true);
  link.stop();
  expect(isConnected()).toBe(false);
  expect(states.at(-1)?.state).toBe('closed');
});
