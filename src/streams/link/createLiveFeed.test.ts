import { map } from 'rxjs';
import { describe, it } from 'vitest';
import type { PushEvent, ServerFrame } from '../../contract/push.ts';
import { createLiveFeed } from './createLiveFeed.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import type { PushReport } from './pushReport.ts';

const ringing: PushEvent = {
  kind: 'rescue.ringing',
  orderId: 7,
  elevatorId: 1,
  priority: 1,
  tag: 'DT-1',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'trapped',
  raisedAtMs: 0,
  noticeLevel: 0,
  reminder: false,
};
const frames = (...contents: ServerFrame[]): PushReport => ({ kind: 'frames', frames: contents });
const link = (state: 'connecting' | 'live' | 'stale', sinceMs: number): PushReport => ({
  kind: 'link',
  state,
  sinceMs,
});
const reports = {
  c: link('connecting', 0),
  l: link('live', 1),
  s: link('stale', 9),
  w: frames({ welcome: { fresh: true, serverTimeMs: 60_000 } }),
  r: frames({ welcome: { fresh: false, serverTimeMs: 60_000 } }),
  e: frames({ epoch: 'e1', position: 3, event: ringing }),
  h: frames({ heartbeat: { position: 3, serverTimeMs: 60_000 } }),
  m: { kind: 'malformed', problem: 'not JSON' } as const,
};

describe('the live feed', () => {
  it('splits one link, subscribed once, into what the screens read', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  -c-l-w-e-m-s', reports);
      const subs = '         ^-----------!';
      const live = createLiveFeed(source$, { scheduler });
      expectObservable(live.link$.pipe(map(({ state }) => state)), subs).toBe('-c-l-------s', {
        c: 'connecting',
        l: 'live',
        s: 'stale',
      });
      expectObservable(live.events$, subs).toBe('-------e----', { e: ringing });
      expectObservable(live.ringing$.pipe(map((calls) => calls.length)), subs).toBe('0------1----', { 0: 0, 1: 1 });
      expectObservable(live.snapshotNeeded$, subs).toBe('-----w------', { w: undefined });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it('emits every event once, however often a reconnect or a new worker delivers it', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  -e-c-l-r-e-', reports);
      expectObservable(createLiveFeed(source$, { scheduler }).events$, '^---------!').toBe('-e--------', {
        e: ringing,
      });
      expectSubscriptions(source$.subscriptions).toBe('^---------!');
    });
  });
  it('emits batched frames one by one and in order', () => {
    const second: PushEvent = { ...ringing, orderId: 8 };
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  -b-----', {
        b: frames(
          { epoch: 'e1', position: 3, event: ringing },
          { epoch: 'e1', position: 3, event: ringing },
          { epoch: 'e1', position: 4, event: second },
        ),
      });
      const subs = '         ^-----!';
      const live = createLiveFeed(source$, { scheduler });
      expectObservable(live.events$, subs).toBe('-(ab)--', { a: ringing, b: second });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it('asks for no snapshot where the server could resume', () => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(createLiveFeed(hot('-r', reports), { scheduler }).snapshotNeeded$).toBe('--');
    });
  });
  it('gives the state and the calls to a screen that subscribes later', () => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      const live = createLiveFeed(hot('-l-e----', reports), { scheduler });
      expectObservable(live.link$.pipe(map(({ state }) => state)), '^-------!').toBe('-l------', { l: 'live' });
      expectObservable(live.link$.pipe(map(({ state }) => state)), '-----^--!').toBe('-----l--', { l: 'live' });
      expectObservable(live.ringing$.pipe(map((calls) => calls.length)), '^-------!').toBe('0--1----', { 0: 0, 1: 1 });
      expectObservable(live.ringing$.pipe(map((calls) => calls.length)), '-----^--!').toBe('-----1--', { 1: 1 });
    });
  });
  it("shows the server's time", () => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      const live = createLiveFeed(hot('500ms h', reports), { scheduler });
      expectObservable(live.serverNow$, '^ 1000ms !').toBe('a 499ms h 499ms b', { a: 0, h: 60_000, b: 60_500 });
    });
  });
});
