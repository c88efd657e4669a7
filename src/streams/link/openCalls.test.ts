import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { PushEvent } from '../../contract/push.ts';
import { changeFixture } from '../../contract/fixtures/pushFixtures.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { endedCallKey, openCalls } from './openCalls.ts';

const ringing = (
  orderId: number,
  { raisedAtMs = orderId, reminder = false }: { raisedAtMs?: number; reminder?: boolean } = {},
): PushEvent => ({
  kind: 'rescue.ringing',
  orderId,
  elevatorId: 100 + orderId,
  priority: 1,
  tag: `DT-${orderId}`,
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  trigger: 'trapped',
  raisedAtMs,
  noticeLevel: 0,
  reminder,
});
const alarm = (alarmId: number, priority: number): PushEvent => ({
  kind: 'alarm.raised',
  alarmId,
  elevatorId: 1,
  alarmKind: 'moto',
  title: '电动车入梯',
  tag: 'DT-9',
  addr: '',
  priority,
  raisedAtMs: alarmId,
});
const claimed = (orderId: number): PushEvent => ({
  kind: 'rescue.claimed',
  orderId,
  elevatorId: 1,
  byUserId: 2,
  byUserName: '李娜',
});
const over = (orderId: number): PushEvent => ({ kind: 'rescue.over', orderId, elevatorId: 1, how: 'completed' });

const keys = map((calls: readonly { key: string }[]) => calls.map(({ key }) => key).join(' '));
const none = '';

describe('the open calls', () => {
  it('stand the worst first, then the oldest', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const events$ = hot(' -a-b-c-d', { a: alarm(9, 1), b: ringing(8), c: ringing(7), d: alarm(2, 1) });
      const subs = '        ^--------!';
      expectObservable(openCalls({ events$ }).pipe(keys), subs).toBe('0a-b-c-d', {
        0: none,
        a: 'alarm-9',
        b: 'rescue-8 alarm-9',
        c: 'rescue-7 rescue-8 alarm-9',
        d: 'alarm-2 rescue-7 rescue-8 alarm-9',
      });
      expectSubscriptions(events$.subscriptions).toBe(subs);
    });
  });
  it('are the ringing ones: other alarms, however many, change nothing', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }) => {
      const events$ = hot(' -a-b-c-', { a: alarm(1, 2), b: ringing(8), c: alarm(2, 3) });
      const subs = '        ^------!';
      expectObservable(openCalls({ events$ }).pipe(keys), subs).toBe('0--b----', { 0: none, b: 'rescue-8' });
      expectSubscriptions(events$.subscriptions).toBe(subs);
    });
  });
  it('are removed when someone has taken them or they are over', () => {
    withMarbles(({ hot, expectObservable }) => {
      const events$ = hot(' -a-b-c-d', { a: ringing(1), b: ringing(2), c: claimed(1), d: over(2) });
      expectObservable(openCalls({ events$ }).pipe(keys)).toBe('0a-b-c-0', {
        0: none,
        a: 'rescue-1',
        b: 'rescue-1 rescue-2',
        c: 'rescue-2',
      });
    });
  });
  it('do not change with a reminder of the same call, other news or the end of an unknown call', () => {
    withMarbles(({ hot, expectObservable }) => {
      const changed: PushEvent = changeFixture('rescue.noted');
      const events$ = hot(' -a-n-x-r', { a: ringing(1), n: changed, x: over(5), r: ringing(1, { reminder: true }) });
      expectObservable(openCalls({ events$ }).pipe(keys)).toBe('0a------', { 0: none, a: 'rescue-1' });
    });
  });
  it('ring again when a claim lapsed', () => {
    withMarbles(({ hot, expectObservable }) => {
      const events$ = hot(' -a-b-a', { a: ringing(1), b: claimed(1) });
      expectObservable(openCalls({ events$ }).pipe(keys)).toBe('0a-0-a', { 0: none, a: 'rescue-1' });
    });
  });
});

describe('after a restart that could not be resumed', () => {
  it('calls that the server does not send again are over, the others keep ringing', () => {
    withMarbles(({ hot, expectObservable, expectSubscriptions }, scheduler) => {
      const events$ = hot('    -a-b--b-----', { a: ringing(1), b: ringing(2) });
      const restarted$ = hot(' -----r------', { r: undefined });
      const subs = '           ^----------!';
      expectObservable(openCalls({ events$, restarted$ }, { settleMs: 4, scheduler }).pipe(keys), subs).toBe(
        '0a-b--b--c',
        {
          0: none,
          a: 'rescue-1',
          b: 'rescue-1 rescue-2',
          c: 'rescue-2',
        },
      );
      expectSubscriptions(events$.subscriptions).toBe(subs);
      expectSubscriptions(restarted$.subscriptions).toBe(subs);
    });
  });
});

describe('an alarm', () => {
  it('keeps ringing after a restart: the server repeats only rescues', () => {
    withMarbles(({ hot, expectObservable }, scheduler) => {
      const events$ = hot('    -a-b-----', { a: alarm(1, 1), b: ringing(2) });
      const restarted$ = hot(' ----r----', { r: undefined });
      expectObservable(openCalls({ events$, restarted$ }, { settleMs: 4, scheduler }).pipe(keys), '^--------!').toBe(
        '0a-b----a',
        { 0: none, a: 'alarm-1', b: 'alarm-1 rescue-2' },
      );
    });
  });
  it('is answered by an acknowledgement, a completion, a false-alarm verdict or shelving, not by its device', () => {
    const types = ['alarm.acknowledged', 'alarm.completed', 'alarm.judgedFalse', 'alarm.shelved', 'alarm.cleared'];
    const ended = types.map((type) => endedCallKey(changeFixture(type, { id: 4 })));
    expect(ended).toEqual(['alarm-4', 'alarm-4', 'alarm-4', 'alarm-4', undefined]);
  });
});
