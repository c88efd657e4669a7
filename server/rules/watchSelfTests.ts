import type { DecisionParts } from '../domain/decide.ts';
import { recordMissedSelfTests, shiftSelfTests } from '../domain/selfTests.ts';
import { every } from '../runtime/clock.ts';

const lookPeriodMs = 10 * 60_000;

export interface SelfTestWatch {
  /** The server's calendar was moved by so much. */
  calendarMoved(byMs: number): void;
  close(): Promise<void>;
}

/** Missed tests of the emergency call are recorded within ten minutes, and those of the time while the server was down at the start. */
export function watchSelfTests(parts: DecisionParts, onError: (error: unknown) => void): SelfTestWatch {
  let working = recordMissedSelfTests(parts).catch(onError);
  const then = (work: () => Promise<void>) => {
    working = working.then(work).catch(onError);
    return working;
  };
  const stop = every(parts.clock, lookPeriodMs, () => then(() => recordMissedSelfTests(parts)));
  return {
    calendarMoved: (byMs) => void then(() => shiftSelfTests(parts, byMs)),
    async close() {
      stop();
      await working;
    },
  };
}
