import * as z from 'zod';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { HelloFrame } from '../../src/contract/push.ts';
import type { Clock } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import { explainDiskError } from '../store/diskError.ts';
import { isStoreAway } from '../store/errors.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { DescribeEvent } from './describeEvent.ts';
import type { SealedPlaces } from './framePlaces.ts';
import { Announcement } from './frames.ts';
import type { Push } from './push.ts';
import { mostMissedEvents, RecentPushes, type PositionedPushes } from './recentPushes.ts';

const readBatch = 500;
/** Consoles wait for this: the database is tried again soon, however long it has been unreachable. */
const longestRetryMs = 1_000;
/** After so many failures for an unknown reason (about six seconds) the event is at fault, not the moment. */
const mostFailures = 10;

export interface PushLogParts {
  readonly store: Pick<EventStore, 'head' | 'readAll'>;
  readonly places: SealedPlaces;
  readonly clock: Clock;
  readonly describe: DescribeEvent;
  readonly onError: (error: unknown) => void;
}

/** The log as pushes: what each event means, and what a client has missed, even from before this process started. */
export class PushLog {
  readonly recent: RecentPushes;
  readonly #parts: PushLogParts;
  readonly #startedAt: number;
  readonly #closing = new AbortController();
  #older: Promise<void> | undefined;

  private constructor(parts: PushLogParts, head: number) {
    this.#parts = parts;
    this.#startedAt = head;
    this.recent = new RecentPushes(head);
  }

  /** From the head on, as it is now. */
  static async open(parts: PushLogParts): Promise<PushLog> {
    return new PushLog(parts, await parts.store.head());
  }

  /**
   * The pushes of these events, with their positions. While the database is unreachable this waits, and later events
   * with it: a skipped call would ring nowhere. An event that fails for another reason is skipped after some tries,
   * because all later calls wait behind it; a call among such events still rings with the next reminder.
   */
  async announce(events: readonly StoredEvent[]): Promise<readonly PositionedPushes[]> {
    const { places } = this.#parts;
    const entries: PositionedPushes[] = [];
    for (const event of events) {
      const { position } = event;
      const pushes = await this.#describe(event);
      if (pushes.length === 0) continue;
      const resume = places.seal(position);
      entries.push({ position, announcements: pushes.map((push) => new Announcement(push, places.epoch, resume)) });
    }
    return entries;
  }

  /** Gives up what it is waiting for. */
  close(): void {
    this.#closing.abort();
  }

  /** The place from which `recent` has, or could be given, everything that the client missed. Undefined where it must start afresh. */
  async resumeFrom(last: HelloFrame['last']): Promise<number | undefined> {
    const { store, places } = this.#parts;
    const from = last?.resume === undefined ? undefined : places.open(last.resume);
    if (from === undefined || from > (await store.head()) || this.recent.head - from > mostMissedEvents)
      return undefined;
    if (!this.recent.covers(from) && this.#isOlderUnread()) {
      // Once for all who ask.
      this.#older ??= this.#readOlder().finally(() => {
        this.#older = undefined;
      });
      await this.#older;
    }
    return this.recent.covers(from) ? from : undefined;
  }

  async #describe(event: StoredEvent): Promise<readonly Push[]> {
    const { clock, describe, onError } = this.#parts;
    let failures = 0;
    const attempt = () =>
      describe(event).catch((error: unknown) => {
        if (!isPassing(error)) failures += 1;
        if (!isForGood(error) && failures < mostFailures) throw error;
        onError(error);
        return [];
      });
    return (await retry(attempt, { clock, until: this.#closing.signal, onError, longestMs: longestRetryMs })) ?? [];
  }

  #isOlderUnread(): boolean {
    return this.recent.completeAfter === this.#startedAt;
  }

  async #readOlder(): Promise<void> {
    const from = Math.max(0, this.recent.head - mostMissedEvents);
    const entries: PositionedPushes[] = [];
    for (let position = from; position < this.#startedAt;) {
      const events = await this.#parts.store.readAll(position, Math.min(readBatch, this.#startedAt - position));
      const last = events.at(-1);
      if (last === undefined) return;
      entries.push(...(await this.announce(events)));
      position = last.position;
    }
    if (this.#isOlderUnread()) this.recent.addOlder(entries, from);
  }
}

/** The store or its disk is in trouble, whatever the event. */
const isPassing = (error: unknown): boolean => isStoreAway(error) || explainDiskError(error) !== undefined;

/** A later attempt would fail too, so the event is skipped: those behind it must still be pushed. */
function isForGood(error: unknown): boolean {
  return error instanceof z.ZodError || error instanceof TypeError || error instanceof SyntaxError;
}
