import { BehaviorSubject, NEVER, of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { waitFor } from 'xstate';
import { CallError, type Call } from '../../contract/call.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { RingingCall } from '../../contract/ringingCall.ts';
import { claimFailureOf, createAlarmConsole, dialogEventOf } from './createAlarmConsole.ts';
import { toAlarmDialogView } from './toAlarmDialogView.ts';

const ringing = (orderId: number, raisedAtMs: number): PushEvent => ({
  kind: 'rescue.ringing',
  orderId,
  elevatorId: 1200 + orderId,
  priority: 1,
  tag: `T-${orderId}`,
  addr: '3 栋',
  sosTel: '110',
  communityName: '翠苑',
  fullArea: '西湖',
  trigger: 'trapped',
  raisedAtMs,
  noticeLevel: 1,
  reminder: false,
});
const alarm = (alarmId: number, priority: number): PushEvent => ({
  kind: 'alarm.raised',
  alarmId,
  elevatorId: 9,
  alarmKind: 'moto',
  title: '电动车入梯',
  tag: 'T',
  addr: '',
  priority,
  raisedAtMs: 1,
});

function bench(ack: () => Promise<unknown>) {
  const events$ = new Subject<PushEvent>();
  const permission$ = new BehaviorSubject<'armed' | 'blocked'>('armed');
  const did: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in returns what the endpoint would
  const call = ((_endpoint: unknown, input: unknown) => {
    did.push(`claim ${JSON.stringify(input)}`);
    return ack();
  }) as Call;
  const alarmConsole = createAlarmConsole({
    userId: 7,
    call,
    live: { events$, ringing$: new BehaviorSubject<readonly RingingCall[]>([]), snapshotNeeded$: NEVER },
    sound: {
      start: () => {
        did.push('sound');
        return Promise.resolve(true);
      },
      stop: () => void did.push('silence'),
      permission$,
    },
    heldClaims$: of(0),
    openRescueCall: () => did.push('RescueCall'),
    openHandling: (elevatorId) => did.push(`handle ${elevatorId}`),
  });
  alarmConsole.start();
  return { events$, permission$, did, actor: alarmConsole.actor, alarmConsole };
}

test('a call rings; the answer claims it, leads to RescueCall, and then opens the handling of that lift', async () => {
  const { events$, did, actor } = bench(() => Promise.resolve({}));
  events$.next(ringing(7, 1));
  expect(did).toEqual(['sound']);
  actor.send({ type: 'user.answered', by: 'click' });
  await waitFor(actor, (state) => state.matches('closed'));
  expect(did).toEqual(['sound', 'silence', 'claim {"id":7}', 'RescueCall', 'handle 1207']);
});

test('a claim that comes second shows who has it', async () => {
  const { events$, actor } = bench(() => Promise.reject(new CallError('refused', '李娜 已受理', 1005)));
  events$.next(ringing(7, 1));
  actor.send({ type: 'user.answered', by: 'click' });
  const state = await waitFor(actor, (snapshot) => snapshot.matches('claimedByOther'));
  expect(state.context.winnerName).toBe('李娜');
});

test('a call that someone takes by telephone says so, whether its push comes first or the refusal', async () => {
  const { events$, actor } = bench(() => Promise.reject(new CallError('refused', '李娜 已受理（电话）', 1005)));
  const shown = () => toAlarmDialogView(actor.getSnapshot());
  events$.next(ringing(7, 1));
  events$.next({ kind: 'rescue.claimed', orderId: 7, elevatorId: 1207, byUserId: 8, byUserName: '李娜', via: 'phone' });
  expect(shown()).toMatchObject({ kind: 'claimed', message: '李娜 已通过电话受理这起呼叫' });
  events$.next(ringing(9, 1));
  actor.send({ type: 'user.acknowledged' });
  actor.send({ type: 'user.answered', by: 'click' });
  await waitFor(actor, (snapshot) => snapshot.matches('claimedByOther'));
  expect(shown()).toMatchObject({ kind: 'claimed', message: '李娜 已通过电话受理这起呼叫' });
});

test('an answer that does not get through keeps ringing and says what to do', async () => {
  const { events$, actor } = bench(() => Promise.reject(new CallError('offline', '网络连接失败，请检查网络后重试', 0)));
  events$.next(ringing(7, 1));
  actor.send({ type: 'user.answered', by: 'click' });
  const state = await waitFor(actor, (snapshot) => snapshot.matches('ringing') && snapshot.context.message !== null);
  expect(state.context.message).toBe('网络连接失败，请检查网络后重试');
});

test('another console’s answer closes the dialog with the winner’s name', () => {
  const { events$, actor } = bench(() => Promise.resolve({}));
  events$.next(ringing(7, 1));
  events$.next({ kind: 'rescue.claimed', orderId: 7, elevatorId: 1207, byUserId: 8, byUserName: '李娜' });
  expect(actor.getSnapshot().matches('claimedByOther')).toBe(true);
  expect(actor.getSnapshot().context.winnerName).toBe('李娜');
});

test('a blocked sound is noticed while it rings, and a click makes it audible', () => {
  const { events$, permission$, actor } = bench(() => Promise.resolve({}));
  permission$.next('blocked');
  events$.next(ringing(7, 1));
  expect(actor.getSnapshot().matches({ ringing: 'soundBlocked' })).toBe(true);
  permission$.next('armed');
  expect(actor.getSnapshot().matches({ ringing: 'audible' })).toBe(true);
});

test('of the alarms that opened no order only priority 1 rings; notices and the rest do not', () => {
  expect(dialogEventOf(alarm(1, 1))).toMatchObject({ type: 'push.arrived' });
  expect(dialogEventOf(alarm(1, 2))).toBeUndefined();
  expect(dialogEventOf({ kind: 'notice.raised', noticeId: 1, title: '' })).toBeUndefined();
  expect(dialogEventOf({ kind: 'rescue.over', orderId: 3, elevatorId: 1, how: 'falseCall' })).toEqual({
    type: 'push.over',
    key: 'rescue-3',
  });
});

test('leaving the layout silences the alarm', () => {
  const { events$, did, alarmConsole } = bench(() => Promise.resolve({}));
  events$.next(ringing(7, 1));
  alarmConsole.stop();
  expect(did).toEqual(['sound', 'silence']);
});

test('only the refusal that names the winner is a lost claim', () => {
  expect(claimFailureOf(new CallError('refused', '救援单已结束', 1005))).toEqual({
    type: 'claim.failed',
    message: '救援单已结束',
  });
  expect(claimFailureOf(new Error('x'))).toMatchObject({ type: 'claim.failed' });
});
