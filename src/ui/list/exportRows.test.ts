import { expect, test } from 'vitest';
import { textColumn } from './columns.tsx';
import { exportRows } from './exportRows.ts';
import type { ListPage } from './listTypes.ts';

interface Row {
  id: number;
  tag: string;
}
const columns = [textColumn('tag', '电梯编号')];
const rowId = (row: Row): number => row.id;

/** A list that answers like a server; `before` may change it between pages. */
function listOf(rows: Row[], before: (page: number) => void = () => undefined) {
  return (page: number, pageSize: number): Promise<ListPage<Row>> => {
    before(page);
    return Promise.resolve({
      list: rows.slice((page - 1) * pageSize, page * pageSize),
      current_page: page,
      page_size: pageSize,
      total: rows.length,
      max_page: Math.max(1, Math.ceil(rows.length / pageSize)),
    });
  };
}
const rowsUpTo = (count: number): Row[] => Array.from({ length: count }, (_, id) => ({ id, tag: `NB-${id}` }));

test('every row of every page is written once, under a header', async () => {
  const progress: number[][] = [];
  const cells = await exportRows({
    loadPage: listOf(rowsUpTo(450)),
    columns,
    rowId,
    signal: new AbortController().signal,
    onProgress: (done, total) => progress.push([done, total]),
  });
  expect(cells).toHaveLength(451);
  expect(cells[0]).toEqual(['电梯编号']);
  expect(progress).toEqual([
    [200, 450],
    [400, 450],
    [450, 450],
  ]);
});

test('a row that a newer one pushed to the next page is not written twice', async () => {
  const rows = rowsUpTo(400);
  const loadPage = listOf(rows, (page) => {
    if (page === 2) rows.unshift({ id: 9000, tag: 'NB-new' });
  });
  const cells = await exportRows({
    loadPage,
    columns,
    rowId,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  expect(new Set(cells.map((row) => row[0])).size).toBe(cells.length);
  expect(cells).toHaveLength(401);
});

test('an empty list exports its header', async () => {
  expect(
    await exportRows({
      loadPage: listOf([]),
      columns,
      rowId,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    }),
  ).toEqual([['电梯编号']]);
});

test('a cancelled export asks for no further page', async () => {
  const abort = new AbortController();
  const asked: number[] = [];
  const run = exportRows({
    loadPage: listOf(rowsUpTo(900), (page) => asked.push(page)),
    columns,
    rowId,
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual([1]);
});
