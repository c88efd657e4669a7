import type { RowId } from './listTypes.ts';

export interface TreeLine<Row> {
  readonly row: Row;
  /** 1 at the top. */
  readonly level: number;
  readonly isParent: boolean;
}

/** The lines of a tree from top to bottom; what is below a folded row is left out. */
export function flattenTree<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => RowId,
  childrenOf: (row: Row) => readonly Row[],
  folded: ReadonlySet<RowId> = new Set(),
  level = 1,
): TreeLine<Row>[] {
  return rows.flatMap((row) => {
    const children = childrenOf(row);
    const below = folded.has(rowId(row)) ? [] : flattenTree(children, rowId, childrenOf, folded, level + 1);
    return [{ row, level, isParent: children.length > 0 }, ...below];
  });
}
