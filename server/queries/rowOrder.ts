/** Room for a time in ms until 2039. */
const timeRange = 2 ** 41;

/**
 * Returns a number that tells which of two answers with the same row is newer: by the version of its machine, then by the time of its last
 * event. The position of that event in the log would tell a user with a narrow scope how many events the city has.
 */
export const rowOrder = (version: number | null | undefined, updatedAtMs: number): number =>
  (version ?? 0) * timeRange + updatedAtMs;
