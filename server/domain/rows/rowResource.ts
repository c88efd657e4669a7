import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type * as z from 'zod';
import type { FieldErrors } from '../../../src/contract/envelope.ts';
import type { RowKind } from '../../../src/contract/streamName.ts';
import type { Principal } from '../../access/principal.ts';
import type { RowScope } from '../../access/scopeBy.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';
import type { RowTables } from '../../store/rowTables.ts';
import type { Leaving } from './undoneImports.ts';

/** Records that still use a row: 12 台电梯. */
export interface RowUse {
  readonly count: number;
  /** As many of them as the caller may see; only these are counted for them. */
  readonly inScope: number;
  readonly measure: string;
  readonly noun: string;
}

export type Judgement<Values> = (
  queries: Queries,
  id: number | null,
  values: Values,
  by: Principal,
) => TransactionSteps<FieldErrors['errors']>;
/** The tables whose rows have an id: every table of `store/tables` that has one may be edited. */
export type EditedTable = {
  [Table in keyof RowTables]: RowTables[Table] extends { readonly id: number } ? Table : never;
}[keyof RowTables];

/**
 * One kind of base data that people create, edit and delete. `Values` is what an editor writes, by the wire's names.
 * The steps run inside the transaction of the row's event, so they see the rows as they are at that moment.
 */
export interface RowResource<Values extends object> {
  /** The common noun for one of them: 品牌. */
  readonly noun: string;
  /**
   * Streams are `<kind>-<id>`, events `<kind>.changed`. A new kind does not compile here before its event stands in
   * `contract/events/baseData.ts`.
   */
  readonly kind: RowKind;
  /** The table of the rows: kinds that share a table share its ids. */
  readonly table: EditedTable;
  readonly fields: z.ZodObject & z.ZodType<Values>;
  /** The highest id in use: new ids start above what a seed or an import wrote. */
  readonly highestId: (queries: Queries) => TransactionSteps<number>;
  readonly read: (queries: Queries, id: number) => TransactionSteps<Values | undefined>;
  /**
   * May this person see and change the row as it is (`id`), or as it would be (`values`)? Asked before and after a change. Absent of
   * rows that belong to no organisation.
   */
  readonly isInScope?: (
    by: Principal,
    row: { readonly id: number | null; readonly values: Values },
    queries: Queries,
  ) => TransactionSteps<boolean>;
  /** Fills in what an editor leaves to the server, before the change is written (a free code, say). `id` is null for a new row. */
  readonly complete?: (queries: Queries, id: number | null, values: Values) => TransactionSteps<Values>;
  readonly insert: (queries: Queries, id: number, values: Values, by: Principal) => TransactionSteps;
  readonly update: (queries: Queries, id: number, values: Values, by: Principal) => TransactionSteps;
  readonly remove: (queries: Queries, id: number) => TransactionSteps;
  /**
   * Returns the problems of the values beside the other rows (a name that is taken), by field. Several, so that each is reported whose own
   * fields fit, even if others of the form do not.
   */
  readonly problems?: Judgement<Values> | readonly Judgement<Values>[];
  /** Returns the records that use a row, without those that an undo takes back before it (`leaving`). */
  readonly usedBy?: (
    queries: Queries,
    id: number,
    by: Principal,
    leaving?: Leaving,
  ) => TransactionSteps<readonly RowUse[]>;
  /** The values as the log keeps them permanently: telephone numbers masked, secrets left out. */
  readonly redact?: (values: Values) => object;
}

/** One row before and after: null before it was created and after it was removed. */
export interface RowChange<Values> {
  readonly id: number;
  readonly before: Values | null;
  readonly after: Values | null;
}

interface ScopeOfRows<Values> extends Pick<RowScope<string>, 'condition'> {
  readonly sees: (queries: Queries, by: Principal, values: Values) => TransactionSteps<boolean>;
}

/** A resource whose rows stand in one table: a list of them needs no query of its own, see `plainList`. */
export interface TableResource<Values extends object> extends RowResource<Values> {
  readonly constant: Readonly<Record<string, unknown>>;
  /** A row of the table as an editor writes it. */
  readonly valuesOf: (row: object) => Values;
  readonly scope: ScopeOfRows<Values> | undefined;
}

type Row<Table extends EditedTable> = Selectable<RowTables[Table]>;
type Columns<Table extends EditedTable, Constant> = Omit<Insertable<RowTables[Table]>, 'id' | keyof Constant>;

