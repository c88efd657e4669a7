/** Samples in the order of their time; only the first `length` of each array count, so that a ring can be handed over as it is. */
export interface CurveSamples {
  readonly length: number;
  /** Epoch ms, rising. */
  readonly timesMs: Float64Array;
  /** One array a series; NaN where nothing is known. */
  readonly values: readonly Float32Array[];
}

export const noSamples: CurveSamples = { length: 0, timesMs: new Float64Array(0), values: [] };

/** The first sample at or after `atMs` (`length` when there is none). */
export function firstSampleAt(timesMs: Float64Array, length: number, atMs: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesMs[middle] ?? Number.POSITIVE_INFINITY) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
