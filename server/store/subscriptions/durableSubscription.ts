import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { retry, wait } from '../../runtime/retry.ts';
import type { CallsFirst } from './callsFirst.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { DurableSubscriptionOptions, Subscription, SubscriptionOptions } from '../eventStore.ts';
import { Lanes } from './lanes.ts';

const claimAgainMs = 1000;
const theOnlyLane = '';
const saveEveryEvents = 100;

/** The right to run the subscription with a given name: one process has it at a time. */
export interface Lease {
  /** Aborted when another process may have taken over. */
  readonly lost: AbortSignal;
  release(): void;
}

export interface DurableSource {
  readonly clock: Clock;
  readonly callsFirst: CallsFirst;
  readonly head: () => number;
  readonly subscribe: (options: SubscriptionOptions) => Subscription;
  readonly read: (position: number) => Promise<StoredEvent>;
  readonly readCheckpoint: (name: string) => Promise<number | undefined>;
  readonly checkpoints: Pick<Checkpoints, 'save' | 'saveNow' | 'hurry'>;
  /** Undefined: another process holds the name now. */
  readonly claim: (name: string) => Promise<Lease | undefined>;
}

/**
 * Delivers every event to the handler at least once, in lane order, across restarts: the checkpoint stays below
 * the lowest event that has not been handled.
 */
export class DurableSubscription implements Subscription {
  readonly #options: DurableSubscriptionOptions;
  readonly #source: DurableSource;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #lanes: Lanes | undefined;
  #saved = 0;
  #saving: Promise<void> | undefined;

  constructor(options: DurableSubscriptionOptions, source: DurableSource) {
    this.#options = options;
    this.#source = source;
    this.#ended = this.#run();
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#ended;
  }

  async #run(): Promise<void> {
    const closing = this.#closing.signal;
    while (!closing.aborted) {
      const lease = await this.#retry(() => this.#source.claim(this.#options.name), closing);
      if (lease === undefined) {
        await wait(this.#source.clock, claimAgainMs, closing);
      } else {
        await this.#deliver(AbortSignal.any([closing, lease.lost]));
        lease.release();
      }
    }
  }

  async #deliver(until: AbortSignal): Promise<void> {
    const checkpoint = await this.#retry(() => this.#loadCheckpoint(), until);
    if (checkpoint === undefined) return;
    const { onEvent, onError, isUrgent = () => false, isCall, givesWay } = this.#options;
    const lanes = new Lanes({
      clock: this.#source.clock,
      until,
      startAfter: checkpoint,
      handle: onEvent,
      read: this.#source.read,
      isUrgent,
      isCall,
      givesWay,
      callsFirst: this.#source.callsFirst,
      onError: (error, event) => onError?.(error, event),
      // Not awaited: the handlers continue, and the newest position wins.
      onHandled: () => {
        if (this.#isWorthSaving()) void this.#save();
      },
    });
    this.#lanes = lanes;
    this.#saved = checkpoint;
    const subscription = this.#source.subscribe({
      afterPosition: checkpoint,
      onEvents: (events) => this.#take(events, lanes, until),
    });
    if (!until.aborted)
      await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }));
    await subscription.close();
    await lanes.ended();
    await this.#saveLast(lanes);
  }

  async #loadCheckpoint(): Promise<number> {
    const { name, startFrom } = this.#options;
    const kept = await this.#source.readCheckpoint(name);
    if (kept !== undefined) return kept;
    const first = startFrom === 'now' ? this.#source.head() : 0;
    await this.#source.checkpoints.saveNow(name, first);
    return first;
  }

  async #take(events: readonly StoredEvent[], lanes: Lanes, until: AbortSignal): Promise<void> {
    const { laneOf = () => theOnlyLane, onError } = this.#options;
    for (const event of events) {
      const found = await this.#retry(
        async () => ({ lane: await laneOf(event) }),
        until,
        (error) => onError?.(error, event),
      );
      if (found === undefined) return;
      lanes.put(event, found.lane);
      await lanes.room();
    }
    if (this.#isWorthSaving()) void this.#save();
  }

  /** In a surge the checkpoint must not be part of every commit: events above it are delivered again after a crash, as any event may be. */
  #isWorthSaving(): boolean {
    const lanes = this.#lanes;
    return (
      lanes !== undefined &&
      (lanes.isIdle ? lanes.handledUpTo > this.#saved : lanes.handledUpTo >= this.#saved + saveEveryEvents)
    );
  }

  #retry<Result>(
    attempt: () => Promise<Result>,
    until: AbortSignal,
    onError: (error: unknown) => void = () => undefined,
  ): Promise<Result | undefined> {
    return retry(attempt, { clock: this.#source.clock, until, onError });
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveNewest().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  async #saveNewest(): Promise<void> {
    const lanes = this.#lanes;
    if (lanes === undefined || this.#saved >= lanes.handledUpTo) return;
    do {
      const position = lanes.handledUpTo;
      try {
        await this.#source.checkpoints.save(this.#options.name, position);
        this.#saved = position;
      } catch {
        // Events since the last saved position are delivered again after a restart, as promised: at least once.
        return;
      }
    } while (this.#isWorthSaving());
  }

  async #saveLast({ handledUpTo }: Lanes): Promise<void> {
    this.#source.checkpoints.hurry();
    await this.#saving;
    if (this.#saved >= handledUpTo) return;
    // As above: what was handled since is delivered again.
    await this.#source.checkpoints.saveNow(this.#options.name, handledUpTo).catch(() => undefined);
  }
}
