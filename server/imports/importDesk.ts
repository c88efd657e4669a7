import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { chineseIssue } from '../../src/contract/chineseIssue.ts';
import type { FieldErrors } from '../../src/contract/envelope.ts';
import type { ImportKind } from '../../src/contract/entities/imports.ts';
import type { Principal } from '../access/principal.ts';
import type { Leaving } from '../domain/rows/undoneImports.ts';
import type { CurrentRow, ImportNote, RowBatch } from '../domain/rows/rowDesk.ts';
import type { Queries } from '../store/eventStore.ts';
import type { ImportColumn, Names } from './columns.ts';
import { NameIndex, type Named } from './nameIndex.ts';
import { isPending, type PendingNames } from './pendingNames.ts';
import { wrongRow, type FileRow, type RowProblem, type CheckedRow, type KeptRow } from './importRow.ts';

export interface RowOutcome {
  readonly id: number;
  readonly before: object | null;
  readonly after: object | null;
}

/** Returns the doubts about a record as it would be saved, by field. `id` is null for a new one. */
export type Doubts<Values> = (values: Values, before: Values | null, id: number | null) => FieldErrors['errors'];

export interface ImportDeskParts<Values extends object> {
  readonly kind: ImportKind;
  readonly columns: readonly ImportColumn[];
  readonly fields: z.ZodType<Values>;
  readonly batch: RowBatch<Values>;
  /** The names that cells may contain, from the records that the caller may see. */
  readonly names: Readonly<Record<string, (reads: Queries, by: Principal) => Promise<readonly Named[]>>>;
  /** The values of a new record where the file is silent. */
  readonly defaults?: Partial<Values>;
  /** Fields of which no two records of the site have the same value: a refusal tells that one has it. */
  readonly takenFields?: readonly (keyof Values & string)[];
  /** Returns the questions that the form of the kind would ask before it saves. */
  readonly doubts?: (reads: Queries, by: Principal) => Promise<Doubts<Values>>;
  /** Returns the key that tells two rows of a file apart; undefined where the row does not say. */
  readonly keyOf: (given: ReadonlyMap<string, unknown>) => string | undefined;
  /** The records that each row means, best first: none for a new one. */
  readonly match: (
    reads: Queries,
    rows: readonly ReadonlyMap<string, unknown>[],
  ) => Promise<readonly (readonly number[])[]>;
  /** After many rows: for what is kept in memory of them. */
  readonly afterRows: (
    changes: readonly { readonly id: number; readonly before: Values | null; readonly after: Values | null }[],
  ) => Promise<void>;
}

/** The rows of one kind as the import sees them, whatever their fields are. */
export interface ImportDesk {
  readonly kind: ImportKind;
  readonly columns: readonly ImportColumn[];
  /** `pending` are records that other files of the upload will make. */
  loadNames(reads: Queries, by: Principal, pending?: PendingNames): Promise<Names>;
  /**
   * Checks rows against what is doubted as the register stands now. `readFile` reads all rows of the file, for a kind whose records take
   * several of them.
   */
  startCheck(reads: Queries, by: Principal, readFile: () => Promise<readonly FileRow[]>): Promise<RowCheck>;
  /** Adds the keys of rows that are checked already. */
  remember(rows: readonly FileRow[], names: Names, seen: Map<string, number>): Promise<void>;
  /** Resolves to undefined for a row that is written with another one. */
  write(by: Principal, row: KeptRow, note: ImportNote): Promise<RowOutcome | undefined>;
  hindrance(by: Principal, row: KeptRow, leaving?: Leaving): Promise<string | undefined>;
  revert(by: Principal, row: KeptRow, note: ImportNote): Promise<RowOutcome | undefined>;
  afterRows(outcomes: readonly RowOutcome[]): Promise<void>;
}

export interface RowCheck {
  /** Checks each row without writing it. `seen` holds the keys of the file's earlier rows with their numbers, and gains these. */
  check(
    by: Principal,
    reads: Queries,
    rows: readonly FileRow[],
    names: Names,
    seen: Map<string, number>,
  ): Promise<readonly CheckedRow[]>;
}

/** Returns the values of the cells, by field, and the problems of the others. */
function parseCells({ cells }: FileRow, names: Names) {
  const given = new Map<string, unknown>();
  const problems: RowProblem[] = [];
  for (const { column, text } of cells) {
    const parsed = column.parse(text, names);
    if ('value' in parsed) given.set(column.field, parsed.value);
    else problems.push({ header: column.header, message: parsed.problem, suggestion: parsed.suggestion ?? '' });
  }
  return { given, problems };
}

