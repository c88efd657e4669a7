import type { RowId } from './listTypes.ts';

/** The rows chosen in a list, as they were last read, in the order in which they were chosen. They outlast their page. */
export interface Chosen<Row> {
  readonly rows: ReadonlyMap<RowId, Row>;
  /** The row that was chosen or dropped last: where a range begins. */
  readonly anchor: RowId | null;
}

export type RowIdOf<Row> = (row: Row) => RowId;

export const noneChosen = <Row>(): Chosen<Row> => ({ rows: new Map(), anchor: null });

/** Chooses these rows besides, or drops them. */
export function withRows<Row>(
  { rows, anchor }: Chosen<Row>,
  changed: readonly Row[],
  isChosen: boolean,
  rowId: RowIdOf<Row>,
): Chosen<Row> {
  const next = new Map(rows);
  for (const row of changed) {
    if (isChosen) next.set(rowId(row), row);
    else next.delete(rowId(row));
  }
  return { rows: next, anchor };
}

/**
 * Returns the choice after one click: the row changes, and with `isRange` every row of the page between it and the last one clicked takes its
 * new state. A range whose beginning is on another page is the row alone.
 */
export function clickedRow<Row>(
  chosen: Chosen<Row>,
  page: readonly Row[],
  row: Row,
  isRange: boolean,
  rowId: RowIdOf<Row>,
): Chosen<Row> {
  const id = rowId(row);
  const here = page.findIndex((one) => rowId(one) === id);
  const from = isRange ? page.findIndex((one) => rowId(one) === chosen.anchor) : -1;
  const changed = from === -1 ? [row] : page.slice(Math.min(from, here), Math.max(from, here) + 1);
  return { ...withRows(chosen, changed, !chosen.rows.has(id), rowId), anchor: id };
}

/** Returns the part of a page that is chosen. */
export function chosenOf<Row>(
  { rows }: Chosen<Row>,
  page: readonly Row[],
  rowId: RowIdOf<Row>,
): 'none' | 'some' | 'all' {
  const count = page.filter((row) => rows.has(rowId(row))).length;
  if (count === 0) return 'none';
  return count === page.length ? 'all' : 'some';
}

/** The chosen rows, each as the page has it now if it is there. */
export function freshRows<Row>({ rows }: Chosen<Row>, page: readonly Row[], rowId: RowIdOf<Row>): readonly Row[] {
  const fresh = new Map(page.map((row) => [rowId(row), row]));
  return [...rows].map(([id, row]) => fresh.get(id) ?? row);
}
