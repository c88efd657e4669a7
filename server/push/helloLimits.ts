import { Buckets } from '../access/buckets.ts';
import type { Clock } from '../runtime/clock.ts';

const tenPerMinute = { burst: 10, perHour: 600 } as const;

/**
 * Counts wrong first frames. A right one never gets here: errors of others behind the same router must not silence a desk. So a
 * budget only decides how to turn a wrong frame away: as an ended session, for which no retry helps, or, after ten wrong ones of
 * the address in a minute, as one try too many. A user who has a live session from that address keeps a budget of their own, so
 * that an old tab there still learns that its session has ended.
 *
 * Guessing stays hopeless without a lock: a fragment has 64 random bits, counts for one named user with at most ten sessions, and
 * each try costs a connection.
 */
export class HelloLimits {
  readonly #addresses: Buckets;
  readonly #users: Buckets;
  readonly #hasSessionFrom: (userId: number, ip: string) => Promise<boolean>;

  constructor(clock: Clock, hasSessionFrom: (userId: number, ip: string) => Promise<boolean>) {
    this.#addresses = new Buckets(tenPerMinute, clock);
    this.#users = new Buckets(tenPerMinute, clock);
    this.#hasSessionFrom = hasSessionFrom;
  }

  /** Counts a wrong first frame; `userId`: the user it named, if any. */
  async wrong(ip: string, userId: number | undefined): Promise<'refused' | 'tooManyTries'> {
    const isWithinAddress = this.#addresses.tryTake(ip);
    if (userId === undefined) return isWithinAddress ? 'refused' : 'tooManyTries';
    const isWithinUser = this.#users.tryTake(`${userId}@${ip}`);
    if (isWithinAddress) return 'refused';
    return isWithinUser && (await this.#hasSessionFrom(userId, ip)) ? 'refused' : 'tooManyTries';
  }
}
