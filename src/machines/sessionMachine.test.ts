import { createActor, fromCallback, SimulatedClock, type EventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { sessionMachine, sessionOverlayText, type Credentials, type SessionEvent } from './sessionMachine.ts';
import { sessionEvents } from './stories/interactionEvents.ts';
import { reachableStates } from './stories/reachableStates.ts';

const submitted: SessionEvent = {
  type: 'user.submitted',
  credentials: { account: 'dispatcher1', password: 'd'.repeat(32) },
};

/** A session whose calls the test answers; `done` lists what the app was asked to do. */
function startSession({ token = null }: { token?: string | null } = {}) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        authenticate: fromCallback<EventObject, { readonly credentials: Credentials | null }>(
          ({ input }) => void done.push(`authenticate ${input.credentials?.account}`),
        ),
        logOut: fromCallback<EventObject, { readonly token: string | null }>(
          ({ input }) => void done.push(`logOut ${input.token}`),
        ),
      },
      actions: {
        storeSession: note('storeSession'),
        clearStorage: note('clearStorage'),
        openStart: note('openStart'),
        openLogin: note('openLogin'),
        reloadPage: note('reloadPage'),
      },
    }),
    { clock, input: { token } },
  );
  actor.start();
  return {
    actor,
    clock,
    done,
    overlay: () => sessionOverlayText(actor.getSnapshot()),
    value: () => actor.getSnapshot().value,
  };
}

describe('signing in', () => {
  it('shows 正在登录…, then 登录成功，正在跳转, and opens the start page after 500 ms', () => {
    const { actor, clock, done, overlay, value } = startSession();
    expect(overlay()).toBeUndefined();
    actor.send(submitted);
    expect(overlay()).toBe('正在登录…');
    actor.send({ type: 'server.accepted', token: 't1' });
    expect(overlay()).toBe('登录成功，正在跳转');
    clock.increment(499);
    expect(value()).toBe('entering');
    clock.increment(1);
    expect(value()).toBe('loggedIn');
    expect(overlay()).toBeUndefined();
    expect(done).toEqual(['authenticate dispatcher1', 'storeSession', 'openStart']);
  });
  it('that is refused shows the reason, and a new attempt clears it', () => {
    const { actor, value } = startSession();
    actor.send(submitted);
    actor.send({ type: 'server.refused', message: '账号或密码错误' });
    expect(value()).toBe('loggedOut');
    expect(actor.getSnapshot().context).toMatchObject({ message: '账号或密码错误', credentials: null });
    actor.send(submitted);
    expect(actor.getSnapshot().context.message).toBeNull();
  });
  it('submits once: a second press while the server thinks does nothing', () => {
    const { actor, done } = startSession();
    actor.send(submitted);
    actor.send(submitted);
    expect(done).toEqual(['authenticate dispatcher1']);
    expect(actor.getSnapshot().can(submitted)).toBe(false);
  });
});

describe('a session', () => {
  it('is there at once when the storage holds a token', () => {
    expect(startSession({ token: 't1' }).value()).toBe('loggedIn');
  });
  it.each(['server.unauthorised', 'server.expired'] as const)(
    'ends on %s: storage cleared, login page, and the message shown',
    (type) => {
      const { actor, done, value } = startSession({ token: 't1' });
      actor.send({ type, message: '登录已过期或未登录' });
      expect(value()).toBe('loggedOut');
      expect(actor.getSnapshot().context).toMatchObject({ token: null, message: '登录已过期或未登录' });
      expect(done).toEqual(['clearStorage', 'openLogin']);
    },
  );
  it('survives a late answer about an older token', () => {
    const { actor, value } = startSession({ token: 't2' });
    actor.send({ type: 'server.unauthorised', message: '登录已过期或未登录', token: 't1' });
    expect(value()).toBe('loggedIn');
  });
  it('follows another tab: out with it, in with it, over to another user', () => {
    const { actor, done, value } = startSession({ token: 't1' });
    actor.send({ type: 'tab.changed', token: 't1' });
    expect(done).toEqual([]);
    actor.send({ type: 'tab.changed', token: 't2' });
    expect(done).toEqual(['reloadPage']);
    actor.send({ type: 'tab.changed', token: null });
    expect(value()).toBe('loggedOut');
    actor.send({ type: 'tab.changed', token: 't3' });
    expect(value()).toBe('loggedIn');
    expect(actor.getSnapshot().context.token).toBe('t3');
    expect(done).toEqual(['reloadPage', 'openLogin', 'openStart']);
  });
});

describe('signing out', () => {
  it('goes to the login page after 200 ms, whatever the call answers', () => {
    const { actor, clock, done, value } = startSession({ token: 't1' });
    actor.send({ type: 'user.left' });
    expect(done).toEqual(['clearStorage', 'logOut t1']);
    actor.send({ type: 'server.refused', message: '网络错误' });
    actor.send({ type: 'server.unauthorised', message: '登录已过期或未登录' });
    clock.increment(199);
    expect(value()).toBe('leaving');
    clock.increment(1);
    expect(value()).toBe('loggedOut');
    expect(actor.getSnapshot().context.token).toBeNull();
    expect(done).toEqual(['clearStorage', 'logOut t1', 'openLogin']);
  });
});

it('reaches every state', () => {
  const keys = reachableStates(sessionMachine, () => [...sessionEvents], { input: { token: null } }).map(
    ({ key }) => key,
  );
  expect(keys.toSorted()).toEqual(Object.keys(sessionMachine.states).toSorted());
});
