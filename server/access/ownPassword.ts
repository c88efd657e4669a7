import { refusalCodes } from '../../src/contract/envelope.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import { Buckets } from './buckets.ts';
import type { Passwords } from './passwords.ts';

/** Is this the MD5 of the signed-in user's own password? Throws Refusal after too many wrong answers. */
export type OwnPasswordCheck = (userId: number, md5Hex: string) => Promise<boolean>;

/** Asked again before a serious action. Someone who finds an open session cannot keep guessing: ten wrong answers, then one a minute. */
export function createOwnPasswordCheck({ store, clock, passwords }: { readonly store: EventStore; readonly clock: Clock; readonly passwords: Passwords }): OwnPasswordCheck {
  const tries = new Buckets({ burst: 10, perHour: 60 }, clock);
  return async (userId, md5Hex) => {
    const key = String(userId);
    if (!tries.tryTake(key)) throw new Refusal('密码输错次数过多，请一分钟后再试', refusalCodes.throttled);
    const user = await store.rows.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
    const matches = await passwords.verifyPassword(user?.password_hash, md5Hex);
    if (matches) tries.giveBack(key);
    return matches;
  };
}
