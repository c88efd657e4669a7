import * as z from 'zod';
import { csvStart, toCsvLines, type CsvValue } from '../../../src/csv/toCsv.ts';
import { chineseIssue } from '../../../src/contract/chineseIssue.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { ExportColumn } from '../../../src/contract/endpoints/exports.ts';
import { endpoints } from '../../../src/contract/endpoints/index.ts';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import { toDisplayTime } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import { NoLongerAllowed, recordStop, stillAllowed } from '../../domain/longWork.ts';
import { readingWhole } from '../../queries/wholeList.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { streamSheet } from '../../spreadsheet/writeSheet.ts';
import { deniedMessage, HttpFailure } from '../failure.ts';
import { toFieldErrors } from '../fieldErrors.ts';
import type { Handlers, SignedInRequest } from '../handlers.ts';
import type { AnyHandler } from '../routes.ts';
import { statisticsCells, statisticsSubjectOf } from './statisticsExport.ts';
import { csvMime, SentFile, xlsxMime } from '../sentFile.ts';

/** Ids in one query: they take two milliseconds of the thread that rings. */
const idsAtOnce = 10_000;
/** Rows in one query, for the same reason. */
const rowsAtOnce = 250;

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function';
/** The call's own types guarantee it; parsing every row would take a third of the export's time. */
const isPage = (value: unknown): value is { readonly list: Rows } =>
  typeof value === 'object' && value !== null && 'list' in value && Array.isArray(value.list);

/** A call that answers a page of rows. */
const isList = ({ method, isUnmetered, output }: Endpoint): boolean =>
  (method === 'GET' || isUnmetered === true) && output instanceof z.ZodObject && 'max_page' in output.shape;

/**
 * Any list as a file, through the list's own handler: its permission, scope, filters and order; the tables of the statistics likewise.
 * `handlersOf` gives the handlers of all calls.
 */
export function exportHandlers(
  parts: { readonly store: EventStore; readonly clock: Clock },
  handlersOf: () => Readonly<Record<string, unknown>>,
): Pick<Handlers, 'exportList'> {
  return {
    async exportList({ path, variant, query, columns, format, name }, request) {
      const call = Object.entries<Endpoint>(endpoints).find(
        ([, endpoint]) =>
          endpoint.path === path &&
          endpoint.variant === variant &&
          (isList(endpoint) || statisticsSubjectOf(endpoint.path) !== undefined),
      );
      const handler = call === undefined ? undefined : handlersOf()[call[0]];
      if (call === undefined || !isHandler(handler)) throw noFile();
      const { permission, input } = call[1];
      if (permission !== 'open' && permission !== 'signedIn' && !request.principal.permissions.has(permission))
        throw new HttpFailure(403, deniedMessage, refusalCodes.denied);
      const parsed = input.safeParse({ ...query, page: 1, page_size: rowsAtOnce / 2 }, { error: chineseIssue });
      if (!parsed.success)
        throw new HttpFailure(422, '筛选条件不正确', refusalCodes.invalid, toFieldErrors(parsed.error));
      const asked = z.looseObject({}).parse(parsed.data);
      const subject = statisticsSubjectOf(path);
      const pages =
        subject === undefined
          ? cellsOf(
              rowsOf(handler, asked, request, () => stillExporting(parts, request.principal, name)),
              columns,
            )
          : wholeTable(async () => statisticsCells(subject, asked, await handler(asked, request), columns));
      // The first rows are read before the file begins, so that a refusal is still an answer.
      const first = await pages.next();
      const all = withFirst(first, pages);
      const file = `${name}_${toDisplayTime(parts.clock.nowMs()).slice(0, 16).replaceAll(/[-: ]/g, '')}.${format}`;
      if (format === 'csv') return new SentFile({ name: file, mime: csvMime, body: csvOf(columns, all) });
      const sheetColumns = columns.map(({ header, as }) => ({ header, isNumber: as === 'number' }));
      return new SentFile({ name: file, mime: xlsxMime, body: streamSheet(sheetName(name), sheetColumns, all) });
    },
  };
}

