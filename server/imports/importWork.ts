import * as z from 'zod';
import { importCommit } from '../../src/contract/endpoints/imports.ts';
import {
  importKindNames,
  importKinds,
  type ImportKind,
  type ImportState,
} from '../../src/contract/entities/imports.ts';
import { Buckets } from '../access/buckets.ts';
import { loadPerson } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { readStanding, recordStop, stillAllowed, type NoLongerAllowed, type Standing } from '../domain/longWork.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import type { Clock } from '../runtime/clock.ts';
import { UniqueConflictError, VersionConflictError, type EventStore } from '../store/eventStore.ts';
import { readsOf } from '../store/readsOf.ts';
import type { ImportDesk, RowOutcome, RowProblem } from './importDesk.ts';
import { toFileRow } from './importFile.ts';
import {
  countWritten,
  findStored,
  finishCheck,
  keepChecked,
  markRow,
  moveImport,
  noteProblems,
  readRows,
  toKeptRow,
  type StoredImport,
  type StoredRow,
} from './importStore.ts';

const rowsAtOnce = 100;
/** Rows whose events share a commit. More of them would hold up a call for help that comes in meanwhile. */
const writtenAtOnce = 8;
/** Rows after which what is kept in memory of them is read again. */
const reloadedAtOnce = 500;
/** As of join codes. */
const guesses = { burst: 20, perHour: 120 } as const;
const tooManyTaken =
  '文件中有过多编号、代码、名称或账号已被其他记录使用，检查已停止，没有写入任何数据；请核对文件，一小时后再上传';
const importPermission = importCommit.permission;
const noScope = {
  kind: 'organizations',
  areaIds: [],
  communityIds: [],
  brandIds: [],
  propertyIds: [],
  maintenanceIds: [],
} as const;

export interface ImportsParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly desks: Readonly<Record<ImportKind, ImportDesk>>;
  readonly onTrouble: (trouble: string, error: unknown) => void;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

const headerSchema = z.array(z.string());
const problemsSchema = z.array(z.object({ header: z.string(), message: z.string(), suggestion: z.string() }));
export const movingStates = ['checking', 'writing', 'reverting', 'undoing'] as const satisfies readonly ImportState[];

/** Somebody cancelled it, or a row was refused: written rows go back. */
class Stopped extends Error {
  constructor(
    readonly to: 'cancelled' | 'failed',
    readonly note: string,
  ) {
    super(note);
  }
}

/**
 * The work on an import, step by step: check, write, put back, undo. Each step goes on where the last one ended, and throws NoLongerAllowed
 * where its worker may no longer do it.
 */
export class ImportWork {
  readonly #parts: ImportsParts;
  readonly progress = new Map<number, ImportProgress>();
  /** Imports that somebody gives up while they are written. */
  readonly cancelled = new Set<number>();
  /** A refusal tells that a record out of scope has a number, a code or an account: no more of them than of other guesses. */
  readonly #guesses: Buckets;

  constructor(parts: ImportsParts) {
    this.#parts = parts;
    this.#guesses = new Buckets(guesses, parts.clock);
  }

