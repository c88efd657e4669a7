const baseMs = 500;
const capMs = 15_000;

/**
 * Returns the delay before the n-th retry in a row, ms. Full jitter: anything up to the doubled bound, so that a thousand consoles do not
 * come back at the same instant after a restart. `random` is uniform in [0, 1).
 */
export const reconnectDelayMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(capMs, baseMs * 2 ** Math.max(0, attempt - 1)));