/** Each row in a turn of its own, so that a call for help does not wait for a hundred searches for the nearest name. */
export async function parseRows(rows: readonly FileRow[], names: Names) {
  const parsed: { readonly row: FileRow; readonly cells: ReturnType<typeof parseCells> }[] = [];
  for (const row of rows) {
    parsed.push({ row, cells: parseCells(row, names) });
    await nextTurn();
  }
  return parsed;
}

/** Joins columns, names and the desk of the kind: refuses whatever the desk refuses, in its words. */
export function importDesk<Values extends object>(parts: ImportDeskParts<Values>): ImportDesk {
  const { kind, columns, fields, batch, keyOf } = parts;
  const takenFields: ReadonlySet<string> = new Set(parts.takenFields);
  const headerOf = (field: string): string => columns.find((column) => column.field === field)?.header ?? '';

  /** Rows that mean the same record, or share what no two may share. */
  function repeated(rowNumber: number, given: ReadonlyMap<string, unknown>, seen: Map<string, number>): RowProblem[] {
    const key = keyOf(given);
    const keys = [
      ...(key === undefined ? [] : [{ key: `key ${key}`, header: '' }]),
      ...columns
        .filter(({ isUnique, field }) => isUnique && given.has(field))
        .map(({ field, header }) => ({ key: `${field} ${String(given.get(field))}`, header })),
    ];
    const problems = keys.flatMap(({ key: one, header }) => {
      const earlier = seen.get(one);
      return earlier === undefined ? [] : [{ header, message: `与第 ${earlier} 行重复，请只保留一行`, suggestion: '' }];
    });
    for (const { key: one } of keys) if (!seen.has(one)) seen.set(one, rowNumber);
    return problems.slice(0, 1);
  }

  function missing(given: ReadonlyMap<string, unknown>, problems: readonly RowProblem[]): RowProblem[] {
    return columns
      .filter(
        ({ isRequired, field, header }) =>
          isRequired && !given.has(field) && problems.every((problem) => problem.header !== header),
      )
      .map(({ header }) => ({ header, message: `请填写${header}`, suggestion: '' }));
  }

  async function checkOne(
    by: Principal,
    reads: Queries,
    { rowNumber, problems: ofFile, completes }: FileRow,
    { given, problems: ofCells }: ReturnType<typeof parseCells>,
    matched: readonly number[],
    names: Names,
    seen: Map<string, number>,
    doubts: Doubts<Values>,
  ): Promise<CheckedRow> {
    const found = [...ofFile, ...ofCells, ...repeated(rowNumber, given, seen)];
    const wrong = (problems: readonly RowProblem[]) => wrongRow(rowNumber, problems);
    // Records out of scope are none.
    const own: { readonly id: number; readonly current: CurrentRow<Values> }[] = [];
    for (const id of matched) {
      const current = await batch.current(by, id, reads);
      if (current !== undefined) own.push({ id, current });
    }
    if (own.length > 1)
      return wrong([
        ...found,
        { header: '', message: `系统中有 ${own.length} 条相同的记录，无法确定是哪一条`, suggestion: '' },
      ]);
    const { id: recordId = null, current } = own[0] ?? {};
    if (current === undefined && completes !== undefined)
      return wrong([{ header: '', message: '记录已不存在，或您无权查看', suggestion: '' }]);
    if (current === undefined) found.push(...missing(given, found));
    const before = current?.values ?? null;
    const told = completes === undefined ? given : lackedBy(before ?? {}, given);
    const merged = mergedWith(before ?? parts.defaults ?? {}, told);
    const parsed = fields.safeParse(merged, { error: chineseIssue });
    if (!parsed.success)
      found.push(
        ...parsed.error.issues
          .map(({ path, message }) => ({ header: headerOf(String(path[0] ?? '')), message, suggestion: '' }))
          .filter(({ header }) => found.every((problem) => problem.header !== header)),
      );
    if (found.length > 0 || !parsed.success) return wrong(found);
    const values = parsed.data;
    if (before !== null && isDeepStrictEqual(before, values))
      return { ...wrong([]), state: 'same', values, before, recordId, version: current?.version ?? 0 };
    const pending = pendingFieldsOf(columns, values);
    const isProvisional = pending.size > 0;
    // What is wrong with a reference to a record that is not written yet, or with the scope, shows once it is written.
    const refused = (await batch.review(by, recordId, values, reads)).filter(
      ({ field }) => !isProvisional || (field !== '' && !pending.has(field)),
    );
    if (refused.length > 0)
      return {
        ...wrong(refused.map(({ field, message }) => ({ header: headerOf(field), message, suggestion: '' }))),
        tellsOfOthers: by.scope.kind !== 'all' && refused.some(({ field }) => takenFields.has(field)),
      };
    return {
      rowNumber,
      state: before === null ? 'new' : 'change',
      problems: doubts(values, before, recordId).map(({ field, message }) => ({
        header: headerOf(field),
        message,
        suggestion: '',
        is_warning: true,
      })),
      changes: before === null ? [] : changesBetween(before, values, names),
      values,
      before,
      recordId,
      version: current?.version ?? 0,
      isProvisional,
    };
  }

  function changesBetween(before: Values, after: Values, names: Names): CheckedRow['changes'] {
    const [old, now] = [
      new Map<string, unknown>(Object.entries(before)),
      new Map<string, unknown>(Object.entries(after)),
    ];
    return columns
      .map(({ field, header, format }) => ({
        header,
        before: format(old.get(field), names),
        after: format(now.get(field), names),
      }))
      .filter((change) => change.before !== change.after);
  }

  const parse = (values: unknown): Values => fields.parse(values);
  /** A record as it was. It is not parsed, because it may be older than today's rules or have lost its telephone numbers. */
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the desk itself has written it
  const asItWas = (values: unknown): Values | null => values as Values | null;
  const written = ({ recordId, before, values, version }: KeptRow) => {
    if (recordId === null) throw new Error('the row has no record');
    const saved = asItWas(values);
    if (saved === null) throw new Error('the row has no values');
    return { id: recordId, before: asItWas(before), values: saved, version };
  };

  return {
    kind,
    columns,
    async loadNames(reads, by, pending = {}) {
      const names = new Map<string, NameIndex>();
      for (const [name, load] of Object.entries(parts.names))
        names.set(name, new NameIndex([...(await load(reads, by)), ...(pending[name] ?? [])]));
      return names;
    },
    async startCheck(city, asker) {
      const doubts = (await parts.doubts?.(city, asker)) ?? (() => []);
      return {
        async check(by, reads, rows, names, seen) {
          const parsed = await parseRows(rows, names);
          const matched = await parts.match(
            reads,
            parsed.map(({ cells }) => cells.given),
          );
          return Promise.all(
            parsed.map(({ row, cells }, index) => {
              const records = row.completes === undefined ? (matched[index] ?? []) : [row.completes];
              return checkOne(by, reads, row, cells, records, names, seen, doubts);
            }),
          );
        },
      };
    },
    async remember(rows, names, seen) {
      for (const { row, cells } of await parseRows(rows, names)) repeated(row.rowNumber, cells.given, seen);
    },
    async write(by, { recordId, before, values, version }, note) {
      const row = { id: recordId, before: asItWas(before), values: parse(values), version };
      const { id } = await batch.write(by, row, note);
      return { id, before: row.before, after: row.values };
    },
    hindrance: (by, row, leaving) => batch.hindrance(by, written(row), leaving),
    async revert(by, row, note) {
      const { id, before, values, version } = written(row);
      await batch.revert(by, { id, before, values, version }, note);
      return { id, before: values, after: before };
    },
    afterRows: (outcomes) =>
      parts.afterRows(
        outcomes.map(({ id, before, after }) => ({ id, before: asItWas(before), after: asItWas(after) })),
      ),
  };
}

