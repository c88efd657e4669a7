import { expect, test } from 'vitest';
import { SimulatedClock, waitFor } from 'xstate';
import { CallError, type Call } from '../../contract/call.ts';
import type { UserInfo } from '../../contract/entities/session.ts';
import { createSession } from './createSession.ts';
import { memoryStorage } from './memoryStorage.ts';
import { createSessionStore } from './sessionStore.ts';

const user: UserInfo = {
  id: 7,
  name: '张伟',
  account: 'dispatcher1',
  role_type: 5,
  role_label: '管理员',
  mobile: '',
  permissions: ['rescue.answer'],
  must_change_password: false,
};
const credentials = { account: 'dispatcher1', password: 'd41d8cd98f00b204e9800998ecf8427e' };

type Answer = () => Promise<unknown>;

function bench(answers: { login?: Answer; logout?: Answer } = {}, keptToken: string | null = null) {
  const storage = memoryStorage();
  const store = createSessionStore(storage, memoryStorage());
  if (keptToken !== null) store.write({ token: keptToken, user });
  const ways: string[] = [];
  const sent: string[] = [];
  const logged: string[] = [];
  const clock = new SimulatedClock();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the test's own stand-in returns what the endpoint would
  const call = ((endpoint: { path: string }) => {
    sent.push(endpoint.path);
    const answer = endpoint.path.endsWith('login') ? answers.login : answers.logout;
    return (answer ?? (() => Promise.resolve({})))();
  }) as Call;
  const session = createSession({
    store,
    clock,
    call: () => call,
    openStart: () => ways.push('start'),
    openLogin: () => ways.push('login'),
    reloadPage: () => ways.push('reload'),
    log: (text) => logged.push(text),
  });
  session.actor.start();
  return { session, storage, store, ways, sent, logged, clock };
}

test('after the right password the session is kept, and 500 ms later the user is at DataScreening', async () => {
  const { session, store, ways, clock } = bench({ login: () => Promise.resolve({ token: 't-1', userInfo: user }) });
  session.actor.send({ type: 'user.submitted', credentials });
  await waitFor(session.actor, (state) => state.matches('entering'));
  expect(store.read()).toEqual({ token: 't-1', user });
  clock.increment(499);
  expect(ways).toEqual([]);
  clock.increment(1);
  expect(ways).toEqual(['start']);
  expect(session.user()).toEqual(user);
});

test('a wrong password leaves nothing behind but the server’s words', async () => {
  const { session, storage } = bench({ login: () => Promise.reject(new CallError('refused', '账号或密码错误', 1002)) });
  session.actor.send({ type: 'user.submitted', credentials });
  const state = await waitFor(session.actor, (state) => state.matches('loggedOut') && state.context.message !== null);
  expect(state.context.message).toBe('账号或密码错误');
  expect(storage.length).toBe(0);
});

test('logging out clears all local storage at once and goes to the login page after 200 ms, also when the call fails', async () => {
  const { session, storage, ways, sent, logged, clock } = bench(
    { logout: () => Promise.reject(new CallError('offline', '', 0)) },
    't-1',
  );
  session.actor.send({ type: 'user.left' });
  expect(storage.length).toBe(0);
  expect(sent).toEqual(['/api/auth/logout']);
  clock.increment(199);
  expect(ways).toEqual([]);
  clock.increment(1);
  expect(ways).toEqual(['login']);
  await expect.poll(() => logged).toEqual(['logout failed']);
});

test('401 ends the session that the call belonged to, and keeps the console’s volume', () => {
  const { session, store, ways } = bench({}, 't-2');
  store.setVolumePercent(80);
  const message = '登录已过期或未登录';
  expect(session.end({ cause: 'unauthorised', message, token: 't-1' })).toBe(false);
  expect(ways).toEqual([]);
  expect(session.end({ cause: 'unauthorised', message, token: 't-2' })).toBe(true);
  expect(session.end({ cause: 'unauthorised', message, token: 't-2' })).toBe(false);
  expect(ways).toEqual(['login']);
  expect(store.read()).toBeNull();
  expect(store.volumePercent()).toBe(80);
});

test('tabs follow each other: out with the other’s logout, in with its login, and again for another user', () => {
  const out = bench({}, 't-1');
  out.session.actor.send({ type: 'tab.changed', token: null });
  expect(out.ways).toEqual(['login']);
  expect(out.session.user()).toBeNull();
  out.store.write({ token: 't-2', user });
  out.session.actor.send({ type: 'tab.changed', token: 't-2' });
  expect(out.ways).toEqual(['login', 'start']);
  expect(out.session.user()).toEqual(user);
  out.session.actor.send({ type: 'tab.changed', token: 't-3' });
  expect(out.ways).toEqual(['login', 'start', 'reload']);
});
