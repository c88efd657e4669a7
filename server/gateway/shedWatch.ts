import type { ShedReports } from '../ports/deviceLinks.ts';

const lookEveryMs = 5_000;
const looksPerMinute = 60_000 / lookEveryMs;
/** A moment without time, as after the process stood still, is no overload: operators hear of one that so many looks of a minute saw. */
const looksUntilTold = 3;

/** Counts the reports that were given up in the last minute, and remembers since when there were any in each; call `look` every `lookEveryMs`. */
export class ShedWatch {
  static readonly everyMs = lookEveryMs;
  readonly #totals: number[] = [0];
  #sinceMs: number | null = null;
  #isTold = false;

  /** `total`: given up since the start. Returns whether to report an overload to operators now: once for each. */
  look(total: number, nowMs: number): boolean {
    this.#totals.push(total);
    if (this.#totals.length > looksPerMinute + 1) this.#totals.shift();
    if (this.#lastMinute === 0) {
      this.#sinceMs = null;
      this.#isTold = false;
    } else this.#sinceMs ??= nowMs;
    if (this.#isTold || this.#looksWithMore < looksUntilTold) return false;
    this.#isTold = true;
    return true;
  }

  get reports(): ShedReports {
    return { lastMinute: this.#lastMinute, sinceMs: this.#sinceMs };
  }

  get #looksWithMore(): number {
    return this.#totals.filter((total, index) => total > (this.#totals[index - 1] ?? total)).length;
  }

  get #lastMinute(): number {
    return (this.#totals.at(-1) ?? 0) - (this.#totals[0] ?? 0);
  }
}
