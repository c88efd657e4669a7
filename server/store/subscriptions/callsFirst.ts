import type { Clock } from '../../runtime/clock.ts';

/** The longest uninterrupted wait of a handler that gives way: a call that fails again and again holds up nothing. */
const longestMs = 2_000;

/** Holds back what gives way while calls for help are still to be handled. */
export class CallsFirst {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();
  #toHandle = 0;
  #isClosed = false;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call has come. To be called once when it has been handled, or has failed. */
  begin(): () => void {
    this.#toHandle += 1;
    if (this.#toHandle === 1) {
      this.#isClosed = true;
      this.#stopTimer = this.#clock.after(longestMs, () => this.#open());
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#toHandle -= 1;
      if (this.#toHandle === 0) this.#open();
    };
  }

  /** Resolves when no call is left, or when the caller is stopped. */
  async over(until?: AbortSignal): Promise<void> {
    if (!this.#isClosed || until?.aborted === true) return;
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        this.#waiting.delete(goOn);
        until?.removeEventListener('abort', goOn);
        resolve();
      };
      this.#waiting.add(goOn);
      until?.addEventListener('abort', goOn);
    });
  }

  #open(): void {
    this.#isClosed = false;
    this.#stopTimer?.();
    for (const goOn of this.#waiting) goOn();
    this.#waiting.clear();
  }
}
