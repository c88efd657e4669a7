import { useState, type ReactNode } from 'react';
import { FoldRoom, FoldToggle } from '../FoldToggle/FoldToggle.tsx';
import type { Column, RowId } from './listTypes.ts';
import { roomOf } from './columnRoom.ts';
import { flattenTree } from './flattenTree.ts';
import './TreeGrid.css';

export interface TreeGridProps<Row> {
  label: string;
  /** The rows at the top. */
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  childrenOf: (row: Row) => readonly Row[];
  /** The first one is indented and folds. */
  columns: readonly Column<Row>[];
  renderActions?: ((row: Row) => ReactNode) | undefined;
  actionsWidth?: number;
  isLoading?: boolean;
}

/**
 * Rows within rows, all open at first. A plain table whose buttons fold: Tab reaches each, named with the text that its row's first
 * column exports. What was folded stays folded when the rows are read again. */
export function TreeGrid<Row>({
  label,
  rows,
  rowId,
  childrenOf,
  columns,
  renderActions,
  actionsWidth = 160,
  isLoading = false,
}: TreeGridProps<Row>) {
  const [folded, setFolded] = useState<ReadonlySet<RowId>>(new Set());
  const toggle = (id: RowId): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const alignOf = ({ align }: Column<Row>) => (align === 'right' ? 'ti-tree-grid__right' : undefined);
  return (
    <table
      className="ti-tree-grid"
      aria-label={label}
      aria-busy={isLoading}
      style={{ minWidth: roomOf(columns, renderActions === undefined ? 0 : actionsWidth) }}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={alignOf(column)} style={{ width: column.width }}>
              {column.header}
            </th>
          ))}
          {renderActions !== undefined && (
            <th scope="col" className="ti-tree-grid__actions" style={{ width: actionsWidth }}>
              操作
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {flattenTree(rows, rowId, childrenOf, folded).map(({ row, level, isParent }) => {
          const id = rowId(row);
          const isFolded = folded.has(id);
          return (
            <tr key={id}>
              {columns.map((column, index) => (
                <td key={column.id} className={alignOf(column)}>
                  {index === 0 ? (
                    <span className="ti-tree-grid__first" style={{ paddingLeft: (level - 1) * 20 }}>
                      {isParent ? (
                        <FoldToggle
                          name={String(column.csv?.(row) ?? '下级')}
                          isOpen={!isFolded}
                          onToggle={() => toggle(id)}
                        />
                      ) : (
                        <FoldRoom />
                      )}
                      {column.cell(row)}
                    </span>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {renderActions !== undefined && <td className="ti-tree-grid__actions">{renderActions(row)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
