import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { streamName } from '../../src/contract/streamName.ts';
import { every, type Clock } from '../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { accessChangeOf } from './accessChange.ts';
import { loadPrincipal } from './loadPrincipal.ts';
import { actorOf, type Principal } from './principal.ts';

/** A session ends after this long without a call or an open push socket, and at the latest this long after login. */
export const idleLimitMs = 12 * 3_600_000;
export const absoluteLimitMs = 7 * 86_400_000;

/** A cached session is looked up again after this, for changes made by another process. */
const freshForMs = 1_000;
/** `last_seen_at_ms` need not be exact, so that not every call is a write. */
const seenStepMs = 60_000;
const purgePeriodMs = 3_600_000;
const mostKept = 20_000;
/** A user's live sessions; one more login ends the oldest. */
export const mostSessionsOfUser = 10;
/** The number of ended sessions that are remembered, so that their page can show the reason. */
const mostEndsKept = 10_000;

/** The reason for a session's end other than its own logout or its age, as reported to its page. */
export type EndReason = 'crowdedOut' | 'ended' | 'disabled' | 'passwordReset' | 'passwordChanged';

/** SHA-256 of the token: names the session everywhere but in the browser. */
export type SessionKey = string;
export const sessionKeyOf = (token: string): SessionKey => createHash('sha256').update(token).digest('hex');
/** For the audit: enough to tell sessions apart. */
export const sessionIdOf = (key: SessionKey): string => key.slice(0, 16);

export interface SocketSession {
  readonly key: SessionKey;
  readonly principal: Principal;
}

/** Somebody changed the password or disabled the account while its old password was being checked. */
export class SignInOvertakenError extends Error {
  override readonly name = 'SignInOvertakenError';
}

export interface Sessions {
  /**
   * Opens a session and writes `user.loggedIn` in one commit; answers the opaque token, which is kept nowhere. The
   * oldest beyond ten of the user end, except for a wall (`isUnbounded`), whose answers may be lost: its renewals have
   * a budget of their own. With `verifiedHash`, the stored hash that a password was checked against, throws
   * SignInOvertakenError where the account has another one by now or was disabled meanwhile.
   */
  open(
    principal: Principal,
    from: { readonly ip: string; readonly agent: string },
    options?: { readonly isUnbounded?: boolean; readonly verifiedHash?: string },
  ): Promise<string>;
  /** The owner of the token; undefined if it is unknown, ended or too old. */
  principalOf(token: string): Promise<Principal | undefined>;
  /** The same by the session's name, for an open socket. Counts as a sign of life of the session. */
  principalOfKey(key: SessionKey): Promise<Principal | undefined>;
  /** The user's live session whose token has this fragment (16 characters of its MD5). */
  findByFragment(userId: number, fragment: string): Promise<SocketSession | undefined>;
  /** Does the user have a live session that was opened from this address? */
  hasSessionFrom(userId: number, ip: string): Promise<boolean>;
  /** Returns the reason for the end of the token's session, if remembered: not after a restart. */
  whyEnded(token: string): EndReason | undefined;
  /** Call after removing the rows of these sessions, with the reason: drops their cached state and closes their sockets. */
  ended(userId: number, keys: readonly SessionKey[], reason: EndReason): void;
  /** Ends one session and writes `user.loggedOut`. */
  end(principal: Principal, token: string): Promise<void>;
  /** A user's permissions changed or sessions ended: the cached state is invalid. Without an id: of all users. */
  accessChanged(userId?: number): void;
  onAccessChanged(listener: (userId: number | undefined) => void): () => void;
  close(): Promise<void>;
}

interface KeptSession {
  readonly userId: number;
  readonly expiresAtMs: number;
  seenAtMs: number;
  /** By the clock that only goes forward. */
  readonly loadedAtMs: number;
}

const isLive = (session: KeptSession, nowMs: number) =>
  nowMs < session.expiresAtMs && nowMs < session.seenAtMs + idleLimitMs;

