import { importCommit } from '../../src/contract/endpoints/imports.ts';
import { canUndoImport, importKindNames, importKinds, type ImportState } from '../../src/contract/entities/imports.ts';
import { loadPerson } from '../access/loadPrincipal.ts';
import type { Principal } from '../access/principal.ts';
import { readStanding, recordStop, stillAllowed, type NoLongerAllowed, type Standing } from '../domain/longWork.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import { UniqueConflictError, VersionConflictError, type EventStore } from '../store/eventStore.ts';
import type { ImportDesk, RowOutcome } from './importDesk.ts';
import { ImportCheck } from './importCheck.ts';
import { deskOf, type ImportProgress, type ImportsParts } from './importParts.ts';
import {
  countWritten,
  findStored,
  markRow,
  moveImport,
  noteProblems,
  rowPages,
  toKeptRow,
  type StoredImport,
  type StoredRow,
} from './importStore.ts';
import type { RowProblem } from './importRow.ts';

/** Rows whose events share a commit. More of them would hold up a call for help that comes in meanwhile. */
const writtenAtOnce = 8;
/** Rows after which what is kept in memory of them is read again. */
const reloadedAtOnce = 500;
const importPermission = importCommit.permission;
const noScope = {
  kind: 'organizations',
  areaIds: [],
  communityIds: [],
  brandIds: [],
  propertyIds: [],
  maintenanceIds: [],
} as const;

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
 * The work on an import, step by step: write, put back, undo, and `checks` before that. Each step goes on where the last one ended, and
 * throws NoLongerAllowed where its worker may no longer do it.
 */
export class ImportWork {
  readonly #parts: ImportsParts;
  readonly progress = new Map<number, ImportProgress>();
  /** Imports that somebody gives up while they are written. */
  readonly cancelled = new Set<number>();
  /** The effect of each row. */
  readonly checks: ImportCheck;

  constructor(parts: ImportsParts) {
    this.#parts = parts;
    this.checks = new ImportCheck(parts, this.progress);
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

  /** Writes what was checked, once the file before it is written; all of it goes back if one row is refused. */
  async write(began: Standing, id: number): Promise<void> {
    const { store, clock } = this.#parts;
    const found = await findStored(store, id);
    if (found?.state !== 'writing') return;
    const heldUp = await heldUpBy(store, found);
    if (heldUp !== undefined) {
      await moveImport(store, id, ['writing'], { state: 'ready', waits_for: null, note: heldUp });
      return;
    }
    if (found.is_provisional === 1 && !(await this.checks.checkAgain(began, found))) return;
    const desk = deskOf(this.#parts, found);
    const { new_num: newNum, changed_num: changedNum } = (await findStored(store, id)) ?? found;
    const total = newNum + changedNum;
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
      for await (const rows of rowPages(this.#parts.store, began, id, choice))
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

  async #writeRow(by: Principal, id: number, desk: ImportDesk, row: StoredRow): Promise<RowOutcome | undefined> {
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
    const kind = (await findStored(this.#parts.store, id))?.kind ?? '';
    const why = canUndoImport(kind) ? '已被他人修改，没有退回' : '维保历史不可撤销，予以保留';
    const state = { state: to, note: left === 0 ? note : `${note}；其中 ${left} 行${why}` };
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
    const desk = deskOf(this.#parts, found);
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

/**
 * Returns the person who works on an import, with the rights that they had when they began. An older version kept the author alone: then what
 * the import needs is asked, and each row is checked in the scope that they have now.
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

const heldUpMark = '此前的“';
const heldUpWords: Readonly<Record<string, string>> = { cancelled: '已取消', stopped: '已中止', failed: '没有写入' };

/** Returns the reason why an import that waits for another of its upload cannot be written, in Chinese; undefined when it can. */
async function heldUpBy(store: EventStore, { waits_for: before }: StoredImport): Promise<string | undefined> {
  if (before === null) return undefined;
  const file = await findStored(store, before);
  if (file?.state === 'done') return undefined;
  // The one that was at fault is named, not the one that waited for it.
  if (file?.state === 'ready' && file.note.startsWith(heldUpMark)) return file.note;
  const why = file === undefined ? '已清除' : (heldUpWords[file.state] ?? '有行需要修改');
  return `${heldUpMark}${file?.file_name ?? ''}”${why}，此文件没有写入任何数据`;
}

/** Returns the outcome of work that ends before its time. */
function outcomeOf({ state, new_num, changed_num }: StoredImport, written: number): string {
  if (state === 'checking') return '检查已中止，没有写入任何数据';
  if (state === 'writing')
    return `写入已中止：已写入的 ${written} 行保留，其余 ${new_num + changed_num - written} 行没有写入`;
  return `退回已中止：还有 ${written} 行没有退回`;
}

export const whole = (message: string): RowProblem[] => [{ header: '', message, suggestion: '' }];

/** Returns the reason why a row cannot be written, in words; undefined for a failure that is not the row's. */
function reasonOf(error: unknown): RowProblem[] | undefined {
  if (error instanceof VersionConflictError) return whole('这条记录已被他人修改');
  if (error instanceof UniqueConflictError) return whole('已有相同的记录');
  if (error instanceof NotFound) return whole(error.message);
  if (!(error instanceof Refusal)) return undefined;
  return error.fieldErrors.length > 0
    ? error.fieldErrors.map(({ message }) => ({ header: '', message, suggestion: '' }))
    : whole(error.message);
}
