import { setMaxListeners } from 'node:events';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Clock } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import { Turnstile } from '../runtime/turnstile.ts';

/** How many handlers run in parallel: enough to fill a group commit, few enough that a call for help does not wait long behind others. */
const mostAtOnce = 64;
/** The most events held in memory; the rest waits in the log. */
const mostUnfinished = 10_000;
/** A call for help must not wait long after the database is back. */
const longestRetryMs = 5_000;

export interface LanesOptions {
  readonly clock: Clock;
  /** Ends it: nothing more is begun. */
  readonly until: AbortSignal;
  /** Everything up to this position has been handled before. */
  readonly startAfter: number;
  readonly handle: (event: StoredEvent) => Promise<void>;
  readonly isUrgent: (event: StoredEvent) => boolean;
  readonly onError: (error: unknown, event: StoredEvent) => void;
  /** Called after each event that has been handled. */
  readonly onHandled: () => void;
}

interface Lane {
  readonly events: StoredEvent[];
  urgentNum: number;
}

/**
 * Handles the events of different lanes in parallel and those of one lane in order. A failed event is retried with back-off,
 * and meanwhile holds up only its own lane. Urgent events move their lane ahead of the lanes that wait for a place.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #turnstile = new Turnstile(mostAtOnce);
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  /** In log order, since that is how they arrive: the first is the lowest. */
  readonly #unfinished = new Set<number>();
  #taken: number;
  #letIn: (() => void) | undefined;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#taken = options.startAfter;
    // Every lane that waits for its next attempt listens.
    setMaxListeners(0, options.until);
    options.until.addEventListener('abort', () => this.#letIn?.(), { once: true });
  }

  /** The position up to which every event has been handled. */
  get handledUpTo(): number {
    const [lowest] = this.#unfinished;
    return lowest === undefined ? this.#taken : lowest - 1;
  }

  /** Whether every event put in has been handled. */
  get isIdle(): boolean {
    return this.#unfinished.size === 0;
  }

  /** Accepts the next event of the log; `undefined` for one that needs no handling. */
  put(event: StoredEvent, laneName: string | undefined): void {
    this.#taken = event.position;
    if (laneName === undefined) return;
    this.#unfinished.add(event.position);
    const known = this.#lanes.get(laneName);
    const lane: Lane = known ?? { events: [], urgentNum: 0 };
    lane.events.push(event);
    if (this.#options.isUrgent(event)) lane.urgentNum += 1;
    if (known !== undefined) return;
    this.#lanes.set(laneName, lane);
    const running = this.#run(laneName, lane).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when another event may be put in, or after the stop. */
  async room(): Promise<void> {
    while (this.#unfinished.size >= mostUnfinished && !this.#options.until.aborted) {
      await new Promise<void>((resolve) => {
        this.#letIn = resolve;
      });
    }
  }

  /** After the stop: resolves when every running handler has ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(name: string, lane: Lane): Promise<void> {
    for (let [event] = lane.events; event !== undefined; [event] = lane.events) {
      if (!(await this.#handle(event, lane))) return;
      lane.events.shift();
      if (this.#options.isUrgent(event)) lane.urgentNum -= 1;
      this.#unfinished.delete(event.position);
      this.#letIn?.();
      this.#options.onHandled();
    }
    // No await lies between the last look at the events and this, so none is left behind.
    this.#lanes.delete(name);
  }

  /** False once stopped. The place at the turnstile is free while the lane waits for its next try. */
  async #handle(event: StoredEvent, lane: Lane): Promise<boolean> {
    const { clock, until, handle, onError } = this.#options;
    const handled = await retry(
      () =>
        this.#turnstile.pass(
          async () => {
            if (until.aborted) return false;
            await handle(event);
            return true;
          },
          () => lane.urgentNum > 0,
        ),
      { clock, until, longestMs: longestRetryMs, onError: (error) => onError(error, event) },
    );
    return handled === true;
  }
}
