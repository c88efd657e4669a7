/** The screens mark a clock or a report that is off by more than this. */
export const clockToleranceMs = 120_000;

/** Did what happened at `atMs`, by the clock of its device, reach us late? */
export const isLateReport = (atMs: number, nowMs: number): boolean => atMs < nowMs - clockToleranceMs;
