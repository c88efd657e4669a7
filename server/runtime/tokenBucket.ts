export interface BucketLimit {
  readonly burst: number;
  readonly perSecond: number;
}
/** For slow rates. */
export interface HourlyLimit {
  readonly burst: number;
  readonly perHour: number;
}

/** Allows a burst, then a steady rate. Time is the caller's, in ms. */
export class TokenBucket {
  readonly #burst: number;
  /** The tokens that come within `#withinMs`. Two numbers and not their quotient, so that whole rates stay exact. */
  readonly #rate: number;
  readonly #withinMs: number;
  #tokens: number;
  #atMs: number;

  constructor(limit: BucketLimit | HourlyLimit, nowMs: number) {
    this.#burst = limit.burst;
    [this.#rate, this.#withinMs] = 'perHour' in limit ? [limit.perHour, 3_600_000] : [limit.perSecond, 1_000];
    this.#tokens = limit.burst;
    this.#atMs = nowMs;
  }

  /** The time of its last use. */
  get usedAtMs(): number {
    return this.#atMs;
  }

  isFull(nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= this.#burst;
  }

  /** The wait until `amount` tokens are there, in ms; 0 when they are. */
  waitMs(nowMs: number, amount = 1): number {
    this.#refill(nowMs);
    return this.#missingMs(amount);
  }

  /** Takes one token if there is one. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes tokens even if none is left; returns the wait until they are available, in ms. */
  reserve(nowMs: number, amount = 1): number {
    this.#refill(nowMs);
    this.#tokens -= amount;
    return this.#missingMs(0);
  }

  giveBack(nowMs: number, amount = 1): void {
    this.#refill(nowMs);
    this.#tokens = Math.min(this.#burst, this.#tokens + amount);
  }

  /** The wait until every reserved token is available, in ms. */
  debtMs(nowMs: number): number {
    return this.waitMs(nowMs, 0);
  }

  #missingMs(amount: number): number {
    const missing = amount - this.#tokens;
    return missing <= 0 ? 0 : (missing * this.#withinMs) / this.#rate;
  }

  #refill(nowMs: number): void {
    // A clock that is set back must not lock a device out.
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs * this.#rate) / this.#withinMs);
    this.#atMs = nowMs;
  }
}
