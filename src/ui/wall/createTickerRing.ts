import { browserFrames, createFrameTask, type FrameClock } from '../canvas/createFrameTask.ts';
import type { Tone } from '../StatusTag/StatusTag.tsx';

export interface TickerItem {
  readonly id: number | string;
  readonly atMs: number;
  /** The kind of the event: 困人 · 门未关. */
  readonly label: string;
  readonly tone: Tone;
  /** The place: 翠湖花园, which may be cut, and 3 栋 2 号梯, which may not. */
  readonly text: string;
  readonly place?: string;
  /** `text` alone, above the lines that it speaks of. */
  readonly isHeading?: boolean;
}

export interface TickerSnapshot {
  /** Newest first, at most the capacity. */
  readonly items: readonly TickerItem[];
  /** The number of entries that ever came. */
  readonly total: number;
}

export interface TickerRing {
  /** Adds what came, oldest first. Listeners are notified once per frame, however often this is called. */
  readonly push: (items: readonly TickerItem[]) => void;
  readonly clear: () => void;
  readonly subscribe: (onChange: () => void) => () => void;
  readonly getSnapshot: () => TickerSnapshot;
}

const nothing: TickerSnapshot = { items: [], total: 0 };

/** The latest happenings in a ring of fixed size: a wall that runs for weeks never holds more. */
export function createTickerRing(capacity: number, frames: FrameClock = browserFrames): TickerRing {
  const ring: (TickerItem | undefined)[] = Array.from({ length: capacity });
  let next = 0;
  let total = 0;
  let snapshot = nothing;
  const listeners = new Set<() => void>();
  const task = createFrameTask(() => {
    const count = Math.min(total, capacity);
    const items = Array.from({ length: count }, (_, age) => ring[(next - 1 - age + 2 * capacity) % capacity]).filter(
      (item) => item !== undefined,
    );
    snapshot = { items, total };
    for (const tell of listeners) tell();
    return false;
  }, frames);
  return {
    push: (items) => {
      for (const item of items.slice(-capacity)) {
        ring[next] = item;
        next = (next + 1) % capacity;
      }
      total += items.length;
      if (items.length > 0) task.schedule();
    },
    clear: () => {
      ring.fill(undefined);
      next = 0;
      total = 0;
      task.schedule();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    getSnapshot: () => snapshot,
  };
}
