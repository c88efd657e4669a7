import { run, type Queries, type TransactionSteps } from '../eventStore.ts';

/** After a crash the events handled within this time are handled again. A transaction for each event would cost as much as the event. */
const togetherWithinMs = 100;

type Write = <Result>(steps: (queries: Queries) => TransactionSteps<Result>) => Promise<Result>;

/** The positions of the durable subscriptions, written for all of them in one transaction. A lower position never replaces a higher one. */
export class Checkpoints {
  readonly #write: Write;
  #waiting = new Map<string, number>();
  #saving: Promise<void> | undefined;
  #endWait = (): void => {};

  constructor(write: Write) {
    this.#write = write;
  }

  /** Resolves once it is written, together with those of the other subscriptions. Throws what `write` throws. */
  save(name: string, position: number): Promise<void> {
    this.#waiting.set(name, position);
    this.#saving ??= this.#saveTogether();
    return this.#saving;
  }

  /** Writes what is waiting now. */
  hurry(): void {
    this.#endWait();
  }

  saveNow(name: string, position: number): Promise<void> {
    return this.#keep([[name, position]]);
  }

  async #saveTogether(): Promise<void> {
    // The system's own time, as with a group commit: a test's clock may stand still.
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, togetherWithinMs).unref();
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const positions = [...this.#waiting];
    this.#waiting = new Map();
    this.#saving = undefined;
    await this.#keep(positions);
  }

  #keep(positions: readonly (readonly [string, number])[]): Promise<void> {
    return this.#write(function* (queries) {
      for (const [name, position] of positions)
        yield* run(
          queries
            .insertInto('checkpoints')
            .values({ name, position })
            .onConflict((conflict) =>
              conflict.column('name').doUpdateSet({ position }).where('checkpoints.position', '<', position),
            ),
        );
    });
  }
}
