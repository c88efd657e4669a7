import type { Clock } from '../runtime/clock.ts';
import { TokenBucket, type HourlyLimit } from '../runtime/tokenBucket.ts';

/** A burst, then a steady rate. */
export type Budget = HourlyLimit;

const sweepAbove = 2_000;

/** Tokens of many keys under one budget. Only buckets in use take memory, because a full bucket is the same as none. */
export class Buckets {
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(budget: Budget, clock: Clock) {
    this.#budget = budget;
    this.#clock = clock;
  }

  /** The wait for the next token, or for `amount` of them, ms; 0 when they are there. */
  waitMs(key: string, amount = 1): number {
    const nowMs = this.#clock.monotonicMs();
    return Math.ceil(this.#bucketOf(key, nowMs).waitMs(nowMs, amount));
  }

  take(key: string, amount = 1): void {
    if (this.#buckets.size > sweepAbove) this.#sweep();
    const nowMs = this.#clock.monotonicMs();
    const bucket = this.#bucketOf(key, nowMs);
    this.#buckets.set(key, bucket);
    bucket.reserve(nowMs, amount);
  }

  /** Takes a token if there is one. */
  tryTake(key: string): boolean {
    if (this.waitMs(key) > 0) return false;
    this.take(key);
    return true;
  }

  giveBack(key: string, amount = 1): void {
    this.#buckets.get(key)?.giveBack(this.#clock.monotonicMs(), amount);
  }

  /** A new one for a key without one; the map does not keep it. */
  #bucketOf(key: string, nowMs: number): TokenBucket {
    return this.#buckets.get(key) ?? new TokenBucket(this.#budget, nowMs);
  }

  #sweep(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [key, bucket] of this.#buckets) if (bucket.isFull(nowMs)) this.#buckets.delete(key);
  }
}
