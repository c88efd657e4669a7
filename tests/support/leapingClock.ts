import { systemClock, type Clock } from '../../server/runtime/clock.ts';

/** The real clock, which a test moves on in leaps: weeks pass in minutes, and between two leaps time passes normally. */
export interface LeapingClock extends Clock {
  /** The time is now this much later, but no timer has run yet: messages that must precede the timers can be sent. */
  shift(byMs: number): void;
  /** Sets the calendar alone, as NTP or a person does: no time passes. */
  step(byMs: number): void;
  /** Runs whatever has become due, in its order and each once, as on a machine that slept. */
  runDue(): void;
}

interface Waiting {
  readonly dueMs: number;
  readonly run: () => void;
}

/** A clock that starts `aheadMs` before the real one. */
export function createLeapingClock(aheadMs: number): LeapingClock {
  let ahead = aheadMs;
  let steppedMs = 0;
  const waiting = new Set<Waiting>();
  const monotonicMs = () => systemClock.monotonicMs() + ahead;
  return {
    nowMs: () => systemClock.nowMs() + ahead + steppedMs,
    monotonicMs,
    after(delayMs, callback) {
      const entry: Waiting = {
        dueMs: monotonicMs() + delayMs,
        run() {
          stop();
          callback();
        },
      };
      const cancel = systemClock.after(delayMs, entry.run);
      const stop = () => {
        cancel();
        waiting.delete(entry);
      };
      waiting.add(entry);
      return stop;
    },
    shift(byMs) {
      ahead += byMs;
    },
    step(byMs) {
      steppedMs += byMs;
    },
    runDue() {
      const due = [...waiting].filter(({ dueMs }) => dueMs <= monotonicMs()).sort((a, b) => a.dueMs - b.dueMs);
      for (const entry of due) if (waiting.has(entry)) entry.run();
    },
  };
}
