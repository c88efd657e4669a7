/**
 * Remembers at least the `most` entries that were written last, and at most twice as many. It forgets a whole generation at once: to
 * delete the oldest entry of a `Map` again and again takes longer with each one that was deleted before.
 */
export class RecentMap<Key, Value> {
  readonly #most: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  get(key: Key): Value | undefined {
    return this.#young.has(key) ? this.#young.get(key) : this.#old.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#most && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
