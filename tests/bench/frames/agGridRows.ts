import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  colorSchemeDark,
  createGrid,
  ModuleRegistry,
  RowSelectionModule,
  themeQuartz,
} from 'ag-grid-community';
import { liftRow, liftRows, scatterRows, tableRowHeight, type LiftRow } from './frameData.ts';

/**
 * AG Grid Community as its documentation recommends for high rates: rows with ids, drawn only where in sight, changes as
 * asynchronous transactions that it applies together; a frame's changes in one call, no animation, no flashing.
 */
export async function mountAgGrid(host: HTMLElement, count: number): Promise<(changes: number) => void> {
  ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, RowSelectionModule]);
  const rows = liftRows(count);
  const grid = await new Promise<ReturnType<typeof createGrid<LiftRow>>>((resolve) => {
    createGrid<LiftRow>(host, {
      theme: themeQuartz.withPart(colorSchemeDark),
      rowHeight: tableRowHeight,
      headerHeight: tableRowHeight,
      rowData: rows,
      getRowId: ({ data }) => data.id,
      animateRows: false,
      rowSelection: { mode: 'singleRow', checkboxes: false, enableClickSelection: true },
      columnDefs: [
        { field: 'tag', headerName: '编号', width: 120 },
        { field: 'place', headerName: '地址', flex: 1 },
        { field: 'floor', headerName: '楼层', width: 80 },
        { field: 'people', headerName: '人数', width: 80 },
      ],
      onFirstDataRendered: ({ api }) => resolve(api),
    });
  });
  const scattered = scatterRows(count);
  return (changes) => {
    const update: LiftRow[] = [];
    scattered(changes, (row, change) => update.push({ ...liftRow(rows, row), ...change }));
    grid.applyTransactionAsync({ update });
  };
}
