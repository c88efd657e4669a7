import { importKeeping } from '../../src/contract/entities/imports.ts';
import { refusalCodes } from '../../src/contract/envelope.ts';
import { Refusal } from '../domain/refusal.ts';
import type { EventStore } from '../store/eventStore.ts';

const { rowsOfAccount, unwrittenDays, undoDays } = importKeeping;
const counted = (rows: number): string => rows.toLocaleString('en-US');

/** The room that one account has for the rows of its imports. */
export class ImportRoom {
  readonly #store: Pick<EventStore, 'rows'>;
  /** Rows that are being written by account, before their import exists. */
  readonly #coming = new Map<number, number>();

  constructor(store: Pick<EventStore, 'rows'>) {
    this.#store = store;
  }

  /** Keeps so many rows of the account by `keep`. Throws Refusal, with what to do, where the account has too many already. */
  async take<Result>(userId: number, rowNum: number, keep: () => Promise<Result>): Promise<Result> {
    // Counted before anything is awaited, so that of simultaneous uploads each sees the others.
    const coming = (this.#coming.get(userId) ?? 0) + rowNum;
    this.#coming.set(userId, coming);
    try {
      const { kept } = await this.#store.rows
        .selectFrom('imports')
        .select(({ fn }) => fn.sum<number | string | null>('row_num').as('kept'))
        .where('created_by', '=', userId)
        .where('purged_at_ms', 'is', null)
        .where('state', '<>', 'cancelled')
        .executeTakeFirstOrThrow();
      if (Number(kept ?? 0) + coming > rowsOfAccount)
        throw new Refusal(
          `您的导入记录中已保留 ${counted(Number(kept ?? 0))} 行，最多 ${counted(rowsOfAccount)} 行。请取消不再需要的未写入的导入，其明细随即清除；` +
            `没有写入的明细保留 ${unwrittenDays} 天，已写入的保留 ${undoDays} 天以便撤销`,
          refusalCodes.throttled,
        );
      return await keep();
    } finally {
      const left = (this.#coming.get(userId) ?? 0) - rowNum;
      if (left > 0) this.#coming.set(userId, left);
      else this.#coming.delete(userId);
    }
  }
}
