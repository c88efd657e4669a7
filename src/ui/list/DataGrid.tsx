import { Column as PrimeColumn } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import type { ReactNode } from 'react';
import '../theme/prime.ts';
import type { Column, RowId } from './listTypes.ts';
import { SelectBox } from './SelectBox.tsx';
import { useRoom } from './useRoom.ts';
import { noActs, usualActs, useSharedWidths, type ActsRoom } from './useSharedWidths.ts';
import './DataGrid.css';

/** PrimeReact reads its own key and our row from one object. */
interface GridRow<Row> {
  key: RowId;
  row: Row;
  /** Here and not asked of the selection by the cell, which is drawn again only if its row has changed. */
  isChosen: boolean;
}

/** The boxes in front of the rows. */
export interface GridSelection<Row> {
  readonly nameOf: (row: Row) => string;
  readonly isChosen: (row: Row) => boolean;
  /** The part of the page that is chosen. */
  readonly ofPage: 'none' | 'some' | 'all';
  readonly onChoose: (row: Row, isRange: boolean) => void;
  readonly onChoosePage: () => void;
}

export interface DataGridProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  columns: readonly Column<Row>[];
  sort?: string | null;
  order?: 'asc' | 'desc';
  onSort?: (sort: string | null, order: 'asc' | 'desc') => void;
  /** The row whose detail is open. */
  openId?: string | null;
  onOpen?: (id: string) => void;
  rowTone?: ((row: Row) => 'normal' | 'high' | 'critical') | undefined;
  /** It has left the list, and is still shown for a moment. */
  isGone?: (row: Row) => boolean;
  /** Buttons at the end of each row, and the room they need in px. */
  renderActions?: ((row: Row, isTight: boolean) => ReactNode) | undefined;
  actsRoom?: ActsRoom;
  selection?: GridSelection<Row> | undefined;
  /** The next rows are on their way: these fade. */
  isLoading?: boolean;
}

/** The width of the column of boxes, in px. */
const boxesWidth = 40;

/**
 * Rows in columns. Rows are reachable with Tab and the arrow keys; Enter opens one.
 * `Column` must be a direct child of `DataTable`: a component around it renders nothing (primereact#4733).
 */
export function DataGrid<Row>({
  label,
  rows,
  rowId,
  columns,
  sort = null,
  order = 'desc',
  onSort,
  openId = null,
  onOpen,
  rowTone,
  isGone,
  renderActions,
  actsRoom = usualActs,
  selection,
  isLoading = false,
}: DataGridProps<Row>) {
  const gridRows: GridRow<Row>[] = rows.map((row) => ({
    key: rowId(row),
    row,
    isChosen: selection?.isChosen(row) ?? false,
  }));
  const { width: room, measure } = useRoom();
  const { least, widthOf, actsWidth, isTight, isOver } = useSharedWidths(columns, rows, {
    boxes: selection === undefined ? 0 : boxesWidth,
    acts: renderActions === undefined ? noActs : actsRoom,
    room,
  });
  const openRow = gridRows.find(({ key }) => String(key) === openId) ?? null;
  const renderBox =
    selection === undefined
      ? undefined
      : ({ row, isChosen }: GridRow<Row>): ReactNode => (
          <SelectBox
            label={`选择 ${selection.nameOf(row)}`}
            state={isChosen ? 'all' : 'none'}
            onChoose={(isRange) => selection.onChoose(row, isRange)}
          />
        );
  return (
    <DataTable
      ref={(table) => measure(table?.getElement() ?? null)}
      className={isOver ? 'ti-grid ti-grid--over' : 'ti-grid'}
      value={gridRows}
      dataKey="key"
      lazy
      removableSort
      defaultSortOrder={-1}
      tableStyle={{ minWidth: least }}
      sortField={sort ?? ''}
      sortOrder={sort === null ? null : order === 'asc' ? 1 : -1}
      onSort={(event) =>
        onSort?.(
          typeof event.sortOrder === 'number' && event.sortOrder !== 0 ? event.sortField : null,
          event.sortOrder === 1 ? 'asc' : 'desc',
        )
      }
      {...(onOpen === undefined ? {} : { selectionMode: 'single' as const })}
      selection={openRow}
      onSelectionChange={(event) => {
        // A click on the open row unselects it; the detail stays open until it is closed.
        const chosen = gridRows.find((gridRow) => gridRow === event.value);
        if (chosen !== undefined) onOpen?.(String(chosen.key));
      }}
      rowClassName={({ row }: GridRow<Row>) => {
        if (isGone?.(row) === true) return 'ti-grid__row--gone';
        const tone = rowTone?.(row) ?? 'normal';
        return tone === 'normal' ? '' : `ti-grid__row--${tone}`;
      }}
      pt={{ table: { 'aria-label': label, 'aria-busy': isLoading } }}
    >
      {selection !== undefined && (
        <PrimeColumn
          key="$selection"
          header={<SelectBox label="选择本页全部" state={selection.ofPage} onChoose={selection.onChoosePage} />}
          className="ti-grid__boxes"
          headerClassName="ti-grid__boxes"
          style={{ width: boxesWidth }}
          body={renderBox}
        />
      )}
      {columns.map((column, index) => (
        <PrimeColumn
          key={column.id}
          field={column.id}
          header={column.header}
          sortable={column.isSortable === true}
          style={{ width: widthOf(index) }}
          {...(column.align === 'right'
            ? { className: 'ti-grid__cell--right', headerClassName: 'ti-grid__cell--right' }
            : {})}
          body={({ row }: GridRow<Row>) => column.cell(row)}
        />
      ))}
      {renderActions !== undefined && (
        <PrimeColumn
          key="$actions"
          // PrimeReact keeps a cell whose row has not changed, unless it stands under another key.
          columnKey={isTight ? '$actions tight' : '$actions'}
          header="操作"
          className="ti-grid__actions"
          headerClassName="ti-grid__actions"
          style={{ width: actsWidth }}
          body={({ row }: GridRow<Row>) => renderActions(row, isTight)}
        />
      )}
    </DataTable>
  );
}
