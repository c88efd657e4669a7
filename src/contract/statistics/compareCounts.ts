import type { ExposedCount } from './adjustedRate.ts';
import { z95 } from './intervals.ts';

export interface CountChange {
  /** The rate now as a multiple of the rate before; null where nothing happened before or nothing was exposed. */
  readonly ratio: number | null;
  /** Positive for more than before, by the standard normal. */
  readonly z: number;
  /** Larger than chance explains in 19 of 20 comparisons. */
  readonly isSignificant: boolean;
}

/**
 * Compares the rates of two periods: given all events of both, those of the newer one follow a binomial distribution by its share of the
 * exposure. Undefined where either period has no exposure.
 */
export function compareCounts(now: ExposedCount, before: ExposedCount): CountChange | undefined {
  if (now.exposure <= 0 || before.exposure <= 0) return undefined;
  const total = now.count + before.count;
  const share = now.exposure / (now.exposure + before.exposure);
  const z = total === 0 ? 0 : (now.count - total * share) / Math.sqrt(total * share * (1 - share));
  return {
    ratio: before.count === 0 ? null : now.count / now.exposure / (before.count / before.exposure),
    z,
    isSignificant: Math.abs(z) >= z95,
  };
}
