import { map } from 'rxjs';
import { describe, it } from 'vitest';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { batchFrames } from './batchFrames.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import type { PushReport } from './pushReport.ts';
import type { SocketReport } from './pushSocket.ts';

const alarm = (alarmId: number, priority: number): PushEvent => ({
  kind: 'alarm.raised',
  alarmId,
  elevatorId: 1,
  alarmKind: 'moto',
  title: '电动车入梯',
  tag: '',
  addr: '',
  priority,
  raisedAtMs: 0,
});
const told = (id: number, priority: number): PushEvent =>
  changeFixture('alarm.raised', { id, told: { alarmKind: 'moto', tag: '', addr: '', priority, raisedAtMs: 0 } });
const ringing: PushEvent = {
  kind: 'rescue.ringing',
  orderId: 7,
  elevatorId: 1,
  priority: 1,
  tag: '',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'trapped',
  raisedAtMs: 0,
  noticeLevel: 0,
  reminder: false,
};
const urgent: readonly (readonly [string, PushEvent | undefined])[] = [
  ['a call for help', ringing],
  ['who has the call', { kind: 'rescue.claimed', orderId: 7, elevatorId: 1, byUserId: 2, byUserName: '李娜' }],
  ['the end of a call', { kind: 'rescue.over', orderId: 7, elevatorId: 1, how: 'completed' }],
  ['a step of a rescue', changeFixture('rescue.noted', { id: 7 })],
  ['an alarm that rings', alarm(9, 1)],
  ['the same on a wall', told(9, 1)],
  ['a frame of no event', undefined],
];
const patient: readonly (readonly [string, PushEvent])[] = [
  ['an alarm that rings nobody', alarm(9, 2)],
  ['the same on a wall', told(9, 3)],
  ['an alarm that moved on', changeFixture('alarm.cleared', { id: 9 })],
  ['a device that came or went', changeFixture('device.lost', { id: 'D', told: { status: 2 } })],
  ['a notice', { kind: 'notice.raised', noticeId: 9, title: '' }],
];

const frameAt = (position: number, event: PushEvent | undefined): SocketReport => ({
  kind: 'frame',
  frame: { epoch: 'e1', position, ...(event === undefined ? {} : { event }) },
});
/** Frames by their place in the alphabet, `x` being the one under test, and two reports about the link itself. */
const reports = (x: PushEvent | undefined = ringing): Record<string, SocketReport> => ({
  a: frameAt(1, alarm(1, 2)),
  b: frameAt(2, alarm(2, 3)),
  c: frameAt(3, told(3, 2)),
  d: frameAt(4, alarm(4, 3)),
  x: frameAt(24, x),
  s: { kind: 'link', state: 'stale', sinceMs: 0 },
  m: { kind: 'malformed', problem: 'not JSON' },
});
const letters = map((report: PushReport) =>
  report.kind === 'frames'
    ? report.frames.map(({ position = 0 }) => String.fromCodePoint(96 + position)).join('')
    : report.kind,
);

describe('the frames of a flood', () => {
  it('are one report, complete and in order; the first after a silence is delivered immediately', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  ab-c-d-------a-', reports());
      const subs = '         ^-------------!';
      expectObservable(source$.pipe(batchFrames({ everyMs: 4, scheduler }), letters), subs).toBe('a---p---d----a-', {
        a: 'a',
        p: 'bc',
        d: 'd',
      });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it.each(urgent)('leave %s no moment later, and are not overtaken by it', (_what, event) => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot('  abx-c-----', reports(event));
      const subs = '         ^--------!';
      expectObservable(source$.pipe(batchFrames({ everyMs: 4, scheduler }), letters), subs).toBe('a-x---c---', {
        a: 'a',
        x: 'bx',
        c: 'c',
      });
      expectSubscriptions(source$.subscriptions).toBe(subs);
    });
  });
  it.each(patient)('may hold %s', (_what, event) => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(
        hot('a-x-------', reports(event)).pipe(batchFrames({ everyMs: 4, scheduler }), letters),
        '^--------!',
      ).toBe('a---x-----');
    });
  });
  it('precede what the link reports after them, which never waits', () => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      expectObservable(
        hot('abs---m--', reports()).pipe(batchFrames({ everyMs: 9, scheduler }), letters),
        '^-------!',
      ).toBe('a-(bs)m--', { a: 'a', b: 'b', s: 'link', m: 'malformed' });
    });
  });
  it('are delivered before the end', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const source$ = hot(' abc|', reports());
      expectObservable(source$.pipe(batchFrames({ everyMs: 9, scheduler }), letters)).toBe('a--(p|)', {
        a: 'a',
        p: 'bc',
      });
      expectSubscriptions(source$.subscriptions).toBe('^--!');
    });
  });
});
