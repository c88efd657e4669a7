import {
  canLeaveOutWrong,
  importKeeping,
  importLimits,
  inWritingOrder,
  canUndoImport,
  type ImportKind,
} from '../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import type { Principal } from '../access/principal.ts';
import { keptStanding, NoLongerAllowed, type Standing } from '../domain/longWork.ts';
import { NotFound, Refusal } from '../domain/refusal.ts';
import { retry } from '../runtime/retry.ts';
import { StoreClosedError } from '../store/errors.ts';
import type { ImportDesk } from './importDesk.ts';
import { readImportFile, type StagedFile } from './importFile.ts';
import {
  beginUndo,
  beginWriting,
  countWritten,
  findGroup,
  findStored,
  moveImport,
  stageImport,
  type StoredImport,
} from './importStore.ts';
import type { ImportProgress, ImportsParts } from './importParts.ts';
import { ImportRoom } from './importRoom.ts';
import { ImportWork, movingStates, workerOf } from './importWork.ts';
import { filesAfter } from './pendingNames.ts';
import { findHindrances, lastWrittenFirst, refusalOf } from './undoCheck.ts';

export type { ImportProgress } from './importParts.ts';

/** Files that are uploaded later are no longer of the same upload. */
const groupOpenMs = 24 * 3_600_000;
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
  readonly #room: ImportRoom;
  /** Checks and writing each have one turn after the other, so that a long check holds up no writing. */
  #checking: Promise<unknown> = Promise.resolve();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(parts: ImportsParts) {
    this.#parts = parts;
    this.#work = new ImportWork(parts);
    this.#room = new ImportRoom(parts.store);
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
      .select(['id', 'kind', 'state', 'created_by', 'worker', 'note', 'written_at_ms'])
      .where('state', 'in', movingStates)
      .orderBy('id')
      .execute();
    const inState = (wanted: string) => found.filter(({ state }) => state === wanted);
    // What goes back ends before files of its upload that wait for it.
    const inOrder = [
      ...inState('checking'),
      ...inState('reverting'),
      ...inWritingOrder(inState('writing')),
      ...lastWrittenFirst(inState('undoing')),
    ];
    for (const { id, state, note, ...row } of inOrder) {
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

  /**
   * Reads and keeps a file, and begins to check it; with `groupId`, one of several that are uploaded together. Throws Refusal for what is
   * wrong with the file as a whole, and where the group takes no further file.
   */
  async upload(
    by: Principal,
    kind: ImportKind,
    fileName: string,
    bytes: Uint8Array,
    groupId?: number,
  ): Promise<number> {
    const { store, clock } = this.#parts;
    if (groupId !== undefined) await this.#requireOpenGroup(by, groupId);
    const file = await readImportFile(bytes, this.desk(kind).columns);
    const atMs = clock.nowMs();
    const id = await this.#room.take(by.userId, file.rows.length, () =>
      stageImport(store, by, { ...file, kind, fileName: plainName(fileName), atMs, groupId }),
    );
    this.#startCheck(by, id);
    if (groupId !== undefined) await this.#followUpload(by, id);
    return id;
  }

  /**
   * Another file came to an upload: it takes the place of a wrong one of its name, and files that may name its records are
   * checked again.
   */
  async #followUpload(by: Principal, id: number): Promise<void> {
    const { store } = this.#parts;
    const added = await findStored(store, id);
    if (added === undefined) return;
    for (const { id: other, kind, file_name: name, wrong_num: wrong } of await findGroup(store, added.group_id))
      if (other !== id && kind === added.kind && name === added.file_name && wrong > 0)
        await moveImport(store, other, ['ready'], { state: 'cancelled', note: '已由重新上传的同名文件取代' });
    for (const { id: later } of await filesAfter(store, added))
      if (
        await moveImport(store, later, ['ready'], {
          state: 'checking',
          note: '',
          is_provisional: 0,
          worker: keptStanding(by),
        })
      )
        this.#startCheck(by, later, true);
  }

  /** Keeps rows that complete records of the register, under a Chinese name, and begins to check them. Throws Refusal for none. */
  async complete(by: Principal, kind: ImportKind, name: string, file: StagedFile): Promise<number> {
    if (file.rows.length === 0) throw notNow('没有可以补全的记录，请刷新后查看');
    const { store, clock } = this.#parts;
    const staged = { ...file, kind, fileName: name, atMs: clock.nowMs(), origin: 'fill' } as const;
    const id = await this.#room.take(by.userId, file.rows.length, () => stageImport(store, by, staged));
    this.#startCheck(by, id);
    return id;
  }

  /** Begins to write. Throws Refusal while rows are wrong, and the second time. */
  async commit(by: Principal, id: number): Promise<void> {
    const found = await this.find(id);
    if (found?.state === 'ready' && found.wrong_num > 0 && !canLeaveOutWrong(found.origin))
      throw notNow(`还有 ${found.wrong_num} 行有误。请下载错误文件，改好后重新上传`);
    if (found?.state === 'ready' && found.new_num + found.changed_num === 0) throw notNow('没有要新增或更新的行');
    if (
      !(await moveImport(this.#parts.store, id, ['ready'], {
        state: 'writing',
        worker: keptStanding(by),
        note: '',
        waits_for: null,
      }))
    )
      throw notNow('这次导入已在写入或已经结束，请刷新后查看');
    this.#startWriting(by, id);
  }

  /**
   * Begins to write all files that were uploaded together and are not written yet, each after those whose records it may name. Where one
   * is not written, those after it are not either, and say so; those before it stay. Throws Refusal while rows are wrong.
   */
  async commitGroup(by: Principal, groupId: number): Promise<void> {
    const { store } = this.#parts;
    const files = inWritingOrder(await findGroup(store, groupId));
    const busy = files.find(({ state }) => movingStates.some((moving) => moving === state));
    if (busy !== undefined) throw notNow(`“${busy.file_name}”正在处理，请等它结束后再写入`);
    const ready = files.filter(({ state }) => state === 'ready');
    const wrong = ready.find(({ wrong_num: count, origin }) => count > 0 && !canLeaveOutWrong(origin));
    if (wrong !== undefined)
      throw notNow(`“${wrong.file_name}”还有 ${wrong.wrong_num} 行有误。请改好后重新上传，或取消这个文件的导入`);
    const ids = ready.filter((file) => file.new_num + file.changed_num > 0).map(({ id }) => id);
    if (ids.length === 0) throw notNow('这组文件没有要新增或更新的行');
    if (!(await beginWriting(store, ids, keptStanding(by)))) throw notNow('这组文件已在写入，请刷新后查看');
    for (const id of ids) this.#startWriting(by, id);
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
    const found = await this.find(id);
    if (found?.state !== 'done' && found?.state !== 'stopped') throw notNow('只能撤销已写入的导入');
    if (!canUndoImport(found.kind)) throw notNow('维保历史不可撤销，如有误请在该电梯的维保记录中补充说明');
    if (found.purged_at_ms !== null)
      throw notNow(`这次导入已超过 ${importKeeping.undoDays} 天，明细已清除，不能再撤销；请在各条记录中修改`);
    if ((await countWritten(this.#parts.store.rows, id)) === 0) throw notNow('这次导入没有写入任何行，无需撤销');
    await this.#undoAll(by, [found], leaveChanged);
  }

  /**
   * Begins to put back all files that were uploaded together, from the one that was written last to the first, as `undo` does with one.
   * What records of the group use of each other is no hindrance.
   */
  async undoGroup(
    by: Principal,
    groupId: number,
    { leaveChanged = false }: { readonly leaveChanged?: boolean | undefined } = {},
  ): Promise<void> {
    const { store } = this.#parts;
    const files = await findGroup(store, groupId);
    const busy = files.find(({ state }) => state === 'writing' || state === 'reverting' || state === 'undoing');
    if (busy !== undefined) throw notNow(`“${busy.file_name}”正在处理，请等它结束后再撤销`);
    const written: StoredImport[] = [];
    for (const file of files)
      if (
        canUndoImport(file.kind) &&
        (file.state === 'done' || file.state === 'stopped') &&
        (await countWritten(store.rows, file.id)) > 0
      )
        written.push(file);
    if (written.length === 0) throw notNow('这组文件没有写入任何行，无需撤销');
    await this.#undoAll(by, lastWrittenFirst(written), leaveChanged);
  }

  /** `files` in the order in which they are taken back. */
  async #undoAll(by: Principal, files: readonly StoredImport[], leaveChanged: boolean): Promise<void> {
    const { store } = this.#parts;
    const hindered = await findHindrances(this.#parts, by, files);
    if (hindered.rowNum > 0 && !leaveChanged) throw refusalOf(hindered);
    const ids = files.map(({ id }) => id);
    if (!(await beginUndo(store, ids, keptStanding(by)))) throw notNow('这次导入已在撤销');
    for (const id of ids) this.#startUndoing(by, id);
  }

  /** Throws Refusal unless the group is this person's and takes one more file. */
  async #requireOpenGroup(by: Principal, groupId: number): Promise<void> {
    const { store, clock } = this.#parts;
    const files = await findGroup(store, groupId);
    const first = files.find(({ id }) => id === groupId);
    if (first === undefined || first.created_by !== by.userId) throw new NotFound('这组文件不存在，或不是您上传的');
    if (files.length >= importLimits.filesOfGroup)
      throw notNow(`一组最多 ${importLimits.filesOfGroup} 个文件，请另行导入`);
    if (first.created_at_ms < clock.nowMs() - groupOpenMs) throw notNow('这组文件的上传已超过 24 小时，请另行导入');
    if (files.some(({ state }) => state === 'undoing' || state === 'undone'))
      throw notNow('这组文件已撤销，请另行导入');
  }

  #startCheck(began: Standing, id: number, isAgain = false): void {
    this.#checking = this.#checking.then(() =>
      this.#guard(began, id, () => this.#work.checks.check(began, id, isAgain)),
    );
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
