import { sql } from 'kysely';
import type { ImportKind, ImportOrigin, ImportState } from '../../src/contract/entities/imports.ts';
import type { Principal } from '../access/principal.ts';
import { keptStanding, type Standing } from '../domain/longWork.ts';
import { run, type EventStore, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { StagedFile } from './importFile.ts';
import type { CheckedRow, KeptRow, RowProblem } from './importRow.ts';

/** Rows in one statement: a few milliseconds of the thread that rings. */
const rowsAtOnce = 100;

const sliced = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Keeps a file with its rows, unchecked. Returns its id. */
export async function stageImport(
  store: EventStore,
  by: Principal,
  file: StagedFile & {
    readonly kind: ImportKind;
    readonly fileName: string;
    readonly atMs: number;
    /** The first file that it is uploaded together with. */
    readonly groupId?: number | undefined;
    readonly origin?: ImportOrigin;
  },
): Promise<number> {
  const id = await store.nextId('import');
  for (const rows of sliced(file.rows, rowsAtOnce))
    await store.write(function* (queries) {
      yield* run(
        queries.insertInto('import_rows').values(
          rows.map(({ rowNumber, cells, problems, recordId }) => ({
            import_id: id,
            row_number: rowNumber,
            state: 'unchecked',
            cells: JSON.stringify(cells),
            problems: JSON.stringify(problems),
            file_problems: JSON.stringify(problems),
            row_values: null,
            row_before: null,
            record_id: recordId ?? null,
          })),
        ),
      );
    });
  // Last, so that an import without some of its rows does not exist.
  await store.write(function* (queries) {
    yield* run(
      queries.insertInto('imports').values({
        id,
        kind: file.kind,
        file_name: file.fileName,
        state: 'checking',
        header: JSON.stringify(file.header),
        row_num: file.rows.length,
        created_by: by.userId,
        worker: keptStanding(by),
        group_id: file.groupId ?? id,
        origin: file.origin ?? 'file',
        created_at_ms: file.atMs,
        written_at_ms: null,
      }),
    );
  });
  return id;
}

/** The row of an import; undefined for none. */
export const findStored = (store: Pick<EventStore, 'rows'>, id: number) =>
  store.rows.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();
export type StoredImport = NonNullable<Awaited<ReturnType<typeof findStored>>>;

/** Moves an import on, if it is still in one of these states: of two who try, one succeeds. */
export function moveImport(
  store: EventStore,
  id: number,
  from: readonly ImportState[],
  to: {
    readonly state: ImportState;
    readonly note?: string;
    readonly written_at_ms?: number;
    readonly worker?: string;
    readonly waits_for?: number | null;
    readonly is_provisional?: 0 | 1;
  },
): Promise<boolean> {
  return store.write(function* (queries) {
    const moved = yield* run(
      queries.updateTable('imports').set(to).where('id', '=', id).where('state', 'in', from).returning('id'),
    );
    return moved.length > 0;
  });
}

/** The files that were uploaded together, in the order of their upload. */
export const findGroup = (store: Pick<EventStore, 'rows'>, groupId: number) =>
  store.rows.selectFrom('imports').selectAll().where('group_id', '=', groupId).orderBy('id').execute();

/** Begins to undo all of these imports, or none: false where another undo has taken one of them. */
export function beginUndo(store: EventStore, ids: readonly number[], worker: string): Promise<boolean> {
  return store.write(function* (queries) {
    const waiting = yield* run(
      queries.selectFrom('imports').select('id').where('id', 'in', ids).where('state', 'in', ['done', 'stopped']),
    );
    if (waiting.length < ids.length) return false;
    yield* run(queries.updateTable('imports').set({ state: 'undoing', worker }).where('id', 'in', ids));
    return true;
  });
}

/** Begins to write these imports, each when the one before it is written, or none: false where somebody was quicker. */
export function beginWriting(store: EventStore, ids: readonly number[], worker: string): Promise<boolean> {
  return store.write(function* (queries) {
    const waiting = yield* run(
      queries.selectFrom('imports').select('id').where('id', 'in', ids).where('state', '=', 'ready'),
    );
    if (waiting.length < ids.length) return false;
    for (const [index, id] of ids.entries())
      yield* run(
        queries
          .updateTable('imports')
          .set({ state: 'writing', worker, note: '', waits_for: ids[index - 1] ?? null })
          .where('id', '=', id),
      );
    return true;
  });
}

/** Writes what the check of some rows has found. */
export function keepChecked(store: EventStore, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  return store.write(function* (queries) {
    if (rows.some(({ isProvisional }) => isProvisional === true))
      yield* run(queries.updateTable('imports').set({ is_provisional: 1 }).where('id', '=', importId));
    for (const row of rows)
      yield* run(
        queries
          .updateTable('import_rows')
          .set({
            state: row.state,
            problems: JSON.stringify(row.problems),
            changes: JSON.stringify(row.changes),
            row_values: row.values === null ? null : JSON.stringify(row.values),
            row_before: row.before === null ? null : JSON.stringify(row.before),
            record_id: row.recordId,
            version: row.version,
          })
          .where('import_id', '=', importId)
          .where('row_number', '=', row.rowNumber),
      );
  });
}

/** Ends a check: the import can be written, or shows what is wrong; the check before writing leaves it where it is. */
export function finishCheck(
  store: EventStore,
  importId: number,
  state: 'checking' | 'writing' = 'checking',
): Promise<void> {
  const count = (state: string) =>
    sql<number>`(select count(*) from import_rows r where r.import_id = ${importId} and r.state = ${state})`;
  return store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('imports')
        .set({
          ...(state === 'checking' ? { state: 'ready' } : { is_provisional: 0 }),
          new_num: count('new'),
          changed_num: count('change'),
          same_num: count('same'),
          wrong_num: count('wrong'),
        })
        .where('id', '=', importId)
        .where('state', '=', state),
    );
  });
}

