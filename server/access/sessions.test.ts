import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { testPepper } from '../../tests/support/testAccess.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import { loadPrincipal } from './loadPrincipal.ts';
import type { Principal } from './principal.ts';
import {
  absoluteLimitMs,
  createSessions,
  idleLimitMs,
  sessionKeyOf,
  type Sessions,
  SignInOvertakenError,
  tokenFragment,
} from './sessions.ts';

let opened: TestStore;
let clock: VirtualClock;
let sessions: Sessions;
let person: Principal;
const userId = smallCity.users.dispatcher1;
const stream = `user-${userId}`;
const from = { ip: '10.0.0.5', agent: 'test' };

beforeEach(async () => {
  clock = new VirtualClock();
  opened = await openTestStore({ clock });
  await writeSmallCity(opened.store);
  sessions = await createSessions({ store: opened.store, clock, pepper: testPepper });
  const loaded = await loadPrincipal(opened.store, userId);
  if (loaded === undefined) throw new Error('the user is missing');
  person = loaded;
});
afterEach(async () => {
  await sessions.close();
  await opened.dispose();
});

describe('sessions', () => {
  it('a token opens its session; the store keeps neither the token nor its fragment', async () => {
    const token = await sessions.open(person, from);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await sessions.principalOf(token))?.account).toBe('dispatcher1');
    const rows = JSON.stringify(await opened.store.rows.selectFrom('sessions').selectAll().execute());
    const events = JSON.stringify(await opened.store.readStream(stream));
    for (const secret of [token, tokenFragment(token)]) {
      expect(rows).not.toContain(secret);
      expect(events).not.toContain(secret);
    }
  });

  it('a foreign or malformed token opens nothing', async () => {
    await sessions.open(person, from);
    for (const token of ['', 'x', sessionKeyOf('x'), "' or 1=1 --"])
      expect(await sessions.principalOf(token)).toBeUndefined();
  });

  it.each([
    { what: 'the password was changed', columns: { password_hash: 'another' } },
    { what: 'the account was disabled', columns: { is_disabled: 1 as const } },
  ])('a login under way opens nothing once $what', async ({ columns }) => {
    const { password_hash: verifiedHash } = await opened.store.rows
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(await sessions.principalOf(await sessions.open(person, from, { verifiedHash }))).toBeDefined();
    await opened.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set(columns).where('id', '=', userId));
    });
    await expect(sessions.open(person, from, { verifiedHash })).rejects.toBeInstanceOf(SignInOvertakenError);
    expect(
      await opened.store.rows.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).execute(),
    ).toHaveLength(1);
  });

  it('the socket finds a session by user and fragment together only', async () => {
    const token = await sessions.open(person, from);
    expect((await sessions.findByFragment(userId, tokenFragment(token)))?.key).toBe(sessionKeyOf(token));
    expect(await sessions.findByFragment(smallCity.users.dispatcher2, tokenFragment(token))).toBeUndefined();
    expect(await sessions.findByFragment(userId, '0'.repeat(16))).toBeUndefined();
  });

  it('ends after 12 hours without a sign of life, counted again from each call', async () => {
    const token = await sessions.open(person, from);
    await clock.advance(idleLimitMs - 1);
    expect(await sessions.principalOf(token)).toBeDefined();
    await clock.advance(idleLimitMs - 1);
    expect(await sessions.principalOf(token)).toBeDefined();
    await clock.advance(idleLimitMs);
    expect(await sessions.principalOf(token)).toBeUndefined();
  });

  it('ends after seven days at the latest', async () => {
    const token = await sessions.open(person, from);
    for (let passedMs = 0; passedMs < absoluteLimitMs - 3_600_000; passedMs += 3_600_000) {
      await clock.advance(3_600_000);
      expect(await sessions.principalOf(token)).toBeDefined();
    }
    await clock.advance(3_600_000);
    expect(await sessions.principalOf(token)).toBeUndefined();
    await clock.advance(3_600_000);
    expect(await opened.store.rows.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  it('logging out ends this session at once and no other', async () => {
    const [first, second] = [await sessions.open(person, from), await sessions.open(person, from)];
    await sessions.principalOf(first);
    const changed: (number | undefined)[] = [];
    sessions.onAccessChanged((userId) => changed.push(userId));
    await sessions.end(person, first);
    expect(await sessions.principalOf(first)).toBeUndefined();
    expect(await sessions.principalOf(second)).toBeDefined();
    expect(changed).toContain(userId);
    expect((await opened.store.readStream(stream)).map(({ type }) => type)).toEqual([
      'user.loggedIn',
      'user.loggedIn',
      'user.loggedOut',
    ]);
  });

  it('a disabled user is out as soon as the change is announced, and within a second otherwise', async () => {
    const token = await sessions.open(person, from);
    await sessions.principalOf(token);
    await opened.store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', userId));
    });
    await clock.advance(1_000);
    expect(await sessions.principalOf(token)).toBeUndefined();
  });

  it('an event of the user from elsewhere is noticed', async () => {
    const token = await sessions.open(person, from);
    const changed: (number | undefined)[] = [];
    sessions.onAccessChanged((userId) => changed.push(userId));
    await opened.store.append({
      stream,
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: 'test' },
      events: [{ type: 'user.disabled', data: {}, atMs: 0 }],
    });
    await clock.advance(0);
    expect(changed).toEqual([userId]);
    expect(await sessions.principalOf(token)).toBeDefined();
  });

  it('survives a restart', async () => {
    const token = await sessions.open(person, from);
    await sessions.close();
    const store = await opened.reopen();
    sessions = await createSessions({ store, clock, pepper: testPepper });
    expect((await sessions.principalOf(token))?.userId).toBe(userId);
    expect(await sessions.hasSessionFrom(userId, from.ip)).toBe(true);
    expect(await sessions.hasSessionFrom(userId, '10.0.0.6')).toBe(false);
  });

  it('an area carries everything below it', async () => {
    expect(person.scope).toMatchObject({ kind: 'organizations', areaIds: [1, 2, 3], communityIds: [] });
  });
});
