import type { Clock } from './clock.ts';

interface Timer {
  readonly dueAtMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock that moves only on request, for tests and simulation. */
export class VirtualClock implements Clock {
  readonly bootId = 'virtual';
  #nowMs: number;
  #order = 0;
  #steppedMs = 0;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 5, 1)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs + this.#steppedMs;
  }

  /** Time that passed, whatever the calendar was set to meanwhile. */
  monotonicMs(): number {
    return this.#nowMs;
  }

  /** Moves the calendar by this amount, as NTP or a person does; no time passes. */
  step(byMs: number): void {
    this.#steppedMs += byMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueAtMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves time on, firing what falls due in order; pending promises settle between two timers. */
  async advance(byMs: number): Promise<void> {
    // Work just started may still be about to set its timers.
    await settle();
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const next = [...this.#timers]
        .filter((timer) => timer.dueAtMs <= untilMs)
        .sort((a, b) => a.dueAtMs - b.dueAtMs || a.order - b.order)[0];
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueAtMs);
      next.callback();
      await settle();
    }
    this.#nowMs = untilMs;
    await settle();
  }
}

/** Lets promise chains and immediates (a store's group commit) run before time moves again. */
async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
}
