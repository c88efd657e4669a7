import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { Refusal } from '../refusal.ts';
import type { Clock } from '../../runtime/clock.ts';
import { run, type EventStore } from '../../store/eventStore.ts';
import { Buckets } from '../../access/buckets.ts';
import type { Passwords } from '../../access/passwords.ts';
import { actorOf, type Principal } from '../../access/principal.ts';
import type { SessionKey } from '../../access/sessions.ts';

/**
 * The stored hash where this is the MD5 of the signed-in user's own password, else undefined. Throws Refusal after too
 * many wrong answers.
 */
export type OwnPasswordCheck = (userId: number, md5Hex: string) => Promise<string | undefined>;

interface OwnPasswordParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
}

/** Asked again before something grave. An intruder who finds an open session cannot keep guessing: ten wrong answers, then one a minute. */
export function createOwnPasswordCheck({ store, clock, passwords }: OwnPasswordParts): OwnPasswordCheck {
  const tries = new Buckets({ burst: 10, perHour: 60 }, clock);
  return async (userId, md5Hex) => {
    const key = String(userId);
    if (!tries.tryTake(key)) throw new Refusal('密码输错次数过多，请一分钟后再试', refusalCodes.throttled);
    const user = await store.rows
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirst();
    const matches = await passwords.verifyPassword(user?.password_hash, md5Hex);
    if (!matches) return undefined;
    tries.giveBack(key);
    return user?.password_hash;
  };
}

export interface OwnPasswordChange {
  /** The session that makes the change, the only one to stay. */
  readonly sessionKey: SessionKey;
  /** The stored hash that the old password was checked against. */
  readonly verifiedHash: string;
  readonly newHash: string;
}

/**
 * Writes the new password and returns the sessions that ended with the old one. Throws Refusal where an administrator
 * has reset the password or ended the session since the old one was checked.
 */
export async function changeOwnPassword(
  { store, clock }: Pick<OwnPasswordParts, 'store' | 'clock'>,
  by: Principal,
  { sessionKey, verifiedHash, newHash }: OwnPasswordChange,
): Promise<readonly SessionKey[]> {
  const others = await store.rows
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', by.userId)
    .where('token_hash', '!=', sessionKey)
    .execute();
  await store.append({
    stream: streamName('user', by.userId),
    expectedVersion: 'any',
    actor: actorOf(by),
    events: [{ type: 'user.passwordChanged', data: { endedSessions: others.length }, atMs: clock.nowMs() }],
    *effects(queries) {
      const own = yield* run(
        queries
          .selectFrom('sessions')
          .select('token_hash')
          .where('token_hash', '=', sessionKey)
          .where('user_id', '=', by.userId),
      );
      const changed = yield* run(
        queries
          .updateTable('users')
          .set({ password_hash: newHash, must_change_password: 0 })
          .where('id', '=', by.userId)
          .where('password_hash', '=', verifiedHash)
          .where('is_disabled', '=', 0)
          .returning('id'),
      );
      if (own.length === 0 || changed.length === 0)
        throw new Refusal('您的密码或登录状态刚刚被更改，新密码没有保存。请重新登录后再试', refusalCodes.notAllowedNow);
      yield* run(queries.deleteFrom('sessions').where('user_id', '=', by.userId).where('token_hash', '!=', sessionKey));
    },
  });
  return others.map(({ token_hash }) => token_hash);
}
