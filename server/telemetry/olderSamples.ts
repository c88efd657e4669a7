import type { RingSample } from '../ports/fleetReader.ts';
import { ReportColumns } from './reportColumns.ts';

/** Five minutes at one report in five seconds (design: stack, telemetry). */
export const ringLength = 60;
export const ringSpanMs = 300_000;
/** Older samples of a lift that reports more often are kept this far apart. */
const olderApartMs = ringSpanMs / ringLength;

/** Samples of a fast lift that its ring no longer holds, thinned out; most lifts need none. */
export class OlderSamples {
  readonly #columns = new ReportColumns(ringLength);
  #next = 0;
  #count = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  take(from: ReportColumns, index: number): void {
    const receivedAtMs = from.receivedAtMs[index] ?? 0;
    // A clock set back must not end the keeping.
    if (Math.abs(receivedAtMs - this.#lastMs) < olderApartMs) return;
    this.#lastMs = receivedAtMs;
    this.#columns.copy(from, index, this.#next);
    this.#next = (this.#next + 1) % ringLength;
    this.#count = Math.min(ringLength, this.#count + 1);
  }

  /** Oldest first. */
  samples(): RingSample[] {
    return Array.from({ length: this.#count }, (_, age) =>
      this.#columns.sample((this.#next - this.#count + age + ringLength) % ringLength),
    );
  }
}
