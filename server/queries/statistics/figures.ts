/** The count and the exposure to which the figures of a row refer. */
export interface RowTotals {
  readonly num: number;
  readonly exposureDays: number;
}

/** A subject's own figures, of each row and of all rows together. */
export interface Figures<Shape> {
  readonly ofRow: (id: number, totals: RowTotals) => Shape;
  readonly ofAll: (totals: RowTotals) => Shape;
}
