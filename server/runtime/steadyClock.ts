import type { Clock } from './clock.ts';

/** A clock whose calendar follows elapsed time, whatever the system's calendar is set to, until it is moved explicitly. */
export interface SteadyClock extends Clock {
  /** The calendar's offset from `monotonicMs`. It stays the same until `setOffset`. */
  readonly offsetMs: number;
  /** The current offset of the system's own calendar. */
  systemOffsetMs(): number;
  setOffset(offsetMs: number): void;
}

/** Starts with the system's calendar as it is now. */
export function createSteadyClock(system: Clock): SteadyClock {
  const systemOffsetMs = () => Math.round(system.nowMs() - system.monotonicMs());
  let offsetMs = systemOffsetMs();
  return {
    bootId: system.bootId,
    nowMs: () => Math.round(system.monotonicMs() + offsetMs),
    monotonicMs: () => system.monotonicMs(),
    after: (delayMs, callback) => system.after(delayMs, callback),
    get offsetMs() {
      return offsetMs;
    },
    systemOffsetMs,
    setOffset(nextMs) {
      offsetMs = nextMs;
    },
  };
}
