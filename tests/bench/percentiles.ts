/** The value below which the given share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** To one place. */
export const rounded = (value: number) => Math.round(value * 10) / 10;

export const summary = (samples: readonly number[]) => ({
  count: samples.length,
  p50: rounded(percentile(samples, 0.5)),
  p90: rounded(percentile(samples, 0.9)),
  p99: rounded(percentile(samples, 0.99)),
  max: rounded(Math.max(...samples)),
});
