import type { Column } from './listTypes.ts';

type Shared<Row> = Pick<Column<Row>, 'id' | 'header' | 'width' | 'isSortable' | 'cell' | 'csv' | 'isWhole'>;

/** A column's width: at least `base` px, and this part of what is left when every column has its base. The parts sum to 1, or to 0. */
export interface WidthShare {
  readonly base: number;
  readonly part: number;
}

/** The least width of a column without a wish, in px: seven characters. */
const usualWidth = 120;
/** A text that needs more is cut all the same. */
const mostNeed = 360;
/** The padding of a cell, left and right. */
const padding = 24;
const sortIcon = 16;
/** Of a tag around its label: edges, icon and gaps. */
const tagFrame = 36;
/** A little air for every column of text, so that short ones do not stand pressed against each other. */
const air = 40;
/** Needs are rounded up to two characters: a text that is a little longer moves no column. */
const step = 26;

/** A little more than in the fonts that pages use. */
const emsOf = (character: string): number => {
  if (character >= '\u2E80') return 1;
  if (character === ' ') return 0.3;
  if (/[0-9]/.test(character)) return 0.58;
  return /[A-Z@%]/.test(character) ? 0.66 : 0.56;
};

/** About how wide a text is drawn, in px: nothing is laid out for it. Chinese characters fill their square. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) ems += emsOf(character);
  return Math.ceil(ems * size);
}

const headerWidth = ({ header, isSortable }: Pick<Column<never>, 'header' | 'isSortable'>): number =>
  textWidth(header, 12) + padding + (isSortable === true ? sortIcon : 0);

/**
 * Returns the width that each column of text needs for its longest text of these rows, in px, by the column's id. `firstLead` is the room
 * that something else takes before a row's text in the first column: the indent of a tree.
 */
export function needsOf<Row>(
  columns: readonly Shared<Row>[],
  rows: readonly Row[],
  firstLead: (row: Row) => number = () => 0,
): ReadonlyMap<string, number> {
  const needs = new Map<string, number>();
  for (const [index, { id, cell, csv, isWhole = false }] of columns.entries()) {
    if (cell.tag !== undefined) {
      const widest = Math.max(0, ...rows.map((row) => textWidth(cell.tag?.(row) ?? '', 12)));
      needs.set(id, Math.min(mostNeed, widest + tagFrame + padding));
      continue;
    }
    // A number that is a link is drawn by its screen, and the export has its text.
    const text = cell.text ?? (isWhole ? csv : null);
    if (text === null) continue;
    let widest = 0;
    for (const row of rows)
      widest = Math.max(widest, textWidth(String(text(row) ?? ''), 13) + (index === 0 ? firstLead(row) : 0));
    needs.set(id, Math.min(mostNeed, Math.ceil((widest + padding) / step) * step));
  }
  return needs;
}

/** The greater of both needs for each column. `seen` itself if nothing is greater, so that it can be kept. */
export function greaterNeeds(
  seen: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const grown = [...now].filter(([id, need]) => need > (seen.get(id) ?? 0));
  return grown.length === 0 ? seen : new Map([...seen, ...grown]);
}

/**
 * Shares the width of a table among its columns. A declared width is a wish: a column of text that needs less gives the rest up, to the columns
 * whose texts are cut, by how much they lack. A column that is never cut gets what it needs. Other columns keep their wish.
 */
export function shareWidths<Row>(
  columns: readonly Shared<Row>[],
  needs: ReadonlyMap<string, number>,
): readonly WidthShare[] {
  const weighed = columns.map((column) => {
    const { id, width, cell, isWhole = false } = column;
    const wish = width ?? usualWidth;
    const need = needs.get(id);
    if (need === undefined) return { base: wish, weight: width === undefined ? air : 0 };
    const wanted = Math.max(need, headerWidth(column));
    const base = isWhole ? wanted : Math.min(wanted, Math.max(wish, headerWidth(column)));
    return { base, weight: wanted - base + (cell.tag === undefined ? air : 0) };
  });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  return weighed.map(({ base, weight }) => ({ base, part: total === 0 ? 0 : weight / total }));
}

/** The least width of a table with these columns, in px; `fixed` is that of the boxes and the acts. A narrower window scrolls. */
export const leastTableWidth = (shares: readonly WidthShare[], fixed: number): number =>
  fixed + shares.reduce((sum, { base }) => sum + base, 0);

/** A share as a width in CSS, within a container of inline size: the browser shares again when the window changes, without a script. */
export function cssWidthOf({ base, part }: WidthShare, shares: readonly WidthShare[], least: number, fixed: number) {
  const used = fixed + shares.reduce((sum, share) => sum + share.base, 0);
  return part === 0 ? `${base}px` : `calc(${base}px + (max(100cqw, ${least}px) - ${used}px) * ${part.toFixed(4)})`;
}
