import { sql } from 'kysely';
import { run, type Queries, type TransactionSteps } from './eventStore.ts';

/** Ids are reserved in the database in blocks, so that most cost nothing. */
const blockSize = 100;

interface Block {
  next: number;
  readonly end: number;
}

export type Write = <Result>(steps: (queries: Queries) => TransactionSteps<Result>) => Promise<Result>;

/** Hands out ids for each kind of record: never the same one twice, even across processes and restarts. */
export class IdBlocks {
  readonly #write: Write;
  readonly #blocks = new Map<string, Block>();
  readonly #refills = new Map<string, Promise<void>>();
  /** By kind: how many callers are waiting for an id. A thousand simultaneous callers must not wait for ten blocks in sequence. */
  readonly #waiting = new Map<string, number>();

  constructor(write: Write) {
    this.#write = write;
  }

  async next(kind: string): Promise<number> {
    for (;;) {
      const block = this.#blocks.get(kind);
      if (block !== undefined && block.next < block.end) return block.next++;
      let refill = this.#refills.get(kind);
      if (refill === undefined) {
        refill = this.#refill(kind).finally(() => this.#refills.delete(kind));
        this.#refills.set(kind, refill);
      }
      this.#waiting.set(kind, (this.#waiting.get(kind) ?? 0) + 1);
      try {
        await refill;
      } finally {
        this.#waiting.set(kind, (this.#waiting.get(kind) ?? 0) - 1);
      }
    }
  }

  /** Returns unused reserved ids, so that a clean stop leaves no gap. */
  async giveBack(): Promise<void> {
    const unused = [...this.#blocks].filter(([, block]) => block.next < block.end);
    this.#blocks.clear();
    if (unused.length === 0) return;
    await this.#write(function* (queries) {
      for (const [kind, block] of unused) {
        yield* run(
          queries.updateTable('ids').set({ next: block.next }).where('kind', '=', kind).where('next', '=', block.end),
        );
      }
    });
  }

  async #refill(kind: string): Promise<void> {
    const sizeNow = () => Math.max(blockSize, this.#waiting.get(kind) ?? 0);
    const block = await this.#write(function* (queries) {
      const size = sizeNow();
      const [row] = yield* run(
        queries
          .insertInto('ids')
          .values({ kind, next: 1 + size })
          .onConflict((conflict) => conflict.column('kind').doUpdateSet({ next: sql<number>`ids.next + ${size}` }))
          .returning('next'),
      );
      if (row === undefined) throw new Error(`no ids of kind ${kind} could be reserved`);
      return { next: row.next - size, end: row.next };
    });
    this.#blocks.set(kind, block);
  }
}
