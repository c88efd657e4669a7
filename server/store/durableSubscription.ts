import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Clock } from '../runtime/clock.ts';
import { retry, wait } from '../runtime/retry.ts';
import type { DurableSubscriptionOptions, Subscription, SubscriptionOptions } from './eventStore.ts';

const claimAgainMs = 1000;

/** The right to run the subscription of a name: one process has it at a time. */
export interface Lease {
  /** Aborted when another process may have taken over. */
  readonly lost: AbortSignal;
  release(): void;
}

export interface DurableSource {
  readonly clock: Clock;
  readonly head: () => number;
  readonly subscribe: (options: SubscriptionOptions) => Subscription;
  readonly readCheckpoint: (name: string) => Promise<number | undefined>;
  readonly saveCheckpoint: (name: string, position: number) => Promise<void>;
  /** Undefined: another process has the name now. */
  readonly claim: (name: string) => Promise<Lease | undefined>;
}

/** Delivers every event to the handler at least once, in order, across restarts: the checkpoint follows the handler. */
export class DurableSubscription implements Subscription {
  readonly #options: DurableSubscriptionOptions;
  readonly #source: DurableSource;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #done = 0;
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
    this.#done = this.#saved = checkpoint;
    const subscription = this.#source.subscribe({
      afterPosition: checkpoint,
      onEvents: (events) => this.#handle(events, until),
    });
    if (!until.aborted) await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve(), { once: true }));
    await subscription.close();
    await this.#save();
  }

  async #loadCheckpoint(): Promise<number> {
    const { name, startFrom } = this.#options;
    const kept = await this.#source.readCheckpoint(name);
    if (kept !== undefined) return kept;
    const first = startFrom === 'now' ? this.#source.head() : 0;
    await this.#source.saveCheckpoint(name, first);
    return first;
  }

  async #handle(events: readonly StoredEvent[], until: AbortSignal): Promise<void> {
    for (const event of events) {
      const handled = await this.#retry(
        async () => {
          await this.#options.onEvent(event);
          return true;
        },
        until,
        (error) => this.#options.onError?.(error, event),
      );
      if (handled === undefined) return;
      this.#done = event.position;
      // Not awaited: it joins the next group commit while the handler goes on; the newest position wins.
      void this.#save();
    }
  }

  #retry<Result>(attempt: () => Promise<Result>, until: AbortSignal, onError: (error: unknown) => void = () => undefined): Promise<Result | undefined> {
    return retry(attempt, { clock: this.#source.clock, until, onError });
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveNewest().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  }

  async #saveNewest(): Promise<void> {
    while (this.#saved < this.#done) {
      const position = this.#done;
      try {
        await this.#source.saveCheckpoint(this.#options.name, position);
        this.#saved = position;
      } catch {
        // The events since the last saved position come again after a restart, as promised: at least once.
        return;
      }
    }
  }
}
