import { useState } from 'react';
import type { Column } from './listTypes.ts';
import { cssWidthOf, greaterNeeds, leastTableWidth, needsOf, shareWidths } from './shareWidths.ts';

export const usualActs: ActsRoom = { worded: 160, wordless: 160 };
export const noActs: ActsRoom = { worded: 0, wordless: 0 };

const noNeeds: ReadonlyMap<string, number> = new Map();
const wholePart = { base: 0, part: 0 };

export interface SharedWidths {
  /** The least width of the table, in px. */
  readonly least: number;
  /** In CSS, within a container of inline size. */
  readonly widthOf: (column: number) => string;
  /** Of the column of acts, in px. */
  readonly actsWidth: number;
  /** The acts have no words, because the columns need their room. */
  readonly isTight: boolean;
  /** The columns have no room all the same: some lie under the acts until somebody scrolls. */
  readonly isOver: boolean;
}

/** The room that the acts of a row take, with their words and without, in px. */
export interface ActsRoom {
  readonly worded: number;
  readonly wordless: number;
}

/**
 * The widths of a table's columns by what its rows say. Columns grow with a longer text and do not shrink again: paging moves them as
 * little as possible. `boxes` is the room of the boxes, `firstLead` what stands before a row's text in the first column, `room` that of
 * the table, all in px. Where the columns do not fit, the acts give up their words before a column disappears under them.
 */
export function useSharedWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { boxes = 0, acts, room }: { readonly boxes?: number; readonly acts: ActsRoom; readonly room: number | undefined },
  firstLead?: (row: Row) => number,
): SharedWidths {
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(noNeeds);
  const needs = greaterNeeds(seen, needsOf(columns, rows, firstLead));
  if (needs !== seen) setSeen(needs);
  const shares = shareWidths(columns, needs);
  const leastWith = (width: number): number => leastTableWidth(shares, boxes + width);
  const isTight = room !== undefined && acts.wordless < acts.worded && leastWith(acts.worded) > room;
  const actsWidth = isTight ? acts.wordless : acts.worded;
  const least = leastWith(actsWidth);
  return {
    least,
    widthOf: (column) => cssWidthOf(shares[column] ?? wholePart, shares, least, boxes + actsWidth),
    actsWidth,
    isTight,
    isOver: room !== undefined && least > room,
  };
}