/** Needed where the values are not the columns as they stand (a boolean, a list, a name of its own) and the default steps write them. */
type Conversion<Values extends object, Table extends EditedTable, Constant> =
  | { readonly toColumns: (values: Values) => Columns<Table, Constant> }
  | ([Values, keyof Values] extends [Columns<Table, Constant>, keyof Columns<Table, Constant>]
      ? { readonly toColumns?: undefined }
      : Pick<Steps<Values>, 'insert' | 'update'> & { readonly toColumns?: undefined });

type Steps<Values extends object> = Pick<RowResource<Values>, 'highestId' | 'read' | 'insert' | 'update' | 'remove'>;

interface OwnRows<Values extends object, Table extends EditedTable, Constant> extends Partial<Steps<Values>> {
  readonly table: Table;
  readonly fields: z.ZodObject & z.ZodType<Values>;
  /** Columns that every row of the kind has alike, and by which it is told from other kinds in the table: `{ org_type: 3 }`. */
  readonly constant?: Constant;
  /** The row as an editor writes it. Parsed by `fields` unless told; rows from before a rule was made may break it. */
  readonly toValues?: (row: Row<Table>) => Values;
  /** Writes further rows beside a row, in its transaction; without values once the row is removed. */
  readonly beside?: (queries: Queries, id: number, values: Values | null) => TransactionSteps;
  /** The scope of a row, decided by one of its columns. */
  readonly scope?: ScopeOfRows<Values>;
}

/** Queries of a table that is known only at run time: they carry no types. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as said above
export const untyped = (queries: Queries) => queries as unknown as Kysely<Record<string, Record<string, unknown>>>;

// oxlint-disable-next-line require-yield -- nothing is written
function* nothing(): TransactionSteps {}

/** Returns the steps that read, insert, update and remove a row with which nothing else is written. */
function rowSteps<Values extends object, Table extends EditedTable, Constant extends Partial<Row<Table>>>({
  table,
  constant,
  valuesOf,
  toColumns,
  beside = nothing,
}: Pick<OwnRows<Values, Table, Constant>, 'table' | 'constant' | 'beside'> & {
  readonly valuesOf: (row: object) => Values;
  readonly toColumns?: ((values: Values) => object) | undefined;
}): Steps<Values> {
  const name: string = table;
  const columnsOf = (values: Values) => ({ ...(toColumns?.(values) ?? values) });
  return {
    *highestId(queries) {
      const [row] = yield* run(
        untyped(queries)
          .selectFrom(name)
          .select(sql<number | null>`max(id)`.as('id')),
      );
      return row?.id ?? 0;
    },
    *read(queries, id) {
      let rows = untyped(queries).selectFrom(name).selectAll().where('id', '=', id);
      for (const [column, value] of Object.entries(constant ?? {})) rows = rows.where(column, '=', value);
      const [row] = yield* run(rows);
      return row === undefined ? undefined : valuesOf(row);
    },
    *insert(queries, id, values) {
      yield* run(
        untyped(queries)
          .insertInto(name)
          .values({ id, ...constant, ...columnsOf(values) }),
      );
      yield* beside(queries, id, values);
    },
    *update(queries, id, values) {
      yield* run(untyped(queries).updateTable(name).set(columnsOf(values)).where('id', '=', id));
      yield* beside(queries, id, values);
    },
    *remove(queries, id) {
      yield* run(untyped(queries).deleteFrom(name).where('id', '=', id));
      yield* beside(queries, id, null);
    },
  };
}

/**
 * A resource over one table: reads, inserts, updates and removes its rows, and knows the highest id, unless `own` says how.
 */
export function rowResource<
  Values extends object,
  Table extends EditedTable,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- no column is constant unless told
  Constant extends Partial<Row<Table>> = Record<never, never>,
>(
  own: Omit<RowResource<Values>, keyof Steps<Values> | 'table' | 'fields'> &
    OwnRows<Values, Table, Constant> &
    Conversion<Values, Table, Constant>,
): TableResource<Values> {
  const { scope, fields, constant, toValues = (row: object) => fields.parse(row) } = own;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is a row of this table
  const valuesOf = (row: object): Values => toValues(row as Row<Table>);
  return {
    ...(scope === undefined
      ? {}
      : {
          isInScope: (by: Principal, { values }: { readonly values: Values }, queries: Queries) =>
            scope.sees(queries, by, values),
        }),
    ...rowSteps<Values, Table, Constant>({ ...own, valuesOf }),
    ...own,
    constant: { ...constant },
    valuesOf,
    scope,
  };
}
