import { createHash, randomBytes } from 'node:crypto';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { loadPerson } from '../../access/loadPrincipal.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { Sessions } from '../../access/sessions.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import { mayReplace, requireOther, requireReplaceable, type ManagedPersonParts } from './managedPerson.ts';
import { Refusal } from '../refusal.ts';
import { releaseClaimsOf } from '../records/releaseClaims.ts';

/** An unused code expires after a day. */
const joinCodeValidMs = 24 * 3_600_000;

export interface JoinCodes {
  /** 128 random bits, for one user: earlier codes for the same user are void from then on. Throws NotFound, Refusal. */
  issue(by: Principal, userId: number): Promise<{ readonly code: string; readonly expiresAtMs: number }>;
  revoke(by: Principal, userId: number): Promise<void>;
  /** Undefined for a code that is unknown, used, revoked or too old, whose user is disabled, or whose maker has gone. */
  find(code: string): Promise<JoiningUser | undefined>;
  /** Uses the code up and sets the password to `newHash`. Throws Refusal for a code that `find` does not know. */
  redeem(code: string, newHash: string, ip: string): Promise<JoiningUser>;
}

export interface JoiningUser {
  readonly userId: number;
  readonly account: string;
  readonly name: string;
  readonly expiresAtMs: number;
}

export interface JoinCodeParts extends ManagedPersonParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly sessions: Pick<Sessions, 'ended'>;
}

/** 128 random bits need no slow hash. */
const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');

export const noSuchCode = () =>
  new Refusal('加入码不正确、已使用或已过期，请管理员重新生成', refusalCodes.badCredentials);

/** A user's own code, and those that the user made for others. */
export function* dropJoinCodes(queries: Queries, userId: number): TransactionSteps {
  yield* run(
    queries
      .deleteFrom('user_join_codes')
      .where((row) => row.or([row('user_id', '=', userId), row('created_by_id', '=', userId)])),
  );
}

export function createJoinCodes(parts: JoinCodeParts): JoinCodes {
  const { store, clock, sessions } = parts;

  async function find(code: string): Promise<JoiningUser | undefined> {
    const row = await store.rows
      .selectFrom('user_join_codes as j')
      .innerJoin('users as u', 'u.id', 'j.user_id')
      .innerJoin('users as maker', 'maker.id', 'j.created_by_id')
      .select(['u.id', 'u.account', 'u.name', 'j.expires_at_ms', 'j.created_by_id'])
      .where('j.code_hash', '=', hashOf(code))
      .where('j.expires_at_ms', '>', clock.nowMs())
      .where('u.is_disabled', '=', 0)
      .where('maker.is_disabled', '=', 0)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    // A role may have gained permissions since, or its maker's may have lost some.
    const [person, maker] = await Promise.all([loadPerson(store, row.id), loadPerson(store, row.created_by_id)]);
    return person === undefined || maker === undefined || !mayReplace(parts, maker, person)
      ? undefined
      : { userId: row.id, account: row.account, name: row.name, expiresAtMs: row.expires_at_ms };
  }

  return {
    find,

    async issue(by, userId) {
      const person = await requireReplaceable(parts, by, userId);
      if (person.isDisabled) throw new Refusal('该账号已停用，请先启用', refusalCodes.notAllowedNow);
      const code = randomBytes(16).toString('base64url');
      const expiresAtMs = clock.nowMs() + joinCodeValidMs;
      const values = { code_hash: hashOf(code), created_by_id: by.userId, expires_at_ms: expiresAtMs };
      await store.append({
        stream: streamName('user', userId),
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [{ type: 'user.joinCodeIssued', data: { expiresAtMs }, atMs: clock.nowMs() }],
        *effects(queries) {
          yield* run(
            queries
              .insertInto('user_join_codes')
              .values({ user_id: userId, ...values })
              .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
          );
        },
      });
      return { code, expiresAtMs };
    },

    async revoke(by, userId) {
      await requireOther(parts, by, userId);
      await store.append({
        stream: streamName('user', userId),
        expectedVersion: 'any',
        actor: actorOf(by),
        events: [{ type: 'user.joinCodeRevoked', data: {}, atMs: clock.nowMs() }],
        *effects(queries) {
          const revoked = yield* run(
            queries.deleteFrom('user_join_codes').where('user_id', '=', userId).returning('user_id'),
          );
          if (revoked.length === 0) throw new Refusal('该用户没有可撤销的加入二维码', refusalCodes.notAllowedNow);
        },
      });
    },

    async redeem(code, newHash, ip) {
      const user = await find(code);
      const person = user === undefined ? undefined : await loadPerson(store, user.userId);
      if (user === undefined || person === undefined) throw noSuchCode();
      const { userId } = user;
      const ended = (
        await store.rows.selectFrom('sessions').select('token_hash').where('user_id', '=', userId).execute()
      ).map(({ token_hash }) => token_hash);
      await store.append({
        stream: streamName('user', userId),
        expectedVersion: 'any',
        actor: actorOf(person),
        events: [{ type: 'user.joined', data: { ip, endedSessions: ended.length }, atMs: clock.nowMs() }],
        *effects(queries) {
          // If two people use the same code at the same moment, one succeeds.
          const used = yield* run(
            queries.deleteFrom('user_join_codes').where('code_hash', '=', hashOf(code)).returning('user_id'),
          );
          const changed = yield* run(
            queries
              .updateTable('users')
              .set({ password_hash: newHash, must_change_password: 0 })
              .where('id', '=', userId)
              .where('is_disabled', '=', 0)
              .returning('id'),
          );
          if (used.length === 0 || changed.length === 0) throw noSuchCode();
          yield* run(queries.deleteFrom('sessions').where('user_id', '=', userId));
        },
      });
      sessions.ended(userId, ended, 'passwordChanged');
      if (ended.length > 0) await releaseClaimsOf({ store, clock }, userId);
      return user;
    },
  };
}
