import type { ImportKind } from '../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import { keptStanding, NoLongerAllowed, stillAllowed, type Standing } from '../domain/longWork.ts';
import { Refusal } from '../domain/refusal.ts';
import { retry } from '../runtime/retry.ts';
import { StoreClosedError } from '../store/errors.ts';
import type { ImportDesk, RowProblem } from './importDesk.ts';
import { readImportFile } from './importFile.ts';
import { countWritten, findStored, moveImport, noteProblems, stageImport, toKeptRow } from './importStore.ts';
import { ImportWork, movingStates, whole, workerOf, type ImportProgress, type ImportsParts } from './importWork.ts';
import { nameOfRecord } from './nameOfRecord.ts';

export type { ImportProgress } from './importWork.ts';

/** Rows that a refusal names; the list shows all of them. */
const mostNamed = 5;
/** The end of the process closes the store, which ends the retrying. */
const neverAborted = new AbortController().signal;
const longestRetryMs = 5_000;

/** A cut name may end in half a character, and no header can carry that. */
const plainName = (name: string): string =>
  name
    .slice(0, 200)
    // oxlint-disable-next-line no-control-regex -- these are the characters that must go
    .replaceAll(/[\u0000-\u001f\u007f]/g, '')
    .toWellFormed();

const notNow = (message: string) => new Refusal(message, refusalCodes.notAllowedNow);

/**
 * Imports from the upload to the undoing. An import is checked with nothing written; then its rows are written one event each, some at a
 * time, and all of them go back if one is refused or someone cancels (docs/decisions/0037). Its state and the mark of each row
 * are kept with the rows themselves: after a restart the work goes on where it was. One import is written at a time.
 */
