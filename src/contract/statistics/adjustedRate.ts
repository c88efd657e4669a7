/** Events, and the time in which they could happen, in any unit that all counts of a comparison share. */
export interface ExposedCount {
  readonly count: number;
  readonly exposure: number;
}

/** The Gamma distribution of the rates of a city's rows: `alpha` events in `beta` of exposure. */
export interface RatePrior {
  /** The rate of all rows together. */
  readonly mean: number;
  readonly alpha: number;
  readonly beta: number;
}

/** The least spread between rows, as a share of the mean's square: without any, one row would say nothing about itself. */
const leastSpread = 0.0001;

/** Rows with fewer expected events say nothing about the spread: one event on one lift would pass for a company a hundred times worse. */
const leastExpected = 1;

const sumOf = (rows: readonly ExposedCount[], member: keyof ExposedCount): number =>
  rows.reduce((sum, row) => sum + row[member], 0);

/**
 * Returns the prior that the rows themselves suggest (empirical Bayes, Gamma–Poisson, by the method of moments); undefined where nothing
 * happened or nothing was exposed.
 */
export function ratePriorOf(rows: readonly ExposedCount[]): RatePrior | undefined {
  const exposed = rows.filter(({ exposure }) => exposure > 0);
  if (sumOf(exposed, 'exposure') === 0 || sumOf(exposed, 'count') === 0) return undefined;
  const mean = sumOf(exposed, 'count') / sumOf(exposed, 'exposure');
  const telling = exposed.filter(({ exposure }) => exposure * mean >= leastExpected);
  const exposure = sumOf(telling, 'exposure');
  const spread =
    telling.reduce((sum, row) => sum + row.exposure * (row.count / row.exposure - mean) ** 2, 0) / exposure;
  const byChance = mean / (exposure / telling.length);
  const between = Math.max(telling.length === 0 ? 0 : spread - byChance, leastSpread * mean ** 2);
  return { mean, alpha: mean ** 2 / between, beta: mean / between };
}

/** Returns the row's rate drawn towards the city's by as much as the row alone says little: one event on one lift is no rate of 100 %. */
export const adjustedRate = ({ count, exposure }: ExposedCount, { alpha, beta }: RatePrior): number =>
  (count + alpha) / (exposure + beta);
