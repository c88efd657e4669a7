import type { ImportRowState } from '../../src/contract/entities/imports.ts';
import type { ImportColumn } from './columns.ts';

/** A row of a file, with the columns that were recognised; `problems` of the file itself are found before. */
export interface FileRow {
  readonly rowNumber: number;
  /** The texts of cells that are filled in. */
  readonly cells: readonly { readonly column: ImportColumn; readonly text: string }[];
  readonly problems: readonly RowProblem[];
  /**
   * The record that the row completes: it fills in what the record lacks, and changes nothing else. Undefined where the
   * cells say which.
   */
  readonly completes?: number | undefined;
}

/** An error of a row, or a doubt about it: a doubt keeps no row from being written. */
export interface RowProblem {
  /** The head of the column; empty where the row as a whole is meant. */
  readonly header: string;
  readonly message: string;
  readonly suggestion: string;
  /** A doubt. */
  readonly is_warning?: boolean;
}

export interface CheckedRow {
  readonly rowNumber: number;
  readonly state: Exclude<ImportRowState, 'unchecked'>;
  readonly problems: readonly RowProblem[];
  readonly changes: readonly { readonly header: string; readonly before: string; readonly after: string }[];
  /** The record as it would be saved; null for a wrong row. */
  readonly values: object | null;
  readonly before: object | null;
  readonly recordId: number | null;
  readonly version: number;
  /** The answer tells the caller that a record has a value, which may lie out of their scope. */
  readonly tellsOfOthers?: boolean;
  /** It names a record that another file of the upload will make. */
  readonly isProvisional?: boolean;
}

/** Returns the row that is not written, for what is wrong with it. */
export const wrongRow = (rowNumber: number, problems: readonly RowProblem[]): CheckedRow => ({
  rowNumber,
  state: 'wrong',
  problems,
  changes: [],
  values: null,
  before: null,
  recordId: null,
  version: 0,
});

/** A checked row, or one that is written, as the table keeps it. */
export interface KeptRow {
  readonly importId: number;
  readonly rowNumber: number;
  readonly values: unknown;
  readonly before: unknown;
  readonly recordId: number | null;
  readonly version: number;
}
