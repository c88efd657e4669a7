/** A clock or a report off by more than this is shown as such (design: decisions). */
export const clockToleranceMs = 120_000;

/** Did what happened at `atMs`, by the clock of its device, reach us late? */
export const isLateReport = (atMs: number, nowMs: number): boolean => atMs < nowMs - clockToleranceMs;