const noFile = () =>
  new HttpFailure(422, '这个列表不能导出', refusalCodes.invalid, [{ field: 'path', message: '这个列表不能导出' }]);

/** Returns the name in a form that a spreadsheet accepts for a sheet. */
const sheetName = (name: string): string => name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31) || '列表';

type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Returns the person who exports, with their present rights. Throws NoLongerAllowed, which the audit log then shows: the file ends broken,
 * because its head is sent and half of a list must not look like a whole one.
 */
export async function stillExporting(
  parts: { readonly store: EventStore; readonly clock: Clock },
  began: Principal,
  name: string,
): Promise<Principal> {
  try {
    return await stillAllowed(parts.store, began);
  } catch (error) {
    if (error instanceof NoLongerAllowed)
      await recordStop(parts, error, { work: 'export', name: `导出“${name}”`, outcome: '导出已中止，文件不完整' });
    throw error;
  }
}

/** The rows of the list page by page; `askAgain` is asked before each page after the first who may see them. */
async function* rowsOf(
  handler: AnyHandler,
  query: object,
  request: SignedInRequest,
  askAgain: () => Promise<Principal>,
): AsyncGenerator<Rows> {
  let isFirst = true;
  const now = async (): Promise<SignedInRequest> => {
    if (!isFirst) return { ...request, principal: await askAgain() };
    isFirst = false;
    return request;
  };
  const seen = new Set<number>();
  for (let skip = 0; ; skip += idsAtOnce) {
    let ids: readonly number[] | undefined;
    const take = (found: readonly number[]) => {
      ids = found;
    };
    await handler(readingWhole(query, { step: 'ids', skip, limit: idsAtOnce, take }), await now());
    // The list reads pages only: an empty file would say that it has no rows.
    if (ids === undefined) throw noFile();
    const fresh = ids.filter((id) => !seen.has(id));
    for (const id of fresh) seen.add(id);
    for (let from = 0; from < fresh.length; from += rowsAtOnce) {
      const some = fresh.slice(from, from + rowsAtOnce);
      const page = await handler(readingWhole(query, { step: 'rows', ids: some }), await now());
      if (!isPage(page)) throw new Error('the list has no rows');
      yield page.list;
    }
    if (ids.length < idsAtOnce) return;
  }
}

type Cells = CsvValue[];

async function* cellsOf(pages: AsyncGenerator<Rows>, columns: readonly ExportColumn[]): AsyncGenerator<Cells[]> {
  for await (const rows of pages) yield rows.map((row) => columns.map((column) => cellOf(row[column.field], column)));
}

/** A table that a call answers whole. */
async function* wholeTable(read: () => Promise<Cells[]>): AsyncGenerator<Cells[]> {
  yield await read();
}

async function* withFirst(first: IteratorResult<Cells[]>, rest: AsyncGenerator<Cells[]>): AsyncGenerator<Cells[]> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

async function* csvOf(columns: readonly ExportColumn[], pages: AsyncGenerator<Cells[]>): AsyncGenerator<string> {
  yield csvStart + toCsvLines([columns.map(({ header }) => header)]);
  for await (const rows of pages) yield toCsvLines(rows);
}

function cellOf(value: unknown, { as, words }: ExportColumn): CsvValue {
  if (value === null || value === undefined) return null;
  if (as === 'number') return typeof value === 'number' ? value : textOf(value, words);
  if (as === 'time') return typeof value === 'string' || typeof value === 'number' ? toDisplayTime(value) : '';
  if (as === 'list' && Array.isArray(value)) return value.map((one) => textOf(one, words)).join('、');
  return textOf(value, words);
}

function textOf(value: unknown, words: ExportColumn['words'] = {}): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return Object.hasOwn(words, text) ? (words[text] ?? '') : text;
}
