import type { Clock } from '../../runtime/clock.ts';
import { retry } from '../../runtime/retry.ts';

/** Reads in the background what could not be read: a lift or a device that is not in memory cannot ring. */
export interface Rereading {
  /** Calls `read` until it succeeds, waiting longer each time. */
  readonly again: (read: () => Promise<void>) => void;
  close(): Promise<void>;
}

export function createRereading(clock: Clock): Rereading {
  const closing = new AbortController();
  const trying = new Set<Promise<unknown>>();
  return {
    again(read) {
      const attempts = retry(read, { clock, until: closing.signal });
      trying.add(attempts);
      void attempts.finally(() => trying.delete(attempts));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(trying);
    },
  };
}
