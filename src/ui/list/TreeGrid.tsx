import { useState, type ReactNode } from 'react';
import { FoldRoom, FoldToggle } from '../FoldToggle/FoldToggle.tsx';
import type { Column, RowId } from './listTypes.ts';
import { flattenTree } from './flattenTree.ts';
import { useRoom } from './useRoom.ts';
import { noActs, usualActs, useSharedWidths, type ActsRoom } from './useSharedWidths.ts';
import './TreeGrid.css';

export interface TreeGridProps<Row> {
  label: string;
  /** The rows at the top. */
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  childrenOf: (row: Row) => readonly Row[];
  /** The first one is indented and folds. */
  columns: readonly Column<Row>[];
  renderActions?: ((row: Row, isTight: boolean) => ReactNode) | undefined;
  actsRoom?: ActsRoom;
  isLoading?: boolean;
}

/** The indent of each level below the top, and of the button that folds with its gap, in px. */
const indent = 20;
const foldRoom = 28;

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
  actsRoom = usualActs,
  isLoading = false,
}: TreeGridProps<Row>) {
  const [folded, setFolded] = useState<ReadonlySet<RowId>>(new Set());
  const toggle = (id: RowId): void => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  const lines = flattenTree(rows, rowId, childrenOf, folded);
  const levels = new Map(lines.map(({ row, level }) => [row, level]));
  const { width: room, measure } = useRoom();
  const { least, widthOf, actsWidth, isTight, isOver } = useSharedWidths(
    columns,
    lines.map(({ row }) => row),
    { acts: renderActions === undefined ? noActs : actsRoom, room },
    (row) => foldRoom + ((levels.get(row) ?? 1) - 1) * indent,
  );
  const alignOf = ({ align }: Column<Row>) => (align === 'right' ? 'ti-tree-grid__right' : undefined);
  return (
    <div ref={measure} className="ti-tree-grid__frame" data-over={isOver || undefined}>
      <table className="ti-tree-grid" aria-label={label} aria-busy={isLoading} style={{ minWidth: least }}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column.id} scope="col" className={alignOf(column)} style={{ width: widthOf(index) }}>
                {column.header}
              </th>
            ))}
            {renderActions !== undefined && (
              <th scope="col" className="ti-tree-grid__actions" style={{ width: actsWidth }}>
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ row, level, isParent }) => {
            const id = rowId(row);
            const isFolded = folded.has(id);
            return (
              <tr key={id}>
                {columns.map((column, index) => (
                  <td key={column.id} className={alignOf(column)}>
                    {index === 0 ? (
                      <span className="ti-tree-grid__first" style={{ paddingLeft: (level - 1) * indent }}>
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
                {renderActions !== undefined && (
                  <td className="ti-tree-grid__actions">{renderActions(row, isTight)}</td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
