import { useState } from 'react';
import type { Column } from './listTypes.ts';
import { cssWidthOf, greaterNeeds, leastTableWidth, needsOf, shareWidths } from './shareWidths.ts';

const noNeeds: ReadonlyMap<string, number> = new Map();
const wholePart = { base: 0, part: 0 };

export interface SharedWidths {
  /** The least width of the table, in px. */
  readonly least: number;
  /** In CSS, within a container of inline size. */
  readonly widthOf: (column: number) => string;
}

/**
 * The widths of a table's columns by what its rows say. Columns grow with a longer text and do not shrink again: paging moves them as
 * little as possible. `fixed` is the room of the boxes and the acts, `firstLead` what stands before a row's text in the first column,
 * both in px.
 */
export function useSharedWidths<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  fixed: number,
  firstLead?: (row: Row) => number,
): SharedWidths {
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(noNeeds);
  const needs = greaterNeeds(seen, needsOf(columns, rows, firstLead));
  if (needs !== seen) setSeen(needs);
  const shares = shareWidths(columns, needs);
  const least = leastTableWidth(columns, shares, fixed);
  return { least, widthOf: (column) => cssWidthOf(shares[column] ?? wholePart, shares, least, fixed) };
}