  /** The desk of a stored import's kind. */
  deskOf({ kind }: { readonly kind: string }): ImportDesk {
    const desk = Object.values(this.#parts.desks).find((one) => one.kind === kind);
    if (desk === undefined) throw new Error(`no import of ${kind}`);
    return desk;
  }

  /** The rows of an import, a hundred at a time. */
  async *pages(
    began: Standing,
    importId: number,
    choice: { readonly states?: readonly string[]; readonly isWritten?: boolean; readonly order: 'asc' | 'desc' },
  ): AsyncGenerator<readonly StoredRow[]> {
    let after: number | undefined;
    for (;;) {
      const reads = readsOf(this.#parts.store, began);
      const rows = await readRows(reads, { importId, ...choice, after, limit: rowsAtOnce });
      if (rows.length > 0) yield rows;
      if (rows.length < rowsAtOnce) return;
      after = rows.at(-1)?.row_number;
    }
  }

  /** Ends work whose worker may no longer do it. What is written stays as it is: whole records, which others can take back. */
  async stop(began: Standing, id: number, ended: NoLongerAllowed): Promise<void> {
    const { store } = this.#parts;
    const found = await findStored(this.#parts.store, id);
    if (found === undefined || !movingStates.some((state) => state === found.state)) return;
    const written = await countWritten(store.rows, id);
    const outcome = outcomeOf(found, written);
    const name = (await loadPerson(store, began.userId))?.name ?? '';
    // The audit comes first: a repeat after a failure in between writes it twice, and none would be worse.
    await recordStop(this.#parts, ended, { work: 'import', name: `导入“${found.file_name}”`, outcome });
    await moveImport(store, id, movingStates, {
      state: 'stopped',
      note: `操作人${name === '' ? '' : `“${name}”`}${ended.words}，${outcome}`,
      // An undo that stops does not move it: a group is taken back from the one that was written last.
      ...(written > 0 ? { written_at_ms: found.written_at_ms ?? this.#parts.clock.nowMs() } : {}),
    });
  }

  /** What each row would do; writes nothing. */
  async check(began: Standing, id: number): Promise<void> {
    const { store } = this.#parts;
    const found = await findStored(this.#parts.store, id);
    if (found?.state !== 'checking') return;
    const desk = this.deskOf(found);
    const header = headerSchema.parse(JSON.parse(found.header));
    const reads = readsOf(store, began);
    const names = await desk.loadNames(reads, await stillAllowed(store, began));
    const seen = new Map<string, number>();
    let done = 0;
    for await (const rows of this.pages(began, id, { order: 'asc' })) {
      const by = await stillAllowed(store, began);
      const fileRows = (some: readonly StoredRow[]) =>
        some.map((row) => toFileRow(stagedOf(row), header, desk.columns));
      await desk.remember(fileRows(rows.filter(({ state }) => state !== 'unchecked')), names, seen);
      const unchecked = fileRows(rows.filter(({ state }) => state === 'unchecked'));
      const checked = unchecked.length === 0 ? [] : await desk.check(by, reads, unchecked, names, seen);
      if ((await findStored(this.#parts.store, id))?.state !== 'checking') return;
      // Rows whose answer would be one guess too many are not answered.
      const refusedAt = checked.findIndex(
        ({ tellsOfOthers }) => tellsOfOthers === true && !this.#guesses.tryTake(String(by.userId)),
      );
      await keepChecked(store, id, refusedAt < 0 ? checked : checked.slice(0, refusedAt));
      if (refusedAt >= 0) {
        await moveImport(store, id, ['checking'], { state: 'stopped', note: tooManyTaken });
        return;
      }
      done += rows.length;
      this.progress.set(id, { done, total: found.row_num });
    }
    await finishCheck(store, id);
  }

  /** Writes what was checked; all of it goes back if one row is refused. */
  async write(began: Standing, id: number): Promise<void> {
    const { store, clock } = this.#parts;
    const found = await findStored(store, id);
    if (found?.state !== 'writing') return;
    const desk = this.deskOf(found);
    const total = found.new_num + found.changed_num;
    try {
      const choice = { states: ['new', 'change'], isWritten: false, order: 'asc' } as const;
      await this.#eachRow(began, id, choice, total, desk, (row, by) => this.#writeRow(by, id, desk, row));
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      await moveImport(store, id, ['writing'], { state: 'reverting', note: error.note });
      await this.putBack(began, id, error.to, error.note);
      return;
    }
    await moveImport(store, id, ['writing'], { state: 'done', written_at_ms: clock.nowMs() });
  }

  /**
   * Some rows at a time, in the order asked for, each as the person that the worker is by then; what they change in memory is read again
   * now and then. Throws NoLongerAllowed.
   */
  async #eachRow(
    began: Standing,
    id: number,
    choice: { readonly states?: readonly string[]; readonly isWritten: boolean; readonly order: 'asc' | 'desc' },
    total: number,
    desk: ImportDesk,
    work: (row: StoredRow, by: Principal) => Promise<RowOutcome | undefined>,
  ): Promise<void> {
    const isWriting = !choice.isWritten;
    let outcomes: RowOutcome[] = [];
    let done = isWriting ? await countWritten(this.#parts.store.rows, id) : 0;
    const reload = async () => {
      const some = outcomes;
      outcomes = [];
      if (some.length > 0) await desk.afterRows(some);
    };
    try {
      for await (const rows of this.pages(began, id, choice))
        for (let from = 0; from < rows.length; from += writtenAtOnce) {
          if (isWriting && this.cancelled.has(id)) throw new Stopped('cancelled', '已取消');
          const by = await stillAllowed(this.#parts.store, began);
          // All of them end before a refusal counts, so that none is written after the others have gone back.
          const results = await Promise.allSettled(rows.slice(from, from + writtenAtOnce).map((row) => work(row, by)));
          for (const result of results)
            if (result.status === 'fulfilled' && result.value !== undefined) outcomes.push(result.value);
          const failed = results.find(({ status }) => status === 'rejected');
          if (failed?.status === 'rejected') throw failed.reason;
          done += results.length;
          this.progress.set(id, { done, total });
          if (outcomes.length >= reloadedAtOnce) await reload();
        }
    } finally {
      await reload();
    }
  }

  async #writeRow(by: Principal, id: number, desk: ImportDesk, row: StoredRow): Promise<RowOutcome> {
    const place = { importId: id, rowNumber: row.row_number };
    try {
      return await desk.write(by, toKeptRow(row), {
        importId: id,
        messageId: `import-${id}-${row.row_number}`,
        effects: (queries, { id: recordId, version, values }) =>
          markRow(queries, place, {
            is_written: 1,
            record_id: recordId,
            version,
            row_values: JSON.stringify(values),
          }),
      });
    } catch (error) {
      const why = reasonOf(error);
      if (why === undefined) throw error;
      await noteProblems(this.#parts.store, id, new Map([[row.row_number, why]]));
      const words = why.map(({ header, message }) => (header === '' ? message : `${header}：${message}`)).join('；');
      throw new Stopped('failed', `第 ${row.row_number} 行在检查后有了变化（${words}），已写入的行全部退回`);
    }
  }

  /** Undoes what a stopped import has written, newest first. A row that someone has changed meanwhile stays, and is named. */
  async putBack(began: Standing, id: number, to: 'cancelled' | 'failed', note: string): Promise<void> {
    const left = await this.#revertAll(began, id, 'back');
    const state = { state: to, note: left === 0 ? note : `${note}；其中 ${left} 行已被他人修改，没有退回` };
    await moveImport(this.#parts.store, id, ['reverting'], state);
  }

  /** Takes back all rows that nobody has changed or uses. */
  async undo(began: Standing, id: number): Promise<void> {
    const left = await this.#revertAll(began, id, 'undo');
    const note = left === 0 ? '' : `其中 ${left} 行在导入后被修改或使用，没有撤销`;
    await moveImport(this.#parts.store, id, ['undoing'], { state: 'undone', note });
  }

  /** Returns how many rows stay, because someone changed or uses them. */
  async #revertAll(began: Standing, id: number, round: 'back' | 'undo'): Promise<number> {
    const found = await findStored(this.#parts.store, id);
    if (found === undefined) return 0;
    const desk = this.deskOf(found);
    const total = await countWritten(this.#parts.store.rows, id);
    let left = 0;
    await this.#eachRow(began, id, { isWritten: true, order: 'desc' }, total, desk, async (row, by) => {
      const place = { importId: id, rowNumber: row.row_number };
      try {
        return await desk.revert(by, toKeptRow(row), {
          importId: id,
          messageId: `import-${id}-${row.row_number}-${round}`,
          effects: (queries) => markRow(queries, place, { is_written: 0 }),
        });
      } catch (error) {
        const why = reasonOf(error);
        if (why === undefined) throw error;
        left += 1;
        await noteProblems(this.#parts.store, id, new Map([[row.row_number, why]]));
        return undefined;
      }
    });
    return left;
  }
}

const stagedOf = (row: StoredRow) => ({
  rowNumber: row.row_number,
  cells: headerSchema.parse(JSON.parse(row.cells)),
  problems: problemsSchema.parse(JSON.parse(row.problems)),
});

/**
 * Who works on an import and what they could do when they began. An older version kept the author alone: then what the import needs is
 * asked, and each row is checked in the scope that they have now.
 */
export function workerOf({
  kind,
  created_by: authorId,
  worker,
}: Pick<StoredImport, 'kind' | 'created_by' | 'worker'>): Standing {
  if (worker !== null) return readStanding(worker);
  const known = importKindNames.find((name) => name === kind);
  return {
    userId: authorId,
    permissions: new Set([importPermission, ...(known === undefined ? [] : [importKinds[known].permission])]),
    scope: noScope,
    mustChangePassword: false,
  };
}

/** What stands of work that ends before its time. */
function outcomeOf({ state, new_num, changed_num }: StoredImport, written: number): string {
  if (state === 'checking') return '检查已中止，没有写入任何数据';
  if (state === 'writing')
    return `写入已中止：已写入的 ${written} 行保留，其余 ${new_num + changed_num - written} 行没有写入`;
  return `退回已中止：还有 ${written} 行没有退回`;
}

export const whole = (message: string): RowProblem[] => [{ header: '', message, suggestion: '' }];

/** Why a row cannot be written, in words; undefined for a failure that is not the row's. */
function reasonOf(error: unknown): RowProblem[] | undefined {
  if (error instanceof VersionConflictError) return whole('这条记录已被他人修改');
  if (error instanceof UniqueConflictError) return whole('已有相同的记录');
  if (error instanceof NotFound) return whole(error.message);
  if (!(error instanceof Refusal)) return undefined;
  return error.fieldErrors.length > 0
    ? error.fieldErrors.map(({ message }) => ({ header: '', message, suggestion: '' }))
    : whole(error.message);
}
