import type { Clock } from '../runtime/clock.ts';
import { retry } from '../runtime/retry.ts';
import type { Directory, LiftChoice } from './directory.ts';

export interface LiftReload {
  /**
   * Reads lifts again after their rows have changed. Throws when that fails, and goes on trying in the background: a
   * lift that is not in memory cannot ring.
   */
  readonly reloadLifts: (only: LiftChoice) => Promise<void>;
  close(): Promise<void>;
}

export function createLiftReload({
  directory,
  clock,
}: {
  readonly directory: Pick<Directory, 'reloadLifts'>;
  readonly clock: Clock;
}): LiftReload {
  const closing = new AbortController();
  const trying = new Set<Promise<unknown>>();
  return {
    async reloadLifts(only) {
      try {
        await directory.reloadLifts(only);
      } catch (error) {
        const attempts = retry(() => directory.reloadLifts(only), { clock, until: closing.signal });
        trying.add(attempts);
        void attempts.finally(() => trying.delete(attempts));
        throw error;
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(trying);
    },
  };
}
