import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { HelloFrame } from '../../src/contract/push.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { DescribeEvent } from './describeEvent.ts';
import { Announcement } from './frames.ts';
import { mostMissedEvents, RecentPushes, type PositionedPushes } from './recentPushes.ts';

const readBatch = 500;

export interface PushLogParts {
  readonly store: EventStore;
  readonly describe: DescribeEvent;
  readonly onError: (error: unknown) => void;
}

/** The log as pushes: what each event says, and what a client that was away has missed, also from before this process began. */
export class PushLog {
  readonly recent: RecentPushes;
  readonly #parts: PushLogParts;
  readonly #startedAt: number;
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

  /** What the events say, with their positions. One that cannot be described is passed over: those behind it must be told all the same. */
  async announce(events: readonly StoredEvent[]): Promise<readonly PositionedPushes[]> {
    const { store, describe, onError } = this.#parts;
    const entries: PositionedPushes[] = [];
    for (const event of events) {
      const { position } = event;
      const pushes = await describe(event).catch((error: unknown) => {
        onError(error);
        return [];
      });
      if (pushes.length > 0) entries.push({ position, announcements: pushes.map((push) => new Announcement(push, store.epoch, position)) });
    }
    return entries;
  }

  /** Whether `recent` has, or could be given, everything after the client's last position. */
  async canResume(last: NonNullable<HelloFrame['last']>): Promise<boolean> {
    const { store } = this.#parts;
    if (last.epoch !== store.epoch || last.position > (await store.head()) || this.recent.head - last.position > mostMissedEvents) return false;
    if (!this.recent.covers(last.position) && this.#isOlderUnread()) {
      // Once for all who ask.
      this.#older ??= this.#readOlder().finally(() => {
        this.#older = undefined;
      });
      await this.#older;
    }
    return this.recent.covers(last.position);
  }

  #isOlderUnread(): boolean {
    return this.recent.completeAfter === this.#startedAt;
  }

  async #readOlder(): Promise<void> {
    const from = Math.max(0, this.recent.head - mostMissedEvents);
    const entries: PositionedPushes[] = [];
    for (let position = from; position < this.#startedAt; ) {
      const events = await this.#parts.store.readAll(position, Math.min(readBatch, this.#startedAt - position));
      const last = events.at(-1);
      if (last === undefined) return;
      entries.push(...(await this.announce(events)));
      position = last.position;
    }
    if (this.#isOlderUnread()) this.recent.addOlder(entries, from);
  }
}
