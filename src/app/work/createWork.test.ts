import { expect, test } from 'vitest';
import { loginExpiredMessage, refusalCodes } from '../../contract/envelope.ts';
import { visitStepSchema, type VisitStep } from '../../contract/endpoints/visit.ts';
import { toWireTime } from '../../contract/time.ts';
import { submissionOf } from '../../features/work/model/visitWork.ts';
import { emptyDraft, type Draft } from '../../features/work/model/kept.ts';
import {
  mineFixture,
  standing,
  strokes,
  visitFixture,
  workerUser,
  workingVisit,
} from '../../features/work/work.fixtures.ts';
import { createWork } from './createWork.ts';
import { memoryStore } from './memoryStore.fixtures.ts';

const startMs = Date.parse('2026-03-04T15:00:00+08:00');
const title = 'CH-01-01 1 幢 1 单元';

/** A server that takes steps as the real one does: the same request of one person again changes nothing. */
function fakeServer() {
  const server = {
    nowMs: startMs,
    isReachable: true,
    isExpired: false,
    /** Dies after it has taken the next step, before it answers. */
    diesWhileAnswering: false,
    refusal: '',
    userId: workerUser.id,
    visit: workingVisit(),
    taken: [] as VisitStep[],
    received: 0,
    pictures: 0,
  };
  const said = (data: unknown, code = 0, message = '') =>
    new Response(JSON.stringify({ code, message, data }), { headers: { date: new Date(server.nowMs).toUTCString() } });
  function take(body: unknown): Response {
    const step = visitStepSchema.parse(body);
    server.received += 1;
    if (server.refusal !== '') return said(null, refusalCodes.notAllowedNow, server.refusal);
    if (!server.taken.some((other) => other.request_id === step.request_id)) server.taken.push(step);
    if (server.diesWhileAnswering) {
      server.diesWhileAnswering = false;
      throw new TypeError('the connection was closed');
    }
    return said(server.visit);
  }
  async function fetch(url: string, init: RequestInit): Promise<Response> {
    await Promise.resolve();
    if (!server.isReachable) throw new TypeError('no network');
    if (url === '/api/auth/login')
      return said({
        token: `token-${server.userId}`,
        userInfo: { ...workerUser, id: server.userId, account: `a${server.userId}` },
      });
    if (url === '/api/auth/logout') return said({});
    if (server.isExpired)
      return new Response(JSON.stringify({ code: 401, message: loginExpiredMessage, data: null }), { status: 401 });
    if (url === '/api/order/maintain/mine')
      return said({ ...mineFixture([server.visit]), now: toWireTime(server.nowMs) });
    if (url === '/api/upload-file') {
      server.pictures += 1;
      return said({ url: '', name: `${'s'.repeat(21)}${server.pictures}.jpg`, size: 3 });
    }
    return take(JSON.parse(typeof init.body === 'string' ? init.body : '{}'));
  }
  return { server, fetch };
}

function telephone() {
  const { server, fetch } = fakeServer();
  const store = memoryStore();
  const clock = { aheadMs: 0 };
  let names = 0;
  const later: (() => void)[] = [];
  /** The page, opened (again) over what the telephone has kept. */
  const open = async () => {
    const work = createWork({
      fetch,
      openStore: () => Promise.resolve(store),
      nowMs: () => server.nowMs + clock.aheadMs,
      newName: () => String((names += 1)).padStart(22, '0'),
      after: (_, run) => later.push(run),
    });
    await work.open();
    return work;
  };
  const signIn = async () => {
    const work = await open();
    await work.signIn('worker1', 'secret');
    return work;
  };
  return { server, store, clock, later, open, signIn };
}
type Opened = Awaited<ReturnType<ReturnType<typeof telephone>['open']>>;

