import { expect, test } from 'vitest';
import { mineFixture, visitFixture, workerUser, workingVisit } from '../work.fixtures.ts';
import { emptyDraft, nextToSend, type Queued } from './kept.ts';
import { openingState, reduceWork, type WorkEvent } from './workState.ts';

const kept = { mine: null, drafts: [], photos: [], queue: [] };
const session = { token: 't', user: workerUser };
const after = (...events: readonly WorkEvent[]) => events.reduce(reduceWork, openingState);
const entered: WorkEvent = { type: 'entered', session, kept };
const mine = { answer: mineFixture([visitFixture()]), offsetMs: 40, atMs: 1 };
const entry = (order: number, refusal: string | null = null, id = 1): Queued => ({
  order,
  title: '',
  refusal,
  step: { id, event: 'visit.rejected', data: { reason: '照片不清楚' } },
});

test('each phase is reached, and what belonged to one user is gone with the next', () => {
  expect(after().phase).toBe('opening');
  expect(after({ type: 'storeUnreadable', message: '无痕' }).phase).toBe('unreadable');
  const signedOut = after({ type: 'nobodyKept', account: 'worker1', unsent: [] });
  expect(signedOut).toMatchObject({ phase: 'signedOut', account: 'worker1' });
  expect(reduceWork(signedOut, { type: 'signInAsked', account: 'w' }).phase).toBe('signingIn');
  expect(
    after({ type: 'signInAsked', account: 'w' }, { type: 'signInRefused', message: '账号或密码错误' }),
  ).toMatchObject({
    phase: 'signedOut',
    account: 'w',
    message: '账号或密码错误',
  });
  expect(after(entered, { type: 'queued', entry: entry(1) }, { type: 'signedOut', unsent: [] })).toMatchObject({
    phase: 'signedOut',
    queue: [],
    user: null,
  });
});

test('an expired session leaves the record open and stops sending', () => {
  const state = after(entered, { type: 'sendBegan', order: 1 }, { type: 'sessionEnded', message: '登录已过期' });
  expect(state).toMatchObject({ phase: 'inside', token: null, sending: null, message: '登录已过期' });
  expect(reduceWork(state, { type: 'signInWanted', unsent: [] })).toMatchObject({
    phase: 'signedOut',
    isLeavable: true,
  });
  // Nobody is inside now.
  expect(after({ type: 'sessionEnded', message: 'x' })).toBe(openingState);
});

test('a list that fails to load keeps the one before, and a denied one says so', () => {
  const loaded = after(entered, { type: 'loadBegan' }, { type: 'loaded', mine, gone: new Set() });
  expect(loaded).toMatchObject({ load: { kind: 'idle' }, offsetMs: 40 });
  const failed = reduceWork(loaded, { type: 'loadFailed', isDenied: false, message: '网络连接失败' });
  expect(failed).toMatchObject({ mine, load: { kind: 'failed' } });
  expect(reduceWork(loaded, { type: 'loadFailed', isDenied: true, message: '没有权限' }).load.kind).toBe('denied');
});

test('what is sent leaves the queue and brings the visit as the server has it', () => {
  const draft = { ...emptyDraft(1, ''), isSent: true };
  const state = after(
    entered,
    { type: 'loaded', mine, gone: new Set() },
    { type: 'queued', entry: entry(2) },
    { type: 'queued', entry: entry(1) },
    { type: 'sent', order: 1, visit: workingVisit(), draft },
  );
  expect(state).toMatchObject({
    queue: [{ order: 2 }],
    drafts: [draft],
    mine: { answer: { visits: [{ stage: 'working' }] } },
  });
});

test('what follows a refused step of the same visit is held back', () => {
  expect(nextToSend([entry(1, '已退回'), entry(2), entry(3, null, 2)])?.order).toBe(3);
  expect(nextToSend([entry(1, '已退回'), entry(2)])).toBeUndefined();
  expect(nextToSend([entry(1), entry(2)])?.order).toBe(1);
});
