import type { Clock } from './clock.ts';

const firstRetryMs = 100;
const longestRetryMs = 30_000;

export interface RetryOptions {
  readonly clock: Clock;
  /** Ends the waiting. */
  readonly until: AbortSignal;
  /** Called for each failed attempt. A throw from here ends the retrying. */
  readonly onError?: (error: unknown) => void;
  /** The longest wait between two attempts; half a minute unless given. */
  readonly longestMs?: number;
}

/** Retries until it succeeds, waiting longer each time; undefined once stopped. */
export async function retry<Result>(
  attempt: () => Promise<Result>,
  { clock, until, onError, longestMs = longestRetryMs }: RetryOptions,
): Promise<Result | undefined> {
  for (let waitMs = firstRetryMs; !until.aborted; waitMs = Math.min(2 * waitMs, longestMs)) {
    try {
      return await attempt();
    } catch (error) {
      onError?.(error);
      await wait(clock, waitMs, until);
    }
  }
  return undefined;
}

/** Resolves when the time is over, or at once when stopped. */
export function wait(clock: Clock, delayMs: number, until: AbortSignal): Promise<void> {
  if (until.aborted) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const cancelTimer = clock.after(delayMs, () => {
      until.removeEventListener('abort', stop);
      resolve();
    });
    const stop = () => {
      cancelTimer();
      resolve();
    };
    until.addEventListener('abort', stop, { once: true });
  });
}
