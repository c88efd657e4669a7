import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';

/** A time during which a call rang at every console in its audience; epoch ms, the end open while it rings. */
export interface RingWindow {
  readonly fromMs: number;
  readonly untilMs: number | null;
}

const raisedSchema = rescueEvents['rescue.raised'].pick({ isTaken: true });
const startsRinging = ({ type, data }: Pick<StoredEvent, 'type' | 'data'>): boolean =>
  type === 'rescue.claimLapsed' || (type === 'rescue.raised' && raisedSchema.parse(data).isTaken !== true);
const ends = new Set(['rescue.accepted', 'rescue.judgedFalse', 'rescue.completed']);

/**
 * An order rings from the call, and from each lapse of a claim, until somebody takes or closes it.
 * A call that its author took with the report rings nowhere until that claim lapses.
 */
export function ringWindows(
  events: readonly Pick<StoredEvent, 'type' | 'receivedAtMs' | 'data'>[],
): readonly RingWindow[] {
  const windows: RingWindow[] = [];
  for (const event of events) {
    const { type, receivedAtMs } = event;
    const last = windows.at(-1);
    const isRinging = last?.untilMs === null;
    if (startsRinging(event) && !isRinging) windows.push({ fromMs: receivedAtMs, untilMs: null });
    if (ends.has(type) && isRinging) windows[windows.length - 1] = { ...last, untilMs: receivedAtMs };
  }
  return windows;
}

/** The part of the first window during which a console was there; undefined where it missed every one. */
export function firstOverlap(
  windows: readonly RingWindow[],
  console: { readonly sinceMs: number; readonly untilMs: number | null },
): RingWindow | undefined {
  for (const { fromMs, untilMs } of windows) {
    const startMs = Math.max(fromMs, console.sinceMs);
    const endMs = Math.min(untilMs ?? Number.POSITIVE_INFINITY, console.untilMs ?? Number.POSITIVE_INFINITY);
    if (startMs <= endMs) return { fromMs: startMs, untilMs: Number.isFinite(endMs) ? endMs : null };
  }
  return undefined;
}
