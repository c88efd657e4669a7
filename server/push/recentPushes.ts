import type { Principal } from '../access/principal.ts';
import type { Announcement } from './frames.ts';
import { isToldTo } from './push.ts';

/** A client that missed more events than this takes a fresh snapshot, which is quicker than sending them all. */
export const mostMissedEvents = 5_000;

export interface PositionedPushes {
  readonly position: number;
  /** A client gets the first push that is meant for it, so one event is at most one frame. */
  readonly announcements: readonly Announcement[];
}

/** Recent pushes by position, with their bytes: a thousand consoles that come back together share them. */
export class RecentPushes {
  #entries: PositionedPushes[] = [];
  /** Everything after this position and up to `head` is here (events that say nothing have no entry). */
  #completeAfter: number;
  #head: number;

  constructor(head: number) {
    this.#head = head;
    this.#completeAfter = head;
  }

  get head(): number {
    return this.#head;
  }

  get completeAfter(): number {
    return this.#completeAfter;
  }

  /** The next events in order, up to `position`. */
  add(entries: readonly PositionedPushes[], position: number): void {
    this.#entries.push(...entries.filter(isRepeated));
    this.#head = position;
    const oldest = position - mostMissedEvents;
    if (oldest <= this.#completeAfter) return;
    this.#completeAfter = oldest;
    // Cutting off the front now and then costs less than each time.
    if (this.#entries.length > 2 * mostMissedEvents) this.#entries = this.#entries.slice(this.#indexAfter(oldest));
  }

  /** Older events, read again from the log after a restart. They must end where this begins. */
  addOlder(entries: readonly PositionedPushes[], afterPosition: number): void {
    this.#entries = [...entries.filter(isRepeated), ...this.#entries.slice(this.#indexAfter(this.#completeAfter))];
    this.#completeAfter = afterPosition;
  }

  covers(afterPosition: number): boolean {
    return afterPosition >= this.#completeAfter;
  }

  after(position: number): readonly PositionedPushes[] {
    return this.#entries.slice(this.#indexAfter(position));
  }

  #indexAfter(position: number): number {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.position ?? 0) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns true if a client that was away gets these pushes. */
const isRepeated = ({ announcements }: PositionedPushes): boolean =>
  announcements.some(({ push }) => push.isFleeting !== true);

/** The announcement of an event that a person gets, if any. */
export function announcementFor(
  announcements: readonly Announcement[],
  principal: Principal,
): Announcement | undefined {
  return announcements.find(({ push: { audience } }) =>
    audience.kind === 'users' ? audience.userIds.includes(principal.userId) : isToldTo(audience, principal),
  );
}
