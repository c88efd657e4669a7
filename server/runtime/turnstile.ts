interface Waiting {
  readonly enter: () => void;
  readonly isUrgent: () => boolean;
}

const neverUrgent = () => false;

/** Admits a limited number at a time; the others wait in the order they came, but urgent ones go first. */
export class Turnstile {
  readonly #waiting: Waiting[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Does the work as soon as there is a place, and passes the place on whatever the outcome. `isUrgent` is called each
   * time a place becomes free.
   */
  async pass<Result>(work: () => Promise<Result>, isUrgent: () => boolean = neverUrgent): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else
      await new Promise<void>((resolve) => {
        this.#waiting.push({ enter: resolve, isUrgent });
      });
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next === undefined) this.#free += 1;
      else next.enter();
    }
  }

  #next(): Waiting | undefined {
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent());
    return urgent > 0 ? this.#waiting.splice(urgent, 1)[0] : this.#waiting.shift();
  }
}
