import { StoreClosedError, StoreUnavailableError } from './errors.ts';
import { FairQueue } from './fairQueue.ts';
import { ReadThread, type BoundQuery } from './readThread.ts';

type Rows = Record<string, unknown>[];

interface Waiting {
  readonly user: number | undefined;
  readonly query: BoundQuery;
  readonly resolve: (rows: Promise<Rows>) => void;
  readonly reject: (error: unknown) => void;
}

const threadCount = 2;
/** More than the rows of any page or export. */
const defaultMemoryMb = 512;
/** A screen asks for some ten things at once. A user who has more than this waiting has a script that does not wait for answers. */
const mostWaitingOfUser = 100;

/**
 * A few threads that read a SQLite file, for queries that may take long. A user has one query under way at a time, and
 * users take turns: ten exports of one do not hold up the page of another. Between queries no thread has a transaction
 * open, so that the write-ahead log can be emptied.
 */
export class ReadThreads {
  readonly #threads: readonly ReadThread[];
  readonly #queue = new FairQueue<Waiting>();
  readonly #usersUnderWay = new Set<number>();
  readonly #underWay = new Set<Promise<unknown>>();
  #held = 0;
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
    return new Promise((resolve, reject) => {
      if (this.#closing !== undefined) {
        reject(new StoreClosedError());
      } else if (user !== undefined && this.#queue.lengthOf(user) >= mostWaitingOfUser) {
        reject(
          new StoreUnavailableError(new Error(`${mostWaitingOfUser} queries of user ${user} are waiting already`)),
        );
      } else {
        this.#queue.add(user, { user, query, resolve, reject });
        this.#handOut();
      }
    });
  }

  /** Begins no further query, does the work when those under way have ended, and goes on. */
  async between(work: () => void): Promise<void> {
    this.#held += 1;
    await Promise.allSettled(this.#underWay);
    try {
      work();
    } finally {
      this.#held -= 1;
      this.#handOut();
    }
  }

  /** Refuses what waits, lets the queries under way end and ends the threads. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    for (const { reject } of this.#queue.clear()) reject(new StoreClosedError());
    await Promise.allSettled(this.#underWay);
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #handOut(): void {
    if (this.#held > 0) return;
    for (const thread of this.#threads) {
      if (thread.isBusy) continue;
      const next = this.#queue.next((user) => user === undefined || !this.#usersUnderWay.has(user));
      if (next === undefined) return;
      this.#run(thread, next);
    }
  }

  #run(thread: ReadThread, { user, query, resolve }: Waiting): void {
    const rows = thread.read(query);
    resolve(rows);
    if (user !== undefined) this.#usersUnderWay.add(user);
    const ended = rows.then(nothing, nothing).then(() => {
      this.#underWay.delete(ended);
      if (user !== undefined) this.#usersUnderWay.delete(user);
      this.#handOut();
    });
    this.#underWay.add(ended);
  }
}

const nothing = (): void => {};
