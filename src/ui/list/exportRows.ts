import type { AskedExport, Column, ListPage, RowId } from './listTypes.ts';
import type { CsvValue } from '../../csv/toCsv.ts';

/** The most that a server gives in one page. */
const EXPORT_PAGE_SIZE = 200;

interface ExportInput<Row> {
  loadPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<ListPage<Row>>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => RowId;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

type Columns<Row> = readonly Column<Row>[];

const writtenOf = <Row>(columns: Columns<Row>) =>
  columns.flatMap(({ header, csvHeader = header, csv }) => (csv === null ? [] : [{ header: csvHeader, csv }]));

/** These rows as cells with a header. */
export function cellsOf<Row>(rows: readonly Row[], columns: Columns<Row>): CsvValue[][] {
  const written = writtenOf(columns);
  return [written.map(({ header }) => header), ...rows.map((row) => written.map(({ csv }) => csv(row)))];
}

/**
 * All rows of the query, page after page, as cells with a header. A row that moved to the next page because a
 * newer one came in is written once. Rejects as the load does, or with the signal's reason when cancelled.
 */
export async function exportRows<Row>({
  loadPage,
  columns,
  rowId,
  signal,
  onProgress,
}: ExportInput<Row>): Promise<CsvValue[][]> {
  const cells = cellsOf<Row>([], columns);
  const seen = new Set<RowId>();
  for (let page = 1, lastPage = 1; page <= lastPage; page++) {
    signal.throwIfAborted();
    const answer = await loadPage(page, EXPORT_PAGE_SIZE, signal);
    signal.throwIfAborted();
    lastPage = answer.list.length === 0 ? page : answer.max_page;
    const fresh: Row[] = [];
    for (const row of answer.list) {
      const id = rowId(row);
      if (seen.has(id)) continue;
      seen.add(id);
      fresh.push(row);
    }
    cells.push(...cellsOf(fresh, columns).slice(1));
    onProgress(seen.size, answer.total);
  }
  return cells;
}

/** The columns as the server makes them; undefined where one of them has words that only this page knows. */
export function serverColumns<Row>(columns: readonly Column<Row>[]): AskedExport<unknown>['columns'] | undefined {
  const written = columns.filter(({ csv }) => csv !== null);
  const known = written.flatMap(({ id, header, csvHeader = header, csv }) =>
    csv?.form === undefined ? [] : [{ field: id, header: csvHeader, ...csv.form }],
  );
  return known.length === written.length ? known : undefined;
}
