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

  /** When something was last asked of it. */
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

  /** Takes one token in any case; returns how long it takes, in ms, until that token is there. */
  reserve(nowMs: number): number {
    this.#refill(nowMs);
    this.#tokens -= 1;
    return this.#owedMs();
  }

  /** How long it takes, in ms, until every token that was reserved is there. */
  debtMs(nowMs: number): number {
    this.#refill(nowMs);
    return this.#owedMs();
  }

  #owedMs(): number {
    return this.#tokens >= 0 ? 0 : (-this.#tokens / this.#perSecond) * 1_000;
  }

  #refill(nowMs: number): void {
    // A clock set back must not freeze a device out.
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#tokens = Math.min(this.#burst, this.#tokens + (passedMs / 1_000) * this.#perSecond);
    this.#atMs = nowMs;
  }
}