export async function createSessions({
  store,
  clock,
  pepper,
}: {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly pepper: Uint8Array;
}): Promise<Sessions> {
  const kept = new Map<SessionKey, KeptSession>();
  const principals = new Map<number, { readonly principal: Principal | undefined; readonly loadedAtMs: number }>();
  const listeners = new Set<(userId: number | undefined) => void>();
  const ends = new Map<SessionKey, EndReason>();
  /** Raised by each change, so that a read in progress is not cached. */
  let changes = 0;

  const fragmentHashOf = (fragment: string) =>
    createHmac('sha256', pepper).update(`fragment:${fragment}`).digest('hex');

  async function findSession(key: SessionKey): Promise<KeptSession | undefined> {
    const nowMs = clock.monotonicMs();
    const known = kept.get(key);
    if (known !== undefined && nowMs - known.loadedAtMs < freshForMs) return known;
    const changesBefore = changes;
    const row = await store.rows
      .selectFrom('sessions')
      .select(['user_id', 'expires_at_ms', 'last_seen_at_ms'])
      .where('token_hash', '=', key)
      .executeTakeFirst();
    if (row === undefined) {
      kept.delete(key);
      return undefined;
    }
    const session = {
      userId: row.user_id,
      expiresAtMs: row.expires_at_ms,
      seenAtMs: Math.max(row.last_seen_at_ms, known?.seenAtMs ?? 0),
      loadedAtMs: nowMs,
    };
    if (changes === changesBefore) {
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, session);
    }
    return session;
  }

  async function findPrincipal(userId: number): Promise<Principal | undefined> {
    const nowMs = clock.monotonicMs();
    const known = principals.get(userId);
    if (known !== undefined && nowMs - known.loadedAtMs < freshForMs) return known.principal;
    const changesBefore = changes;
    const principal = await loadPrincipal(store, userId);
    if (changes === changesBefore) principals.set(userId, { principal, loadedAtMs: nowMs });
    return principal;
  }

  function markSeen(key: SessionKey, session: KeptSession, nowMs: number): void {
    if (nowMs - session.seenAtMs < seenStepMs) return;
    session.seenAtMs = nowMs;
    store
      .write(function* (queries) {
        yield* run(queries.updateTable('sessions').set({ last_seen_at_ms: nowMs }).where('token_hash', '=', key));
      })
      // A store that is closing or failing has already reported it elsewhere.
      .catch(() => undefined);
  }

  async function principalOfKey(key: SessionKey): Promise<Principal | undefined> {
    const session = await findSession(key);
    const nowMs = clock.nowMs();
    if (session === undefined || !isLive(session, nowMs)) return undefined;
    const principal = await findPrincipal(session.userId);
    if (principal !== undefined) markSeen(key, session, nowMs);
    return principal;
  }

  function accessChanged(userId?: number): void {
    changes += 1;
    if (userId === undefined) {
      kept.clear();
      principals.clear();
    } else {
      principals.delete(userId);
      for (const [key, session] of kept) if (session.userId === userId) kept.delete(key);
    }
    for (const listener of listeners) listener(userId);
  }

  function ended(userId: number, keys: readonly SessionKey[], reason: EndReason): void {
    for (const key of keys) ends.set(key, reason);
    for (const oldest of [...ends.keys()].slice(0, Math.max(0, ends.size - mostEndsKept))) ends.delete(oldest);
    accessChanged(userId);
  }

  // Changes by another process of the same store arrive through the log.
  const subscription = store.subscribe({
    afterPosition: await store.head(),
    onEvents(events) {
      for (const event of events) {
        const changed = accessChangeOf(event);
        if (changed !== undefined) accessChanged(changed === 'everyone' ? undefined : changed);
      }
    },
    // It reads again automatically; until then the cached state is valid for at most a second.
    onError: () => undefined,
  });
  const stopPurging = every(clock, purgePeriodMs, async () => {
    const nowMs = clock.nowMs();
    await store
      .write(function* (queries) {
        yield* run(
          queries
            .deleteFrom('sessions')
            .where((row) =>
              row.or([row('expires_at_ms', '<=', nowMs), row('last_seen_at_ms', '<=', nowMs - idleLimitMs)]),
            ),
        );
      })
      .catch(() => undefined);
  });

  return {
    async open(principal, { ip, agent }, { isUnbounded = false, verifiedHash } = {}) {
      const token = randomBytes(32).toString('base64url');
      const key = sessionKeyOf(token);
      const nowMs = clock.nowMs();
      let crowdedOut: readonly SessionKey[] = [];
      await store.append({
        stream: streamName('user', principal.userId),
        expectedVersion: 'any',
        actor: actorOf(principal),
        events: [{ type: 'user.loggedIn', data: { sessionId: sessionIdOf(key), ip }, atMs: nowMs }],
        effects: function* (queries) {
          if (verifiedHash !== undefined) yield* requireVerified(queries, principal.userId, verifiedHash);
          yield* run(
            queries.insertInto('sessions').values({
              token_hash: key,
              user_id: principal.userId,
              fragment_hash: fragmentHashOf(tokenFragment(token)),
              created_at_ms: nowMs,
              last_seen_at_ms: nowMs,
              expires_at_ms: nowMs + absoluteLimitMs,
              ip,
              agent: agent.slice(0, 300),
            }),
          );
          if (isUnbounded) return;
          const others = yield* run(
            queries
              .selectFrom('sessions')
              .select('token_hash')
              .where('user_id', '=', principal.userId)
              .where('token_hash', '!=', key)
              .orderBy('created_at_ms', 'desc')
              .orderBy('token_hash'),
          );
          crowdedOut = others.slice(mostSessionsOfUser - 1).map(({ token_hash }) => token_hash);
          if (crowdedOut.length > 0) yield* run(queries.deleteFrom('sessions').where('token_hash', 'in', crowdedOut));
        },
      });
      if (crowdedOut.length > 0) ended(principal.userId, crowdedOut, 'crowdedOut');
      return token;
    },

    principalOf: (token) => principalOfKey(sessionKeyOf(token)),
    principalOfKey,
    whyEnded: (token) => ends.get(sessionKeyOf(token)),
    ended,

    async findByFragment(userId, fragment) {
      const wanted = fragmentHashOf(fragment);
      const row = await store.rows
        .selectFrom('sessions')
        .select(['token_hash', 'fragment_hash'])
        .where('user_id', '=', userId)
        .where('fragment_hash', '=', wanted)
        .executeTakeFirst();
      // The index compares a keyed hash, whose timing reveals nothing; the final comparison takes constant time.
      if (row === undefined || !timingSafeEqual(Buffer.from(row.fragment_hash), Buffer.from(wanted))) return undefined;
      const principal = await principalOfKey(row.token_hash);
      return principal === undefined ? undefined : { key: row.token_hash, principal };
    },

    async hasSessionFrom(userId, ip) {
      const nowMs = clock.nowMs();
      const row = await store.rows
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', userId)
        .where('ip', '=', ip)
        .where('expires_at_ms', '>', nowMs)
        .where('last_seen_at_ms', '>', nowMs - idleLimitMs)
        .executeTakeFirst();
      return row !== undefined;
    },

    async end(principal, token) {
      const key = sessionKeyOf(token);
      await store.append({
        stream: streamName('user', principal.userId),
        expectedVersion: 'any',
        actor: actorOf(principal),
        events: [{ type: 'user.loggedOut', data: { sessionId: sessionIdOf(key) }, atMs: clock.nowMs() }],
        effects: function* (queries) {
          yield* run(queries.deleteFrom('sessions').where('token_hash', '=', key));
        },
      });
      accessChanged(principal.userId);
    },

    accessChanged,
    onAccessChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      stopPurging();
      await subscription.close();
    },
  };
}

/**
 * Checks in the session's own transaction, so that no login in progress survives a new password or the end of the account. Throws
 * SignInOvertakenError.
 */
function* requireVerified(queries: Queries, userId: number, verifiedHash: string): TransactionSteps {
  const found = yield* run(
    queries
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', verifiedHash)
      .where('is_disabled', '=', 0),
  );
  if (found.length === 0) throw new SignInOvertakenError();
}

/** Characters 8 to 24 of the token's MD5 (specification, section 9). */
export function tokenFragment(token: string): string {
  return createHash('md5').update(token).digest('hex').slice(8, 24);
}
