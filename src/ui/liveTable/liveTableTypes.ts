import type { Tone } from '../StatusTag/StatusTag.tsx';

/** A column over rows in typed arrays: everything is read by row index, only for visible rows. */
export interface LiveColumn {
  readonly key: string;
  readonly title: string;
  /** Layout pixels; the one without takes the rest. */
  readonly widthPx?: number;
  readonly align?: 'left' | 'right';
  /** Read out by telephone and never cut: takes a second line where one is not enough. */
  readonly isWhole?: true;
  readonly text: (row: number) => string;
  /** Shows the value with an icon in its tone; null for plain. */
  readonly tone?: (row: number) => Tone | null;
  /** The key by which the rows are sorted; NaN sorts last. A column without cannot be sorted. */
  readonly sortKey?: (row: number) => number;
}

export interface LiveSort {
  readonly key: string;
  readonly isDescending: boolean;
}

export interface LiveTableHandle {
  /** Sets the rows: this number from 0 on, or these. Keeps the sort; the selection stays when its row does. */
  readonly setRows: (rows: number | Uint32Array) => void;
  /** Values changed somewhere: the visible rows are rewritten in the next frame. Call it as often as you like. */
  readonly touch: () => void;
  /** Sorts again by the current values: rows never jump on their own. */
  readonly resort: () => void;
  /** Marks a row and brings it into sight; null for none. */
  readonly select: (row: number | null) => void;
}
