interface Waiting {
  readonly enter: () => void;
  readonly isUrgent: () => boolean;
}

const neverUrgent = () => false;

/** Work that gives way: while each takes long, fewer are admitted at a time. */
export interface Pacing {
  /** As many are always admitted. */
  readonly least: number;
  /** A clock in ms. */
  readonly nowMs: () => number;
}

/** Work that takes longer than this waits for the process rather than for the disk; with less than half of it there is room. */
const longMs = 150;

/**
 * Admits a limited number at a time; the others wait in the order they came, but urgent ones go first. With `pacing` the number
 * falls while each takes long, down to `least`: when the process is overloaded, more at once would only make its turns, and so every
 * call for help, slower.
 */
export class Turnstile {
  readonly #waiting: Waiting[] = [];
  readonly #most: number;
  readonly #pacing: Pacing | undefined;
  #places: number;
  #inside = 0;

  constructor(places: number, pacing?: Pacing) {
    this.#most = places;
    this.#places = places;
    this.#pacing = pacing;
  }

  /** The number that may be inside now. */
  get places(): number {
    return Math.floor(this.#places);
  }

  /**
   * Does the work as soon as there is a place, and passes the place on whatever the outcome. `isUrgent` is called each
   * time a place becomes free.
   */
  async pass<Result>(work: () => Promise<Result>, isUrgent: () => boolean = neverUrgent): Promise<Result> {
    if (this.#inside < this.places) this.#inside += 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push({ enter: resolve, isUrgent });
      });
    const enteredMs = this.#pacing?.nowMs() ?? 0;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#pacing !== undefined) this.#pace(this.#pacing, this.#pacing.nowMs() - enteredMs);
      this.#admit();
    }
  }

  /** Gives up an eighth of a place for each that took long, and regains it for each that did not. */
  #pace({ least }: Pacing, tookMs: number): void {
    if (tookMs > longMs) this.#places = Math.max(least, this.#places - 1 / 8);
    else if (tookMs < longMs / 2) this.#places = Math.min(this.#most, this.#places + 1 / 8);
  }

  #admit(): void {
    while (this.#inside < this.places) {
      const next = this.#next();
      if (next === undefined) return;
      this.#inside += 1;
      next.enter();
    }
  }

  #next(): Waiting | undefined {
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent());
    return urgent > 0 ? this.#waiting.splice(urgent, 1)[0] : this.#waiting.shift();
  }
}
