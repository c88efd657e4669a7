import { Buckets } from '../access/buckets.ts';
import type { Clock } from '../runtime/clock.ts';

const tenPerMinute = { burst: 10, perHour: 600 } as const;

/**
 * Ten wrong first frames a minute from one address, then its first frames are not looked at. A user who has a live
 * session from that address keeps a budget of the own: one old tab behind a company's router must not silence every console there.
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

  async isAllowed(ip: string, userId: number): Promise<boolean> {
    if (this.#addresses.waitMs(ip) === 0) return true;
    return this.#users.waitMs(`${userId}@${ip}`) === 0 && (await this.#hasSessionFrom(userId, ip));
  }

  /** `userId`: whom the frame claimed to be, if anybody. */
  failed(ip: string, userId: number | undefined): void {
    this.#addresses.tryTake(ip);
    if (userId !== undefined) this.#users.tryTake(`${userId}@${ip}`);
  }
}
