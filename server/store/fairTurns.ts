import { StoreClosedError, StoreUnavailableError } from './errors.ts';
import { FairQueue } from '../runtime/fairQueue.ts';

export interface FairTurnsOptions {
  /** The most queries that run at a time. */
  readonly places: number;
  /** The most of them that may belong to one user. */
  readonly placesOfUser: number;
}

interface Waiting {
  readonly begin: () => Promise<unknown>;
  readonly reject: (error: unknown) => void;
}

/** A screen asks for some ten things at once. A user who has more than this waiting has a script that does not wait for answers. */
const mostWaitingOfUser = 100;

/** Queries that may take long begin in turn: users alternate, so that ten exports of one do not hold up the page of another. */
export class FairTurns {
  readonly #options: FairTurnsOptions;
  readonly #queue = new FairQueue<number | undefined, Waiting>();
  readonly #numUnderWay = new Map<number, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  #held = 0;
  #isClosed = false;

  constructor(options: FairTurnsOptions) {
    this.#options = options;
  }

  /**
   * Does the work when its turn comes. `user`: whose turn it takes; undefined for the server's own. Throws what the
   * work throws; StoreUnavailableError when too much of this user waits already; StoreClosedError.
   */
  run<Result>(user: number | undefined, work: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new StoreClosedError());
      } else if (user !== undefined && this.#queue.lengthOf(user) >= mostWaitingOfUser) {
        reject(
          new StoreUnavailableError(new Error(`${mostWaitingOfUser} queries of user ${user} are waiting already`)),
        );
      } else {
        const begin = () => {
          const result = work();
          resolve(result);
          return result;
        };
        this.#queue.add(user, { begin, reject });
        this.#handOut();
      }
    });
  }

  /** Begins no further query, does the work when those under way have ended, and goes on. */
  async between(work: () => void): Promise<void> {
    this.#held += 1;
    await this.settled();
    try {
      work();
    } finally {
      this.#held -= 1;
      this.#handOut();
    }
  }

  /** Refuses what waits, and everything from now on. */
  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#queue.clear()) reject(new StoreClosedError());
  }

  /** Resolves when the queries under way have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  #handOut(): void {
    while (this.#held === 0 && this.#underWay.size < this.#options.places) {
      const turn = this.#queue.next((user) => user === undefined || this.#numOf(user) < this.#options.placesOfUser);
      if (turn === undefined) return;
      this.#begin(turn.user, turn.item);
    }
  }

  #begin(user: number | undefined, { begin }: Waiting): void {
    if (user !== undefined) this.#numUnderWay.set(user, this.#numOf(user) + 1);
    const ended = begin()
      .then(nothing, nothing)
      .then(() => {
        this.#underWay.delete(ended);
        if (user !== undefined) this.#leave(user);
        this.#handOut();
      });
    this.#underWay.add(ended);
  }

  #numOf(user: number): number {
    return this.#numUnderWay.get(user) ?? 0;
  }

  #leave(user: number): void {
    const left = this.#numOf(user) - 1;
    if (left > 0) this.#numUnderWay.set(user, left);
    else this.#numUnderWay.delete(user);
  }
}

const nothing = (): void => {};