/** Steps that mark a row written, or put back. What was doubtful about it is settled by writing it. */
export function* markRow(
  queries: Queries,
  { importId, rowNumber }: { readonly importId: number; readonly rowNumber: number },
  to: {
    readonly is_written: 0 | 1;
    readonly record_id?: number;
    readonly version?: number;
    readonly row_values?: string;
  },
): TransactionSteps {
  yield* run(
    queries
      .updateTable('import_rows')
      .set(to.is_written === 1 ? { ...to, problems: '[]' } : to)
      .where('import_id', '=', importId)
      .where('row_number', '=', rowNumber),
  );
}

/** Writes beside some rows why they are in the way. */
export async function noteProblems(
  store: EventStore,
  importId: number,
  problems: ReadonlyMap<number, readonly RowProblem[]>,
): Promise<void> {
  for (const slice of sliced([...problems], rowsAtOnce))
    await store.write(function* (queries) {
      for (const [rowNumber, found] of slice)
        yield* run(
          queries
            .updateTable('import_rows')
            .set({ problems: JSON.stringify(found) })
            .where('import_id', '=', importId)
            .where('row_number', '=', rowNumber),
        );
    });
}

export interface RowChoice {
  readonly importId: number;
  readonly states?: readonly string[];
  readonly isWritten?: boolean;
  /** Rows beyond this one, in the order asked for. */
  readonly after: number | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** Some rows of an import, one batch after the other. */
export async function readRows(reads: Queries, { importId, states, isWritten, after, order, limit }: RowChoice) {
  return reads
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .$if(states !== undefined, (rows) => rows.where('state', 'in', states ?? []))
    .$if(isWritten !== undefined, (rows) => rows.where('is_written', '=', isWritten === true ? 1 : 0))
    .$if(after !== undefined, (rows) => rows.where('row_number', order === 'asc' ? '>' : '<', after ?? 0))
    .orderBy('row_number', order)
    .limit(limit)
    .execute();
}

const pageLength = 100;

/** The rows of an import, a hundred at a time. */
export async function* rowPages(
  store: EventStore,
  began: Standing,
  importId: number,
  choice: Omit<RowChoice, 'importId' | 'after' | 'limit'>,
): AsyncGenerator<readonly StoredRow[]> {
  let after: number | undefined;
  for (;;) {
    const rows = await readRows(readsOf(store, began), { importId, ...choice, after, limit: pageLength });
    if (rows.length > 0) yield rows;
    if (rows.length < pageLength) return;
    after = rows.at(-1)?.row_number;
  }
}

export type StoredRow = Awaited<ReturnType<typeof readRows>>[number];

export const toKeptRow = (row: StoredRow): KeptRow => ({
  importId: row.import_id,
  rowNumber: row.row_number,
  values: JSON.parse(row.row_values ?? 'null'),
  before: JSON.parse(row.row_before ?? 'null'),
  recordId: row.record_id,
  version: row.version,
});

/** Returns the number of doubtful rows that can be written. */
export async function countDoubtful(reads: Queries, importId: number): Promise<number> {
  const { count } = await reads
    .selectFrom('import_rows as w')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('w.import_id', '=', importId)
    .where(isDoubtful)
    .executeTakeFirstOrThrow();
  return count;
}

/** Condition for rows (`w`) that can be written and are doubtful. */
export const isDoubtful = () => sql<boolean>`w.state in ('new', 'change') and w.problems like '%"is_warning":true%'`;

/** Returns the number of rows written so far. */
export async function countWritten(reads: Queries, importId: number): Promise<number> {
  const { count } = await reads
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where('is_written', '=', 1)
    .executeTakeFirstOrThrow();
  return count;
}
