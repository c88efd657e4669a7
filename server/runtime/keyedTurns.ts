/** Does work of the same key in sequence, in the order in which it came; work of different keys is independent. */
export class KeyedTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const turn = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, turn);
    const forget = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(forget, forget);
    return turn;
  }

  /** Keys with work under way or waiting. */
  get size(): number {
    return this.#last.size;
  }
}
