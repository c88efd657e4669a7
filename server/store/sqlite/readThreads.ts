import { FairTurns } from '../fairTurns.ts';
import { ReadThread, type BoundQuery } from './readThread.ts';

type Rows = Record<string, unknown>[];

const threadCount = 2;
/** More than the rows of any page or export. */
const defaultMemoryMb = 512;

/**
 * A few threads that read a SQLite file, for queries that may take long. A user has one query under way at a time, and
 * users take turns. Between queries no thread has a transaction open, so that the write-ahead log can be emptied.
 */
export class ReadThreads {
  readonly #threads: readonly ReadThread[];
  readonly #turns = new FairTurns({ places: threadCount, placesOfUser: 1 });
  #closing: Promise<void> | undefined;

  constructor(path: string, mostMemoryMb = defaultMemoryMb) {
    this.#threads = Array.from({ length: threadCount }, () => new ReadThread(path, mostMemoryMb));
  }

  /**
   * The rows of one query, which sees everything that was committed before it was asked. `user`: whose turn it takes;
   * undefined for the server's own. Throws SQLite's error; StoreUnavailableError when the thread dies or too much of
   * this user waits already; StoreClosedError.
   */
  read(user: number | undefined, query: BoundQuery): Promise<Rows> {
    return this.#turns.run(user, () => this.#idle().read(query));
  }

  /** Begins no further query, does the work when those under way have ended, and goes on. */
  between(work: () => void): Promise<void> {
    return this.#turns.between(work);
  }

  /** Refuses what waits, lets the queries under way end and ends the threads. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#turns.close();
    await this.#turns.settled();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** There is one for each place. */
  #idle(): ReadThread {
    const thread = this.#threads.find(({ isBusy }) => !isBusy);
    if (thread === undefined) throw new Error('every reading thread is busy');
    return thread;
  }
}
