import { isUtf8 } from 'node:buffer';
import { StoreDamagedError } from '../errors.ts';
import type { LibsqlConnection } from './libsqlConnection.ts';

/** Text is checked in pieces of about this size. */
const pieceBytes = 4 * 1024 * 1024;
const firstPieceRows = 64;
const mostPieceRows = 5_000;
/** At a start, the newest rows of each table up to this size: what a start reads, in a time that does not grow with the city. */
const startBytesPerTable = 16 * 1024 * 1024;
/** Checked one row at a time and never at a start. */
const skippedAtStart: ReadonlySet<string> = new Set(['message_ids']);

interface Piece {
  readonly rows: number;
  readonly lowest: number | null;
  readonly texts: ArrayBuffer | null;
}

/**
 * The first place in an SQLite file whose text is not UTF-8, in words; undefined if there is none. Reading such text as
 * text aborts the process inside the driver, so everything is read as bytes here. `whole: false` checks only what a
 * start reads.
 */
export function findBadText(connection: LibsqlConnection, { whole }: { readonly whole: boolean }): string | undefined {
  for (const table of namesOf(
    connection,
    // A virtual table has no pages: its text stands in tables of its own.
    `select cast(name as blob) as name from sqlite_schema where type = 'table' and rootpage > 0 order by name`,
  )) {
    if (!whole && skippedAtStart.has(table)) continue;
    const bad = findInTable(connection, table, whole ? Number.POSITIVE_INFINITY : startBytesPerTable);
    if (bad !== undefined) return bad;
  }
  return undefined;
}

/** Throws StoreDamagedError where `findBadText` finds something. */
export function refuseBadText(connection: LibsqlConnection, scope: { readonly whole: boolean }): void {
  const place = findBadText(connection, scope);
  if (place !== undefined) throw new StoreDamagedError(place);
}

function findInTable(connection: LibsqlConnection, table: string, mostBytes: number): string | undefined {
  const columns = namesOf(connection, `select cast(name as blob) as name from pragma_table_info(${literal(table)})`);
  const [kind] = connection.execute<{ wr: number }>(`select wr from pragma_table_list(${literal(table)})`, []);
  const hasRowids = kind?.wr !== 1;
  const text = columns
    .map(
      (column) =>
        `case typeof(${quoted(column)}) when 'text' then cast(${quoted(column)} as blob) else x'' end || x'00'`,
    )
    .join(' || ');
  // Newest first. A table without row ids is small or known by its keys: there the rows are counted.
  const place = (rows: number) =>
    hasRowids
      ? `select rowid as id, ${text} as t from ${quoted(table)} where rowid < ? order by rowid desc limit ${rows}`
      : `select null as id, ${text} as t from ${quoted(table)} limit ${rows} offset ?`;
  let next: number | bigint = hasRowids ? 2n ** 63n - 1n : 0;
  let rows = firstPieceRows;
  for (let bytes = 0; bytes < mostBytes;) {
    const [piece] = connection.execute<Piece>(
      `select count(*) as rows, min(id) as lowest, cast(group_concat(t, x'00') as blob) as texts from (${place(rows)})`,
      [next],
    );
    if (piece === undefined || piece.rows === 0) return undefined;
    const size = piece.texts?.byteLength ?? 0;
    if (piece.texts !== null && !isUtf8(Buffer.from(piece.texts))) {
      if (piece.rows === 1) return nameOf(table, hasRowids ? piece.lowest : undefined, Number(next) + 1);
      // Somewhere in this piece: smaller pieces locate the row.
      rows = Math.ceil(piece.rows / 2);
      continue;
    }
    bytes += size;
    next = hasRowids ? (piece.lowest ?? 0) : Number(next) + piece.rows;
    rows = Math.max(1, Math.min(mostPieceRows, Math.floor((pieceBytes * piece.rows) / Math.max(1, size))));
  }
  return undefined;
}

function nameOf(table: string, id: number | null | undefined, count: number): string {
  if (id === undefined || id === null) return `表 ${table} 第 ${count} 行`;
  return table === 'events' ? `第 ${id} 个事件` : `表 ${table} 编号 ${id} 的行`;
}

function namesOf(connection: LibsqlConnection, sql: string): readonly string[] {
  return connection.execute<{ name: ArrayBuffer }>(sql, []).map(({ name }) => {
    if (!isUtf8(Buffer.from(name))) throw new StoreDamagedError('表结构中');
    return Buffer.from(name).toString('utf8');
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