/** The fields of a record that name what is not written yet. */
function pendingFieldsOf(columns: readonly ImportColumn[], values: object): ReadonlySet<string> {
  const has = new Map<string, unknown>(Object.entries(values));
  return new Set(
    columns.filter(({ isLookup, field }) => isLookup && isPending(has.get(field))).map(({ field }) => field),
  );
}

/** The cells whose fields the record leaves empty. */
function lackedBy(before: object, given: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  return new Map([...given].filter(([field]) => (old.get(field) ?? '') === ''));
}

/** The record with what the file says of it. Words in another order are no change. */
function mergedWith(before: object, given: ReadonlyMap<string, unknown>): object {
  const old = new Map<string, unknown>(Object.entries(before));
  return {
    ...before,
    ...Object.fromEntries(
      [...given].map(([field, value]) => [field, isSameSet(old.get(field), value) ? old.get(field) : value]),
    ),
  };
}

const isPlain = (item: unknown): boolean => typeof item !== 'object';

function isSameSet(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  return (
    one.length === other.length &&
    one.every(isPlain) &&
    other.every(isPlain) &&
    new Set([...one, ...other]).size === one.length
  );
}

/** Returns the values of the rows in a field of text, each once, for a look at the records of those names. */
export const textsOf = (rows: readonly ReadonlyMap<string, unknown>[], field: string): readonly string[] => [
  ...new Set(
    rows.flatMap((row) => {
      const value = row.get(field);
      return typeof value === 'string' && value !== '' ? [value] : [];
    }),
  ),
];
