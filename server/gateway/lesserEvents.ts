import { FairQueue } from '../runtime/fairQueue.ts';
import { Turnstile, type Pacing } from '../runtime/turnstile.ts';

/** As many as the store writes together. */
const mostAtOnce = 64;
/** While the process is overloaded: what is not urgent leaves time for calls. */
const leastAtOnce = 8;

/**
 * Where events that are no danger to life wait for their turn to be stored. Their senders (a connection, or a device where one
 * connection carries all) take turns, so that a sender of thousands waits for them, and nobody else does. What is urgent does not
 * come here.
 */
export class LesserEvents {
  readonly #turnstile: Turnstile;
  readonly #waiting = new FairQueue<object | string, () => Promise<void>>();

  constructor(pacing: Pacing = { least: leastAtOnce, nowMs: () => performance.now() }) {
    this.#turnstile = new Turnstile(mostAtOnce, pacing);
  }

  /** Does the work when it is this sender's turn; settles as the work does. */
  pass<Result>(sender: object | string, work: () => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.add(sender, () => work().then(resolve, reject));
      // A place is for the next in turn, which need not be the one that asked for it.
      void this.#turnstile.pass(async () => this.#waiting.next()?.item());
    });
  }
}
