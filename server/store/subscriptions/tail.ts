import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Subscription, SubscriptionOptions } from '../eventStore.ts';

/** Events kept in memory for subscribers that are nearly live; one that is further behind reads the log. */
const keptEvents = 4096;
const batchSize = 500;
const rereadAfterMs = 1000;

export interface TailOptions {
  readonly head: number;
  readonly readAll: (afterPosition: number, limit: number) => Promise<readonly StoredEvent[]>;
  readonly clock: Clock;
  /** For the errors of a subscriber that has no `onError` of its own. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * The end of the log in memory, fanned out to every subscriber in position order. Each subscriber keeps its own
 * position and pulls the next events, from memory or from the log, so a slow one holds up no one and none sees a gap or
 * a repeat.
 */
export class Tail {
  readonly #options: TailOptions;
  #head: number;
  #recent: StoredEvent[] = [];
  readonly #cursors = new Set<Cursor>();

  constructor(options: TailOptions) {
    this.#options = options;
    this.#head = options.head;
  }

  /** The last position announced to subscribers. */
  get head(): number {
    return this.#head;
  }

  /**
   * Announces committed events to all at once. False if events before them are missing here: then nothing is announced
   * and the log must be read.
   */
  publish(events: readonly StoredEvent[]): boolean {
    const fresh = events.filter((event) => event.position > this.#head);
    const [first] = fresh;
    const last = fresh.at(-1);
    if (first === undefined || last === undefined) return true;
    if (first.position !== this.#head + 1) return false;
    this.#recent.push(...fresh);
    if (this.#recent.length > 2 * keptEvents) this.#recent = this.#recent.slice(-keptEvents);
    this.#head = last.position;
    for (const cursor of this.#cursors) cursor.wake();
    return true;
  }

  subscribe(options: SubscriptionOptions): Subscription {
    const { clock, onFatal } = this.#options;
    const cursor = new Cursor(options, {
      head: () => this.#head,
      next: (afterPosition) => this.#next(afterPosition),
      clock,
      onFatal,
      forget: () => this.#cursors.delete(cursor),
    });
    this.#cursors.add(cursor);
    queueMicrotask(() => cursor.wake());
    return cursor;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#cursors].map((cursor) => cursor.close()));
  }

  /** The events after the position, at most `limit`, where all of them are in memory; undefined where the log must be read. */
  recent(afterPosition: number, limit: number): readonly StoredEvent[] | undefined {
    return afterPosition + limit > this.#head ? undefined : this.#kept(afterPosition, limit);
  }

  #next(afterPosition: number): readonly StoredEvent[] | Promise<readonly StoredEvent[]> {
    return this.#kept(afterPosition, batchSize) ?? this.#options.readAll(afterPosition, batchSize);
  }

  /** Undefined for events older than those in memory. */
  #kept(afterPosition: number, limit: number): readonly StoredEvent[] | undefined {
    const oldest = this.#recent[0];
    if (oldest === undefined || afterPosition + 1 < oldest.position) return undefined;
    const start = afterPosition + 1 - oldest.position;
    return this.#recent.slice(start, start + limit);
  }
}

interface CursorSource {
  readonly head: () => number;
  readonly next: (afterPosition: number) => readonly StoredEvent[] | Promise<readonly StoredEvent[]>;
  readonly clock: Clock;
  readonly onFatal: (error: unknown) => void;
  readonly forget: () => void;
}

class Cursor implements Subscription {
  readonly #options: SubscriptionOptions;
  readonly #source: CursorSource;
  #position: number;
  #closed = false;
  #pumping = false;
  #running: Promise<void> = Promise.resolve();
  #cancelWait = () => {};

  constructor(options: SubscriptionOptions, source: CursorSource) {
    this.#options = options;
    this.#source = source;
    this.#position = options.afterPosition;
  }

  wake(): void {
    if (this.#closed || this.#pumping || this.#position >= this.#source.head()) return;
    this.#pumping = true;
    this.#running = this.#pump();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWait();
    this.#source.forget();
    await this.#running;
  }

  async #pump(): Promise<void> {
    while (!this.#closed && this.#position < this.#source.head()) {
      const events = await this.#read();
      const last = events.at(-1);
      if (this.#closed || last === undefined) continue;
      this.#position = last.position;
      try {
        await this.#options.onEvents(events);
      } catch (error) {
        this.#report(error);
      }
    }
    // No await lies between the last look at the head and this, so no wake is lost.
    this.#pumping = false;
  }

  /** Empty after an error or a gap, once it is time to look again. */
  async #read(): Promise<readonly StoredEvent[]> {
    try {
      const events = await this.#source.next(this.#position);
      const [first] = events;
      if (first?.position === this.#position + 1) return events;
      throw new Error(`event ${this.#position + 1} is missing from the log`);
    } catch (error) {
      if (this.#closed) return [];
      this.#report(error);
      await new Promise<void>((resolve) => {
        const cancelTimer = this.#source.clock.after(rereadAfterMs, resolve);
        this.#cancelWait = () => {
          cancelTimer();
          resolve();
        };
      });
      return [];
    }
  }

  #report(error: unknown): void {
    (this.#options.onError ?? this.#source.onFatal)(error);
  }
}
