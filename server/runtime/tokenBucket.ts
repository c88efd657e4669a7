export interface BucketLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Allows a burst, then a steady rate. Time is the caller's, in ms. */
export class TokenBucket {
  readonly #burst: number;
  readonly #perSecond: number;
  #tokens: number;
  #atMs: number;

  constructor(limit: BucketLimit, nowMs: number) {
    this.#burst = limit.burst;
    this.#perSecond = limit.perSecond;
    this.#tokens = limit.burst;
    this.#atMs = nowMs;
  }

  /** When it was last used. */
  get usedAtMs(): number {
    return this.#atMs;
  }

  /** Takes one token if there is one. */
  take(nowMs: number): boolean {
    this.#refill(nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Takes a token even if none is left; returns the wait until it is available, in ms. */
  reserve(nowMs: number): number {
    this.#refill(nowMs);
    this.#tokens -= 1;
    return this.#owedMs();
  }

  /** The wait until every reserved token is available, in ms. */
  debtMs(nowMs: number): number {
    this.#refill(nowMs);
    return this.#owedMs();
  }

  #owedMs(): number {
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1_000;
  }

  #refill(nowMs: number): void {
    // A clock that is set back must not lock a device out.
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs / 1_000) * this.#perSecond);
    this.#atMs = nowMs;
  }
}
