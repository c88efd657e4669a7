import type { DecisionParts } from '../domain/decide.ts';
import { recordMissedSelfTests } from '../domain/devices/selfTests.ts';
import { every } from '../runtime/clock.ts';

const lookPeriodMs = 10 * 60_000;

/** Missed tests of the emergency call are recorded within ten minutes, and those of the time while the server was down at the start. */
export function watchSelfTests(parts: DecisionParts, onError: (error: unknown) => void): { close(): Promise<void> } {
  let looking = recordMissedSelfTests(parts).catch(onError);
  const stop = every(parts.clock, lookPeriodMs, () => (looking = recordMissedSelfTests(parts).catch(onError)));
  return {
    async close() {
      stop();
      await looking;
    },
  };
}