const checkIn: VisitStep = {
  id: 1,
  event: 'visit.checkedIn',
  data: { clock_offset_ms: 0, lift_code: '100101', place: null },
};
const answered = (photo: string): Draft => ({
  ...emptyDraft(1, title),
  isBriefed: true,
  photos: [photo],
  answers: visitFixture().items.map(({ code, bounds, is_test: isTest }) => ({
    code,
    answer: 'normal',
    note: '',
    value: bounds === undefined ? null : 8,
    photos: isTest ? [photo] : [],
  })),
});
const submission = (draft: Draft) =>
  submissionOf(visitFixture(), draft, { signature: strokes, at: toWireTime(startMs), offsetMs: 0 });

async function writeRecord(work: Opened): Promise<void> {
  const photo = (await work.addPhoto(1, new Blob(['jpg'], { type: 'image/jpeg' }))) ?? '';
  await work.changeDraft(1, title, () => answered(photo));
  await work.take(submission(answered(photo)), title);
}
const idle = (work: Opened) => work.flush();

test('in a shaft everything waits on the telephone; online it is sent in order, photos first, and once', async () => {
  const { server, signIn } = telephone();
  const work = await signIn();
  server.isReachable = false;
  await work.take(checkIn, title);
  await writeRecord(work);
  await idle(work);
  expect(work.state()).toMatchObject({ sendProblem: '网络连接失败，请检查网络后重试', queue: { length: 2 } });
  server.isReachable = true;
  await work.flush();
  expect(server.taken.map(({ event }) => event)).toEqual(['visit.checkedIn', 'visit.submitted']);
  expect(server.taken[1]).toMatchObject({ data: { photos: [expect.stringMatching(/^s+1\.jpg$/)] } });
  expect(server.pictures).toBe(1);
  expect(work.state()).toMatchObject({ queue: [], drafts: [{ isSent: true }] });
});

test('a telephone killed between two items still has the first, and one killed after signing still sends', async () => {
  const { server, signIn, open } = telephone();
  const before = await signIn();
  await before.changeDraft(1, title, (draft) => ({
    ...draft,
    answers: [{ code: 'A-1-01', answer: 'abnormal', note: '积水', value: null, photos: [] }],
  }));
  const reopened = await open();
  expect(reopened.state()).toMatchObject({ phase: 'inside', drafts: [{ answers: [{ note: '积水' }] }] });
  server.isReachable = false;
  await writeRecord(reopened);
  const again = await open();
  expect(again.state().queue).toHaveLength(1);
  server.isReachable = true;
  await again.flush();
  expect(server.taken).toHaveLength(1);
});

test('a server killed while receiving gets the same request again, and has one record', async () => {
  const { server, signIn, later } = telephone();
  const work = await signIn();
  server.diesWhileAnswering = true;
  await writeRecord(work);
  await idle(work);
  expect(work.state().queue).toHaveLength(1);
  later.shift()?.();
  await idle(work);
  expect(server.received).toBe(2);
  expect(server.taken).toHaveLength(1);
  expect(server.pictures).toBe(1);
  expect(work.state().queue).toEqual([]);
});

test('a sign-in that expires in the middle loses nothing: the record goes on and is sent after the next sign-in', async () => {
  const { server, signIn, open } = telephone();
  const work = await signIn();
  server.isExpired = true;
  await writeRecord(work);
  await idle(work);
  expect(work.state()).toMatchObject({
    phase: 'inside',
    token: null,
    message: loginExpiredMessage,
    queue: { length: 1 },
  });
  const reopened = await open();
  expect(reopened.state()).toMatchObject({ phase: 'inside', token: null, message: loginExpiredMessage });
  await reopened.wantSignIn();
  expect(reopened.state()).toMatchObject({ phase: 'signedOut', isLeavable: true, unsent: [{ num: 1 }] });
  server.isExpired = false;
  await reopened.signIn('worker1', 'secret');
  expect(server.taken).toHaveLength(1);
  expect(reopened.state().queue).toEqual([]);
});

