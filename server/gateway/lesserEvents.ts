import type { Clock } from '../runtime/clock.ts';
import { FairQueue } from '../runtime/fairQueue.ts';
import { Turnstile, type Pacing } from '../runtime/turnstile.ts';
import { CallsFirst } from '../store/subscriptions/callsFirst.ts';

/** As many as the store writes together. */
const mostAtOnce = 64;
/** While the process is overloaded: what is not urgent leaves time for calls. */
const leastAtOnce = 8;

/**
 * The queue of events that are no danger to life and wait to be stored. Their senders (a connection, or a device where one connection carries
 * all) take turns, so that a sender of thousands waits for them, and nobody else does. What is urgent goes past them.
 */
export class LesserEvents {
  readonly #turnstile: Turnstile;
  readonly #waiting = new FairQueue<object | string, () => Promise<void>>();

  readonly #urgentFirst: CallsFirst;

  constructor(clock: Clock, pacing: Pacing = { least: leastAtOnce, nowMs: () => performance.now() }) {
    this.#turnstile = new Turnstile(mostAtOnce, pacing);
    this.#urgentFirst = new CallsFirst(clock);
  }

  /** Does urgent work at once. Nothing else begins meanwhile, for two seconds at most; settles as the work does. */
  async goPast<Result>(work: () => Promise<Result>): Promise<Result> {
    const isOver = this.#urgentFirst.begin();
    try {
      return await work();
    } finally {
      isOver();
    }
  }

  /** Does the work when it is this sender's turn; settles as the work does. */
  pass<Result>(sender: object | string, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.add(sender, () => work().then(resolve, reject));
      // A place is for the next in turn, which need not be the one that asked for it.
      void this.#turnstile.pass(async () => {
        await this.#urgentFirst.over();
        await this.#waiting.next()?.item();
      });
    });
  }
}
