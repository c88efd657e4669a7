import * as z from 'zod';
import { Buckets } from '../access/buckets.ts';
import { stillAllowed, type Standing } from '../domain/longWork.ts';
import { readsOf } from '../store/readsOf.ts';
import { toFileRow } from './importFile.ts';
import {
  findStored,
  finishCheck,
  keepChecked,
  moveImport,
  rowPages,
  type StoredImport,
  type StoredRow,
} from './importStore.ts';
import { deskOf, type ImportProgress, type ImportsParts } from './importParts.ts';
import type { FileRow } from './importRow.ts';
import { pendingNames, type PendingNames } from './pendingNames.ts';

/** As of join codes. */
const guesses = { burst: 20, perHour: 120 } as const;
const tooManyTaken =
  '文件中有过多编号、代码、名称或账号已被其他记录使用，检查已停止，没有写入任何数据；请核对文件，一小时后再上传';
const headerSchema = z.array(z.string());
const problemsSchema = z.array(z.object({ header: z.string(), message: z.string(), suggestion: z.string() }));

/** Finds out what each row of an import would do; writes nothing but that. Throws NoLongerAllowed. */
export class ImportCheck {
  readonly #parts: ImportsParts;
  readonly #progress: Map<number, ImportProgress>;
  /** A refusal tells that a record out of scope has a number, a code or an account: no more of them than of other guesses. */
  readonly #guesses: Buckets;

  constructor(parts: ImportsParts, progress: Map<number, ImportProgress>) {
    this.#parts = parts;
    this.#progress = progress;
    this.#guesses = new Buckets(guesses, parts.clock);
  }

  /** The check after the upload, against what the files before it will make; `isAgain` also checks rows that were checked before. */
  async check(began: Standing, id: number, isAgain: boolean): Promise<void> {
    const { store } = this.#parts;
    const found = await findStored(store, id);
    if (found?.state !== 'checking') return;
    const pending = await pendingNames(store, readsOf(store, began), found);
    if (await this.#checkRows(began, found, 'checking', pending, isAgain)) await finishCheck(store, id, 'checking');
  }

  /** The check before it is written, of an import whose rows name what the files before it have made. Returns whether it can be written. */
  async checkAgain(began: Standing, found: StoredImport): Promise<boolean> {
    const { store } = this.#parts;
    const { id } = found;
    if (!(await this.#checkRows(began, found, 'writing', {}, true))) return false;
    await finishCheck(store, id, 'writing');
    const wrong = (await findStored(store, id))?.wrong_num ?? 0;
    if (wrong === 0) return true;
    const note = `写入前再次检查，有 ${wrong} 行有误，此文件没有写入任何数据`;
    await moveImport(store, id, ['writing'], { state: 'ready', waits_for: null, note });
    return false;
  }

  /** Returns false for an import that is no longer in this state. */
  async #checkRows(
    began: Standing,
    found: StoredImport,
    state: 'checking' | 'writing',
    pending: PendingNames,
    isAgain: boolean,
  ): Promise<boolean> {
    const { store } = this.#parts;
    const { id } = found;
    const desk = deskOf(this.#parts, found);
    const header = headerSchema.parse(JSON.parse(found.header));
    const reads = readsOf(store, began);
    const names = await desk.loadNames(reads, await stillAllowed(store, began), pending);
    const fileRows = (some: readonly StoredRow[]) =>
      some.map((row) => toFileRow(stagedOf(found, row), header, desk.columns));
    const readFile = async (): Promise<readonly FileRow[]> => {
      const all: FileRow[] = [];
      for await (const rows of rowPages(store, began, id, { order: 'asc' })) all.push(...fileRows(rows));
      return all;
    };
    const rowCheck = await desk.startCheck(reads, await stillAllowed(store, began), readFile);
    const seen = new Map<string, number>();
    const isDue = (row: StoredRow): boolean => isAgain || row.state === 'unchecked';
    let done = 0;
    for await (const rows of rowPages(store, began, id, { order: 'asc' })) {
      const by = await stillAllowed(store, began);
      await desk.remember(fileRows(rows.filter((row) => !isDue(row))), names, seen);
      const due = fileRows(rows.filter(isDue));
      const checked = due.length === 0 ? [] : await rowCheck.check(by, reads, due, names, seen);
      if ((await findStored(store, id))?.state !== state) return false;
      // Rows whose answer would be one guess too many are not answered.
      const refusedAt = checked.findIndex(
        ({ tellsOfOthers }) => tellsOfOthers === true && !this.#guesses.tryTake(String(by.userId)),
      );
      await keepChecked(store, id, refusedAt < 0 ? checked : checked.slice(0, refusedAt));
      if (refusedAt >= 0) {
        await moveImport(store, id, [state], { state: 'stopped', note: tooManyTaken });
        return false;
      }
      done += rows.length;
      this.#progress.set(id, { done, total: found.row_num });
    }
    return true;
  }
}

const stagedOf = ({ origin }: StoredImport, row: StoredRow) => ({
  rowNumber: row.row_number,
  recordId: origin === 'fill' ? row.record_id : null,
  cells: headerSchema.parse(JSON.parse(row.cells)),
  problems: problemsSchema.parse(JSON.parse(row.file_problems)),
});
