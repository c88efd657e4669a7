/**
 * A queue in which users, who may be whatever the caller tells apart, take turns: after the first item of each comes the second of each.
 */
export class FairQueue<User, Item> {
  readonly #waiting = new Map<User, Item[]>();

  /** Returns the number of this user's waiting entries. */
  lengthOf(user: User): number {
    return this.#waiting.get(user)?.length ?? 0;
  }

  add(user: User, item: Item): void {
    const waiting = this.#waiting.get(user);
    if (waiting === undefined) this.#waiting.set(user, [item]);
    else waiting.push(item);
  }

  /** Removes and returns the next item of the user who has waited longest and may have a turn now; undefined if there is none. */
  next(mayHaveTurn: (user: User) => boolean = () => true): { readonly user: User; readonly item: Item } | undefined {
    for (const [user, waiting] of this.#waiting) {
      if (!mayHaveTurn(user)) continue;
      const item = waiting.shift();
      // A Map keeps the order of insertion: the user goes to the end of the row.
      this.#waiting.delete(user);
      if (waiting.length > 0) this.#waiting.set(user, waiting);
      if (item !== undefined) return { user, item };
    }
    return undefined;
  }

  /** Removes and returns everything. */
  clear(): Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
