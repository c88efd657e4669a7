import { setMaxListeners } from 'node:events';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { retry } from '../../runtime/retry.ts';
import { Turnstile } from '../../runtime/turnstile.ts';
import type { CallsFirst } from './callsFirst.ts';

/** The most handlers that run in parallel: enough to fill a group commit, few enough that a call for help does not wait long behind others. */
const mostAtOnce = 64;
/** The number of handlers of a subscription that gives way, while they take long. */
const leastAtOnce = 8;
/**
 * The most events held in memory; the rest waits in the log. Of a lane that has failed only the positions are held, and
 * these do not count.
 */
const mostHeld = 10_000;
/** A call for help must not wait long after the database is back. */
const longestRetryMs = 5_000;

export interface LanesOptions {
  readonly clock: Clock;
  /** Ends it: it begins nothing more. */
  readonly until: AbortSignal;
  /** Everything up to this position has been handled before. */
  readonly startAfter: number;
  readonly handle: (event: StoredEvent) => Promise<void>;
  /** The event at a position that has been put in. */
  readonly read: (position: number) => Promise<StoredEvent>;
  readonly isUrgent: (event: StoredEvent) => boolean;
  readonly isCall?: ((event: StoredEvent) => boolean) | undefined;
  /** Fewer handlers run at once while each takes long, and while a call waits only urgent ones begin. */
  readonly givesWay?: boolean | undefined;
  /** One for all lanes of a store. */
  readonly callsFirst: CallsFirst;
  readonly onError: (error: unknown, event: StoredEvent) => void;
  /** Called after each event that has been handled. */
  readonly onHandled: () => void;
}

interface Waiting {
  readonly position: number;
  readonly isUrgent: boolean;
  /** Lets what gave way to this call go on. */
  readonly callIsOver: (() => void) | undefined;
  /** Undefined: read from the log again when its turn comes. */
  event: StoredEvent | undefined;
}

interface Lane {
  readonly waiting: Waiting[];
  urgentNum: number;
  /** Set by the first failure, until the lane is empty. */
  isAside: boolean;
}

/**
 * Handles the events of different lanes in parallel and those of one lane in order. A failed event is retried with back-off,
 * and meanwhile holds up only its own lane: however many events gather behind it, those of other lanes are let in.
 * Urgent events move their lane ahead of the lanes that wait for a place.
 */
export class Lanes {
  readonly #options: LanesOptions;
  readonly #turnstile: Turnstile;
  readonly #lanes = new Map<string, Lane>();
  readonly #running = new Set<Promise<void>>();
  /** In log order, since that is how they arrive: the first is the lowest. */
  readonly #unfinished = new Set<number>();
  #heldNum = 0;
  #taken: number;
  #letIn: (() => void) | undefined;

  constructor(options: LanesOptions) {
    this.#options = options;
    this.#taken = options.startAfter;
    this.#turnstile = new Turnstile(
      mostAtOnce,
      options.givesWay === true ? { least: leastAtOnce, nowMs: () => performance.now() } : undefined,
    );
    // Every lane that waits for its next attempt listens.
    setMaxListeners(0, options.until);
    options.until.addEventListener('abort', () => this.#letIn?.(), { once: true });
  }

  /** The position up to which every event has been handled. */
  get handledUpTo(): number {
    const [lowest] = this.#unfinished;
    return lowest === undefined ? this.#taken : lowest - 1;
  }

  /** True if every event put in has been handled. */
  get isIdle(): boolean {
    return this.#unfinished.size === 0;
  }

  /** Accepts the next event of the log; `undefined` for one that needs no handling. */
  put(event: StoredEvent, laneName: string | undefined): void {
    this.#taken = event.position;
    if (laneName === undefined) return;
    this.#unfinished.add(event.position);
    const known = this.#lanes.get(laneName);
    const lane: Lane = known ?? { waiting: [], urgentNum: 0, isAside: false };
    const isUrgent = this.#options.isUrgent(event);
    const holdsBack = !lane.isAside && this.#options.isCall?.(event) === true;
    const callIsOver = holdsBack ? this.#options.callsFirst.begin() : undefined;
    lane.waiting.push({ position: event.position, isUrgent, callIsOver, event: lane.isAside ? undefined : event });
    if (!lane.isAside) this.#heldNum += 1;
    if (isUrgent) lane.urgentNum += 1;
    if (known !== undefined) return;
    this.#lanes.set(laneName, lane);
    const running = this.#run(laneName, lane).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when another event may be put in, or after the stop. */
  async room(): Promise<void> {
    while (this.#heldNum >= mostHeld && !this.#options.until.aborted) {
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
    for (let [next] = lane.waiting; next !== undefined; [next] = lane.waiting) {
      if (!(await this.#handle(next, lane))) {
        holdBackNothing(lane);
        return;
      }
      lane.waiting.shift();
      if (next.event !== undefined) this.#heldNum -= 1;
      if (next.isUrgent) lane.urgentNum -= 1;
      next.callIsOver?.();
      this.#unfinished.delete(next.position);
      this.#letIn?.();
      this.#options.onHandled();
    }
    // No await lies between the last look at the events and this, so none is left behind.
    this.#lanes.delete(name);
  }

  /** False once stopped. The place at the turnstile is free while the lane waits for its next try. */
  async #handle(next: Waiting, lane: Lane): Promise<boolean> {
    const { clock, until, handle, read, onError, callsFirst, givesWay } = this.#options;
    const event = next.event ?? (await retry(() => read(next.position), { clock, until, longestMs: longestRetryMs }));
    if (event === undefined) return false;
    if (givesWay === true && lane.urgentNum === 0) await callsFirst.over(until);
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
      {
        clock,
        until,
        longestMs: longestRetryMs,
        onError: (error) => {
          this.#putAside(lane);
          onError(error, event);
        },
      },
    );
    return handled === true;
  }

  /** Drops the events that wait behind a failed one and are still in the log, so that they take no room from other lanes. */
  #putAside(lane: Lane): void {
    if (lane.isAside) return;
    lane.isAside = true;
    holdBackNothing(lane);
    for (const behind of lane.waiting.slice(1)) {
      behind.event = undefined;
      this.#heldNum -= 1;
    }
    this.#letIn?.();
  }
}

function holdBackNothing({ waiting }: Lane): void {
  for (const { callIsOver } of waiting) callIsOver?.();
}
