import type { ListPage, RowId } from './listTypes.ts';

/** The rows that were shown when the pointer came, in that order, under the query that had them. */
export interface HeldRows<Row> {
  readonly key: string;
  readonly rows: readonly Row[];
}

export interface SteadyPage<Row> {
  readonly page: ListPage<Row>;
  /** On the newest page but not shown yet. */
  readonly newNum: number;
  /** Shown but no longer on the newest page. */
  readonly goneIds: ReadonlySet<RowId>;
}

const noIds: ReadonlySet<RowId> = new Set();

/** The newest page with every held row in its place: known rows in their newest version, new ones counted, gone ones kept. */
export function steadyPage<Row>(
  { key, page }: { readonly key: string; readonly page: ListPage<Row> },
  held: HeldRows<Row> | null,
  rowId: (row: Row) => RowId,
): SteadyPage<Row> {
  if (held === null || held.key !== key) return { page, newNum: 0, goneIds: noIds };
  const newest = new Map(page.list.map((row) => [rowId(row), row]));
  const heldIds = new Set(held.rows.map(rowId));
  return {
    page: { ...page, list: held.rows.map((row) => newest.get(rowId(row)) ?? row) },
    newNum: [...newest.keys()].filter((id) => !heldIds.has(id)).length,
    goneIds: new Set([...heldIds].filter((id) => !newest.has(id))),
  };
}