test('after signing out, unsent records wait for that user: another user neither sees nor sends them', async () => {
  const { server, signIn } = telephone();
  const work = await signIn();
  server.isReachable = false;
  await writeRecord(work);
  await work.signOut();
  expect(work.state()).toMatchObject({ phase: 'signedOut', queue: [], unsent: [{ account: 'a901', num: 1 }] });
  server.isReachable = true;
  server.userId = 902;
  await work.signIn('worker2', 'secret');
  expect(work.state()).toMatchObject({ queue: [], drafts: [] });
  expect(server.taken).toEqual([]);
  await work.signOut();
  server.userId = 901;
  await work.signIn('worker1', 'secret');
  expect(server.taken).toHaveLength(1);
});

test('a refusal stays with its reason and holds back what follows it of the same visit, not other visits', async () => {
  const { server, signIn } = telephone();
  const work = await signIn();
  server.isReachable = false;
  await work.take(checkIn, title);
  await writeRecord(work);
  await work.take({ ...checkIn, id: 2 }, '另一台');
  await idle(work);
  server.isReachable = true;
  server.refusal = '您已在另一台手机签到';
  await work.flush();
  expect(server.received).toBe(2);
  expect(work.state().queue.map(({ refusal }) => refusal)).toEqual([server.refusal, null, server.refusal]);
  server.refusal = '';
  const [first, , other] = work.state().queue;
  if (first === undefined || other === undefined) throw new Error('the queue lost a step');
  await work.discard(first);
  expect(server.taken.map(({ event }) => event)).toEqual(['visit.submitted']);
  await work.retry(other);
  expect(work.state().queue).toEqual([]);
});

test('a step that stands for a refused one takes its place before what follows', async () => {
  const { server, signIn } = telephone();
  const work = await signIn();
  server.refusal = '二维码不是本平台的电梯码，请扫描轿厢内的标牌';
  await work.take(checkIn, title);
  await idle(work);
  await writeRecord(work);
  await idle(work);
  server.refusal = '';
  const [refused] = work.state().queue;
  await work.take(checkIn, title, { replaced: refused });
  await idle(work);
  expect(server.taken.map(({ event }) => event)).toEqual(['visit.checkedIn', 'visit.submitted']);
});

test('a full telephone says so, keeps what it has, and nothing is sent that is not kept', async () => {
  const { server, store, signIn } = telephone();
  const work = await signIn();
  store.refuse = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  expect(await work.take(checkIn, title)).toBe(false);
  expect(await work.addPhoto(1, new Blob(['jpg']))).toBeUndefined();
  expect(work.state().storeProblem).toContain('手机存储空间已满');
  expect(server.taken).toEqual([]);
  store.refuse = undefined;
  expect(await work.take(checkIn, title)).toBe(true);
  await idle(work);
  expect(work.state().storeProblem).toBe('');
  expect(server.taken).toHaveLength(1);
});

test('the clock is measured against the server, from its list and from the head of every answer', async () => {
  const { server, clock, signIn } = telephone();
  clock.aheadMs = 3_600_000;
  const work = await signIn();
  expect(Math.abs(work.state().offsetMs - 3_600_000)).toBeLessThan(1_000);
  clock.aheadMs = -60_000;
  await work.take(checkIn, title);
  await idle(work);
  expect(Math.abs(work.state().offsetMs + 60_000)).toBeLessThan(1_000);
  expect(server.taken).toHaveLength(1);
});

test('what is kept of a visit goes once it is over, not while it may be sent back', async () => {
  const { server, store, signIn } = telephone();
  const work = await signIn();
  await writeRecord(work);
  await idle(work);
  await work.refresh();
  expect(work.state().drafts).toHaveLength(1);
  server.visit = { ...server.visit, id: 9, state: standing([]) };
  await work.refresh();
  expect(work.state()).toMatchObject({ drafts: [], photos: [] });
  expect(store.keys().filter((key) => /draft|photo/.test(key))).toEqual([]);
});

test('a browser that keeps nothing is told before anything is written', async () => {
  const work = createWork({
    fetch: () => Promise.reject(new TypeError('no network')),
    openStore: () => Promise.reject(new Error('private window')),
    nowMs: () => startMs,
    newName: () => '',
    after: () => undefined,
  });
  await work.open();
  expect(work.state()).toMatchObject({ phase: 'unreadable', message: expect.stringContaining('无痕') });
});
