import type { Clock } from './clock.ts';

/** The promise's value, or `otherwise` if it fails or takes longer than `limitMs`; a later result is ignored. */
export function within<Result>(
  clock: Clock,
  limitMs: number,
  promise: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, () => resolve(otherwise));
    promise.then(resolve, () => resolve(otherwise)).finally(cancel);
  });
}
