import { reminderPeriodMs } from '../../src/contract/push.ts';
import type { Announcement } from './frames.ts';
import type { PositionedPushes } from './recentPushes.ts';
import type { RingingCall } from './ringingCalls.ts';

/** The period in which `due` is called. */
export const reminderTickMs = 1_000;

/** Remembers when each open call was last sent (by the monotonic clock), so that none stays silent for more than ten seconds. */
export class Reminders {
  readonly #saidAtMs = new Map<number, number>();

  /** Calls that an event has just rung need no reminder for a while. */
  heard(entries: readonly PositionedPushes[], monotonicMs: number): void {
    for (const { announcements } of entries) {
      for (const {
        push: { event },
      } of announcements)
        if (event.kind === 'rescue.ringing') this.#saidAtMs.set(event.orderId, monotonicMs);
    }
  }

  /** Calls that must be sent now, because the next check would be too late. */
  due(calls: readonly RingingCall[], monotonicMs: number): readonly Announcement[] {
    const open = new Set(calls.map(({ orderId }) => orderId));
    for (const orderId of this.#saidAtMs.keys()) if (!open.has(orderId)) this.#saidAtMs.delete(orderId);
    return calls.flatMap(({ orderId, announcement }) => {
      const saidMs = this.#saidAtMs.get(orderId);
      if (saidMs !== undefined && monotonicMs + reminderTickMs <= saidMs + reminderPeriodMs) return [];
      this.#saidAtMs.set(orderId, monotonicMs);
      return [announcement];
    });
  }
}
