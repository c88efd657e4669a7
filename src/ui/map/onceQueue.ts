/** Numbers below `limit` that wait for their turn, first come first served: each at most once, however often it is added meanwhile. */
export class OnceQueue {
  readonly #ring: Uint32Array;
  readonly #isWaiting: Uint8Array;
  #first = 0;
  #size = 0;

  constructor(limit: number) {
    this.#ring = new Uint32Array(limit);
    this.#isWaiting = new Uint8Array(limit);
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const limit = this.#ring.length;
    if (number >= limit || this.#isWaiting[number] === 1) return;
    this.#isWaiting[number] = 1;
    this.#ring[(this.#first + this.#size) % limit] = number;
    this.#size += 1;
  }

  /** Takes the one that has waited longest, which may be added again from now on; -1 if none waits. */
  take(): number {
    if (this.#size === 0) return -1;
    const number = this.#ring[this.#first] ?? 0;
    this.#first = (this.#first + 1) % this.#ring.length;
    this.#size -= 1;
    this.#isWaiting[number] = 0;
    return number;
  }

  clear(): void {
    this.#isWaiting.fill(0);
    this.#size = 0;
  }
}
