/**
 * The tone of a series: `normal` and `quiet` are the muted world, the rest is kept for the abnormal. A chart of muted series tells them apart
 * by `normal`, `second`, `quiet`.
 */
export type ChartTone = 'normal' | 'second' | 'quiet' | 'medium' | 'high' | 'critical' | 'offline';

/** `wall` is read from ten metres. */
export type ChartSize = 'normal' | 'wall';

/** The figures of a chart as a table, for those who cannot see it. */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
