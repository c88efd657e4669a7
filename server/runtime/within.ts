import type { Clock } from './clock.ts';

/** What the promise brings, or `otherwise` when it fails or has not come within `limitMs`; what comes later is ignored. */
export function within<Result>(clock: Clock, limitMs: number, promise: Promise<Result>, otherwise: Result): Promise<Result> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, () => resolve(otherwise));
    promise.then(resolve, () => resolve(otherwise)).finally(cancel);
  });
}
