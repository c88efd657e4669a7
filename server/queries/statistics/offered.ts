import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { rankedFromExpected } from '../../../src/contract/statistics/funnel.ts';
import type { StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import { dayOf } from '../../../src/contract/time.ts';
import type { Queries } from '../../store/eventStore.ts';
import { readCounts } from './counts.ts';
import type { Exposure } from './exposure.ts';
import { clipped, monthOf, monthsUpTo, Parts, spanOf, type Period, type Span } from './periods.ts';

/** The longest period that may be asked for. */
const mostMonths = 120;

interface Asked {
  readonly reads: Queries;
  readonly subject: StatisticsSubject;
  /** The records of the whole city. */
  readonly where: RawBuilder<SqlBool>;
  readonly period: Period;
  /** From the first record until the end of the period. */
  readonly known: Span;
  /** The rows of the answer. */
  readonly ids: readonly number[];
  readonly own: Exposure;
  readonly city: Exposure;
}

/**
 * Returns the shortest period of whole months up to the end of the asked one in which at least half of its rows are large enough to be ranked;
 * null if there is none.
 */
export async function shortestRanked(asked: Asked): Promise<Period | null> {
  const { period, known, ids, own, city } = asked;
  const first = dayOf(known.fromMs);
  const months = monthsUpTo(period.to, mostMonths)
    .filter((month) => monthOf(month).to >= first)
    .toReversed();
  const spans = months.map((month) => clipped(spanOf(monthOf(month)), known));
  const counts = await readCounts(asked, sql<number>`${sql.lit(0)}`, new Parts(spans));
  let count = 0;
  for (const [index, month] of months.entries()) {
    const from = `${month}-01`;
    const span = spans[index];
    if (span === undefined) break;
    count += counts.byRow(span).get(0) ?? 0;
    if (from >= period.from) continue;
    const whole = { fromMs: span.fromMs, toMs: known.toMs };
    let cityDays = 0;
    for (const days of city.daysByRow(whole).values()) cityDays += days;
    if (cityDays === 0) continue;
    const days = own.daysByRow(whole);
    const ranked = ids.filter((id) => ((days.get(id) ?? 0) * count) / cityDays >= rankedFromExpected);
    if (ranked.length * 2 >= ids.length) return { from, to: period.to };
  }
  return null;
}
