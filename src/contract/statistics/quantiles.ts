/** A typical duration, and the one that nine of ten do not exceed. A mean alone hides the people who waited longest. */
export interface Spread {
  readonly median: number;
  readonly p90: number;
  readonly mean: number;
  readonly num: number;
}

/** Returns the value below which this share of `sorted` lies, between neighbours by their distance; `sorted` ascends and is not empty. */
function quantileOf(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? 0;
  return low + ((sorted[below + 1] ?? low) - low) * (place - below);
}

/** Undefined of none. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantileOf(sorted, 0.5),
    p90: quantileOf(sorted, 0.9),
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    num: values.length,
  };
}