export class Imports {
  readonly #parts: ImportsParts;
  readonly #work: ImportWork;
  /** Checks and writing each have one turn after the other, so that a long check holds up no writing. */
  #checking: Promise<unknown> = Promise.resolve();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: ImportsParts) {
    this.#parts = parts;
    this.#work = new ImportWork(parts);
  }

  /** Undefined while nothing is in progress, or before its figures are known. */
  progress(id: number): ImportProgress | undefined {
    return this.#work.progress.get(id);
  }

  desk(kind: ImportKind): ImportDesk {
    return this.#parts.desks[kind];
  }

  find(id: number) {
    return findStored(this.#parts.store, id);
  }

  /** Resolves when all requested work is done: for tests and the end of the process. */
  async settled(): Promise<void> {
    await this.#checking;
    await this.#writing;
  }

  /** Goes on with what a restart interrupted. */
  async resume(): Promise<void> {
    const found = await this.#parts.store.rows
      .selectFrom('imports')
      .select(['id', 'kind', 'state', 'created_by', 'worker', 'note'])
      .where('state', 'in', movingStates)
      .orderBy('id')
      .execute();
    for (const { id, state, note, ...row } of found) {
      const began = workerOf(row);
      if (state === 'checking') this.#startCheck(began, id);
      else if (state === 'writing') this.#startWriting(began, id);
      else if (state === 'undoing') this.#startUndoing(began, id);
      else
        this.#inWritingTurn(began, id, () =>
          this.#work.putBack(began, id, note === '已取消' ? 'cancelled' : 'failed', note),
        );
    }
  }

  /** Reads and keeps a file, and begins to check it. Throws Refusal for what is wrong with the file as a whole. */
  async upload(by: Principal, kind: ImportKind, fileName: string, bytes: Uint8Array): Promise<number> {
    const { store, clock } = this.#parts;
    const file = await readImportFile(bytes, this.desk(kind).columns);
    const id = await stageImport(store, by, { ...file, kind, fileName: plainName(fileName), atMs: clock.nowMs() });
    this.#startCheck(by, id);
    return id;
  }

  /** Begins to write. Throws Refusal while rows are wrong, and the second time. */
  async commit(by: Principal, id: number): Promise<void> {
    const found = await this.find(id);
    if (found?.state === 'ready' && found.wrong_num > 0)
      throw notNow(`还有 ${found.wrong_num} 行有误。请下载错误文件，改好后重新上传`);
    if (found?.state === 'ready' && found.new_num + found.changed_num === 0) throw notNow('没有要新增或更新的行');
    if (!(await moveImport(this.#parts.store, id, ['ready'], { state: 'writing', worker: keptStanding(by) })))
      throw notNow('这次导入已在写入或已经结束，请刷新后查看');
    this.#startWriting(by, id);
  }

  /** Gives an import up. Rows that are written already go back. Throws Refusal once it is done. */
  async cancel(id: number): Promise<void> {
    const isGivenUp = await moveImport(this.#parts.store, id, ['checking', 'ready'], { state: 'cancelled' });
    if (isGivenUp) return;
    if ((await this.find(id))?.state !== 'writing') throw notNow('这次导入已经结束，不能取消');
    this.#work.cancelled.add(id);
  }

  /**
   * Begins to put all rows back. Where someone has changed or uses one of them, throws Refusal, with the rows noted, unless these may stay
   * (`leaveChanged`).
   */
  async undo(
    by: Principal,
    id: number,
    { leaveChanged = false }: { readonly leaveChanged?: boolean | undefined } = {},
  ): Promise<void> {
    const { store } = this.#parts;
    const found = await this.find(id);
    if (found?.state !== 'done' && found?.state !== 'stopped') throw notNow('只能撤销已写入的导入');
    const written = await countWritten(store.rows, id);
    if (written === 0) throw notNow('这次导入没有写入任何行，无需撤销');
    const desk = this.#work.deskOf(found);
    const problems = new Map<number, RowProblem[]>();
    const named: string[] = [];
    for await (const rows of this.#work.pages(by, id, { isWritten: true, order: 'asc' })) {
      const now = await stillAllowed(store, by);
      for (const row of rows) {
        const hindrance = await desk.hindrance(now, toKeptRow(row));
        if (hindrance === undefined) continue;
        problems.set(row.row_number, whole(hindrance));
        if (named.length < mostNamed)
          named.push(`第 ${row.row_number} 行“${nameOfRecord(row.row_values)}”${hindrance}`);
      }
    }
    await noteProblems(store, id, problems);
    if (problems.size > 0 && !leaveChanged) {
      const more = problems.size > named.length ? `等 ${problems.size} 行` : '';
      const rest = written - problems.size;
      throw new Refusal(
        `有 ${problems.size} 行在导入后被修改或使用：${named.join('；')}${more}`,
        refusalCodes.notAllowedNow,
        rest > 0 ? [{ field: 'leave_changed', message: `可以只撤销其余 ${rest} 行` }] : [],
      );
    }
    if (!(await moveImport(store, id, ['done', 'stopped'], { state: 'undoing', worker: keptStanding(by) })))
      throw notNow('这次导入已在撤销');
    this.#startUndoing(by, id);
  }

  #startCheck(began: Standing, id: number): void {
    this.#checking = this.#checking.then(() => this.#guard(began, id, () => this.#work.check(began, id)));
  }

  #startWriting(began: Standing, id: number): void {
    this.#inWritingTurn(began, id, () => this.#work.write(began, id));
  }

  #startUndoing(began: Standing, id: number): void {
    this.#inWritingTurn(began, id, () => this.#work.undo(began, id));
  }

  #inWritingTurn(began: Standing, id: number, work: () => Promise<void>): void {
    this.#writing = this.#writing.then(() => this.#guard(began, id, work));
  }

  /** A failure here has no caller to report to, so it tries again until it succeeds or the store is closed. */
  async #guard(began: Standing, id: number, work: () => Promise<void>): Promise<void> {
    const { clock, onTrouble } = this.#parts;
    const onError = (error: unknown): void => {
      if (error instanceof StoreClosedError) throw error;
      onTrouble(`导入 ${id} 中断，稍后继续`, error);
    };
    try {
      const unlessStopped = async (): Promise<void> => {
        try {
          await work();
        } catch (error) {
          if (!(error instanceof NoLongerAllowed)) throw error;
          await this.#work.stop(began, id, error);
        }
      };
      await retry(unlessStopped, { clock, until: neverAborted, longestMs: longestRetryMs, onError });
    } catch (error) {
      if (!(error instanceof StoreClosedError)) throw error;
    } finally {
      this.#work.progress.delete(id);
      this.#work.cancelled.delete(id);
    }
  }
}
