import type { Clock } from '../runtime/clock.ts';

/** A burst, then a steady rate. */
export interface Budget {
  readonly burst: number;
  readonly perHour: number;
}

const hourMs = 3_600_000;
const sweepAbove = 2_000;

/** Tokens of many keys under one budget. Only buckets in use take memory, because a full bucket is the same as none. */
export class Buckets {
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #levels = new Map<string, { readonly tokens: number; readonly atMs: number }>();

  constructor(budget: Budget, clock: Clock) {
    this.#budget = budget;
    this.#clock = clock;
  }

  /** The wait for the next token, or for `amount` of them, ms; 0 when they are there. */
  waitMs(key: string, amount = 1): number {
    const missing = amount - this.#tokens(key);
    return missing <= 0 ? 0 : Math.ceil((missing * hourMs) / this.#budget.perHour);
  }

  take(key: string, amount = 1): void {
    if (this.#levels.size > sweepAbove) this.#sweep();
    this.#levels.set(key, { tokens: this.#tokens(key) - amount, atMs: this.#clock.monotonicMs() });
  }

  /** Takes a token if there is one. */
  tryTake(key: string): boolean {
    if (this.waitMs(key) > 0) return false;
    this.take(key);
    return true;
  }

  giveBack(key: string, amount = 1): void {
    this.#levels.set(key, {
      tokens: Math.min(this.#budget.burst, this.#tokens(key) + amount),
      atMs: this.#clock.monotonicMs(),
    });
  }

  #tokens(key: string): number {
    const level = this.#levels.get(key);
    if (level === undefined) return this.#budget.burst;
    const passedMs = this.#clock.monotonicMs() - level.atMs;
    return Math.min(this.#budget.burst, level.tokens + (passedMs * this.#budget.perHour) / hourMs);
  }

  #sweep(): void {
    for (const key of this.#levels.keys()) if (this.#tokens(key) >= this.#budget.burst) this.#levels.delete(key);
  }
}
