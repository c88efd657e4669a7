import type { ShedReports } from '../ports/deviceLinks.ts';

const lookEveryMs = 5_000;
const looksPerMinute = 60_000 / lookEveryMs;

/** How many reports were given up in the last minute, and since when there were any in each; call `look` every `lookEveryMs`. */
export class ShedWatch {
  static readonly everyMs = lookEveryMs;
  readonly #totals: number[] = [0];
  #sinceMs: number | null = null;

  /** `total`: given up since the start. Returns whether an overload begins. */
  look(total: number, nowMs: number): boolean {
    this.#totals.push(total);
    if (this.#totals.length > looksPerMinute + 1) this.#totals.shift();
    const began = this.#sinceMs === null && this.#lastMinute > 0;
    if (this.#lastMinute === 0) this.#sinceMs = null;
    else this.#sinceMs ??= nowMs;
    return began;
  }

  get reports(): ShedReports {
    return { lastMinute: this.#lastMinute, sinceMs: this.#sinceMs };
  }

  get #lastMinute(): number {
    return (this.#totals.at(-1) ?? 0) - (this.#totals[0] ?? 0);
  }
}
