import type { CurveSamples } from '../../../src/ui/chart/curveSource.ts';
import type { CurvePicture } from '../../../src/ui/chart/drawCurves.ts';

/** The numbers that the frame benchmark hands to ours and to the peers alike. */

const points = 3600;
const curves = 3;
export const tableRowHeight = 34;

/** Spreads consecutive numbers over a range, the same each time. */
export const scatter = (turn: number, range: number): number => (Math.imul(turn, 2_654_435_761) >>> 0) % range;

/** A row of the table as a grid is usually given it. */
export interface LiftRow {
  readonly id: string;
  readonly tag: string;
  readonly place: string;
  floor: number;
  people: number;
}

export function liftRows(count: number): LiftRow[] {
  return Array.from({ length: count }, (_, row) => ({
    id: String(row),
    tag: `T${row}`,
    place: `${1 + (row % 12)} 栋`,
    floor: 0,
    people: 0,
  }));
}

export function liftRow(rows: readonly LiftRow[], row: number): LiftRow {
  const found = rows[row];
  if (found === undefined) throw new Error(`there is no row ${row}`);
  return found;
}

/** Picks this number of rows to change, with their new values: half of them visible, where they cost most. */
export function scatterRows(
  count: number,
): (changes: number, tell: (row: number, change: Pick<LiftRow, 'floor' | 'people'>) => void) => void {
  let turn = 0;
  return (changes, tell) => {
    for (let change = 0; change < changes; change += 1) {
      turn += 1;
      tell(turn % 2 === 0 ? turn % 30 : scatter(turn, count), { floor: 1 + (turn % 28), people: turn % 6 });
    }
  };
}

/** The time span, names and lanes of the curves. */
export const picture: CurvePicture = {
  windowMs: points * 1000,
  series: Array.from({ length: curves }, (_, index) => ({ name: `${index}`, tone: 'normal' as const })),
  lanes: [
    {
      label: '',
      min: 0,
      max: 100,
      ticks: [
        { value: 0, label: '0' },
        { value: 50, label: '50' },
        { value: 100, label: '100' },
      ],
      series: [0, 1, 2],
    },
  ],
};

/** Three curves of 3,600 points that move on by one point an update. */
export function movingSamples(): { readonly samples: CurveSamples; readonly advance: () => number } {
  const samples: CurveSamples = {
    length: points,
    timesMs: Float64Array.from({ length: points }, (_, index) => index * 1000),
    values: Array.from({ length: curves }, (_, curve) =>
      Float32Array.from({ length: points }, (_, index) => 50 + 40 * Math.sin(index / (40 + 15 * curve))),
    ),
  };
  let turn = points;
  return {
    samples,
    advance: () => {
      samples.timesMs.copyWithin(0, 1);
      samples.timesMs[points - 1] = turn * 1000;
      for (const [curve, values] of samples.values.entries()) {
        values.copyWithin(0, 1);
        values[points - 1] = 50 + 40 * Math.sin(turn / (40 + 15 * curve));
      }
      turn += 1;
      return (turn - 1) * 1000;
    },
  };
}
