import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import { refusalCodes } from '../../../src/contract/envelope.ts';
import type { StatisticsAnswer, StatisticsQuery } from '../../../src/contract/endpoints/statistics.ts';
import type { ExposedCount } from '../../../src/contract/statistics/adjustedRate.ts';
import { monthsInRow, rankedFromExpected } from '../../../src/contract/statistics/funnel.ts';
import { subjectFacts, type StatisticsSubject } from '../../../src/contract/statistics/subjects.ts';
import { dayOf, startOfDayMs, toWireTime } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import type { Scope } from '../../access/scope.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { EventStore, Queries } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import { cityOf, inOrder, isRanked, rateOf, rowFactsOf, type RowReading } from './assemble.ts';
import { readCellCounts, readCounts, readFirstMs, type Counts } from './counts.ts';
import { readExposure, type Exposure } from './exposure.ts';
import type { Figures } from './figures.ts';
import { keptExposures } from './keptExposures.ts';
import { shortestRanked } from './offered.ts';
import { clipped, monthOf, Parts, periodsOf, spanOf, type Periods, type Span } from './periods.ts';
import { chosen, countedRecords, type Choice, type RecordQuestion } from './records.ts';
import { readRowKeys, type RowKeys } from './rowKeys.ts';

type Wire<Shape> = Omit<StatisticsAnswer, 'rows' | 'total'> & {
  readonly total: Omit<StatisticsAnswer['total'], 'figures'> & { readonly figures: Shape };
  readonly rows: (Omit<StatisticsAnswer['rows'][number], 'figures'> & { readonly figures: Shape })[];
};

const everything: Scope = { kind: 'all' };
const totalName = '合计';
/** No lift has a record from before; years of fewer digits are slips. */
const earliestDay = '1980-01-01';

/** Everything that is asked of one set of lifts: those of the answer, or those of the whole city. */
interface LiftsRead {
  readonly choice: Choice;
  readonly where: RawBuilder<SqlBool>;
  readonly counts: Counts;
  readonly exposure: Exposure;
}

interface Reader {
  readonly reads: Queries;
  readonly keep: Awaited<ReturnType<typeof keptExposures>>;
  readonly subject: StatisticsSubject;
  readonly query: StatisticsQuery;
  readonly keys: RowKeys;
  readonly periods: Periods;
}

/** Exposure from the day of this moment on. It changes with base data only, so that it is read once for all subjects. */
const exposureFrom = (
  { reads, keep, query, keys, periods }: Reader,
  choice: Choice,
  fromMs: number,
): Promise<Exposure> => {
  const fromDayMs = startOfDayMs(fromMs);
  const question = [query.dimension, query.area_id, choice, periods.period.to, fromDayMs];
  return keep(JSON.stringify(question), () => readExposure(reads, keys.of('r'), choice, fromDayMs));
};

async function readLifts(reader: Reader, choice: Choice, parts: Parts): Promise<LiftsRead> {
  const { reads, subject, query, keys } = reader;
  const where = sql<SqlBool>`(${countedRecords(subject, query)} and ${chosen(choice, 't')})`;
  const [counts, exposure] = await Promise.all([
    readCounts({ reads, subject, where }, keys.of('t'), parts),
    exposureFrom(reader, choice, parts.whole.fromMs),
  ]);
  return { choice, where, counts, exposure };
}

/** Counts and exposures of a span by row: every row with either. */
function rowsIn({ counts, exposure }: LiftsRead, span: Span): ReadonlyMap<number, ExposedCount> {
  const [nums, days] = [counts.byRow(span), exposure.daysByRow(span)];
  const rows = new Map<number, ExposedCount>();
  for (const id of new Set([...nums.keys(), ...days.keys()])) {
    const [count, liftDays] = [nums.get(id) ?? 0, days.get(id) ?? 0];
    if (count > 0 || liftDays > 0) rows.set(id, { count, exposure: liftDays });
  }
  return rows;
}

const totalsOf = ({ now }: RowReading) => ({ num: now.count, exposureDays: now.exposure });

const nothing: ExposedCount = { count: 0, exposure: 0 };
const sumOf = (rows: Iterable<ExposedCount>): ExposedCount => {
  let sum = nothing;
  for (const { count, exposure } of rows) sum = { count: sum.count + count, exposure: sum.exposure + exposure };
  return sum;
};

const refused = (message: string) => new Refusal(message, refusalCodes.invalid, [{ field: 'from', message }]);

interface Counted<Shape> {
  readonly answer: Omit<Wire<Shape>, 'offered'>;
  /** Reads the records of ten years: for pages that offer another period. */
  readonly readOffered: () => Promise<Wire<Shape>['offered']>;
}

/** Reads one subject by one dimension. `readFigures` reads what only that subject has. */
export async function countStatistics<Shape>(
  store: EventStore,
  by: Principal,
  subject: StatisticsSubject,
  query: StatisticsQuery,
  nowMs: number,
  readFigures: (question: RecordQuestion) => Promise<Figures<Shape>>,
): Promise<Counted<Shape>> {
  if (query.from > dayOf(nowMs)) throw refused('开始日期不能晚于今天');
  if (query.from < earliestDay) throw refused(`开始日期不能早于 ${earliestDay}，请检查年份`);
  const reads = readsOf(store, by);
  const [keep, keys, firstMs] = await Promise.all([
    keptExposures(store),
    readRowKeys(reads, by, query.dimension, query.area_id),
    readFirstMs(reads, subject),
  ]);
  const periods = periodsOf(query, nowMs);
  // Of days before the first record, and of those to come, nothing is known.
  const known: Span = { fromMs: firstMs === null ? nowMs : startOfDayMs(firstMs), toMs: nowMs };
  const spans = {
    now: clipped(spanOf(periods.period), known),
    previous: clipped(spanOf(periods.previous), known),
    yearBefore: clipped(spanOf(periods.yearBefore), known),
  };
  const upToEnd: Span = { fromMs: known.fromMs, toMs: Math.max(spans.now.toMs, known.fromMs) };
  const months = periods.months.map((month) => ({ month, span: clipped(spanOf(monthOf(month)), upToEnd) }));
  const parts = new Parts([...Object.values(spans), ...months.map(({ span }) => span)]);

  const reader: Reader = { reads, keep, subject, query, keys, periods };
  const lastDay = periods.period.to;
  const filters = { site_type: query.site_type, age_band: query.age_band };
  const ownChoice: Choice = { scope: by.scope, areaIds: keys.areaIds, filters, lastDay };
  const cityChoice: Choice = { scope: everything, filters, lastDay };
  const isOwnCity = by.scope.kind === 'all' && keys.areaIds === undefined;
  const cityLifts = readLifts(reader, cityChoice, parts);
  const [city, own] = await Promise.all([cityLifts, isOwnCity ? cityLifts : readLifts(reader, ownChoice, parts)]);
  const [cells, figures] = await Promise.all([
    readCellCounts({ reads, subject, where: city.where }, spans.now, lastDay),
    readFigures({
      reads,
      subject,
      counted: countedRecords(subject, query),
      chosen: chosen(ownChoice, 't'),
      rowKey: keys.of('t'),
      span: spans.now,
      nowMs,
    }),
  ]);

  const ownMonths = months.map((one) => ({ ...one, rows: rowsIn(own, one.span) }));
  const wholeMonths = ownMonths
    .filter(({ month }) => monthOf(month).to <= periods.period.to && monthOf(month).to < dayOf(nowMs))
    .toReversed()
    .slice(0, monthsInRow)
    .map(({ span, rows }) => ({ rows, cityRate: rateOf(sumOf(rowsIn(city, span).values())) ?? 0 }));
  const cityReading = cityOf(rowsIn(city, spans.now));
  const { rateDays } = subjectFacts[subject];
  const ownNow = rowsIn(own, spans.now);
  const [ownPrevious, ownYearBefore] = [rowsIn(own, spans.previous), rowsIn(own, spans.yearBefore)];
  const lifts = own.exposure.liftsIn(spans.now);
  const cityCells = city.exposure.daysByCell(spans.now);
  const ownCells = own.exposure.daysByRowAndCell(spans.now);
  const expectedAlike = (id: number): number => {
    let expected = 0;
    for (const [cell, days] of ownCells.get(id) ?? [])
      expected += days * (rateOf({ count: cells.get(cell) ?? 0, exposure: cityCells.get(cell) ?? 0 }) ?? 0);
    return expected;
  };
  const ids = [...ownNow.keys()];
  const readings = ids.map((id): RowReading => ({
    id,
    name: keys.nameOf(id),
    liftNum: lifts.ofRow(id),
    now: ownNow.get(id) ?? nothing,
    previous: ownPrevious.get(id) ?? nothing,
    yearBefore: ownYearBefore.get(id) ?? nothing,
    lastMonths: wholeMonths.map(({ rows, cityRate }) => ({ ...(rows.get(id) ?? nothing), cityRate })),
    expectedAlike: expectedAlike(id),
  }));
  const all: RowReading = {
    id: 0,
    name: totalName,
    liftNum: lifts.all,
    now: sumOf(ownNow.values()),
    previous: sumOf(ownPrevious.values()),
    yearBefore: sumOf(ownYearBefore.values()),
    lastMonths: wholeMonths.map(({ rows, cityRate }) => ({ ...sumOf(rows.values()), cityRate })),
    expectedAlike: readings.reduce((sum, row) => sum + row.expectedAlike, 0),
  };
  const rows = readings.map((reading) => ({
    ...rowFactsOf(reading, cityReading, rateDays),
    figures: figures.ofRow(reading.id, totalsOf(reading)),
  }));
  const isOffered = rows.length > 0 && rows.filter(isRanked).length * 2 < rows.length;
  const answer = {
    period: periods.period,
    previous: periods.previous,
    year_before: periods.yearBefore,
    data_at: toWireTime(nowMs),
    first_day: firstMs === null ? null : dayOf(firstMs),
    city: {
      rate: cityReading.rate === undefined ? null : cityReading.rate * rateDays,
      overdispersion: cityReading.overdispersion,
      ranked_from_expected: rankedFromExpected,
    },
    total: { ...rowFactsOf(all, cityReading, rateDays), figures: figures.ofAll(totalsOf(all)) },
    rows: inOrder(rows, cityReading),
    months: ownMonths.map(({ month, rows: ofMonth }) => ({
      month,
      cells: ids.flatMap((id) => {
        const cell = ofMonth.get(id);
        return cell === undefined ? [] : [{ id, num: cell.count, exposure_days: cell.exposure }];
      }),
    })),
  };
  return {
    answer,
    async readOffered() {
      if (!isOffered) return null;
      return shortestRanked({
        reads,
        subject,
        where: city.where,
        period: periods.period,
        known: upToEnd,
        ids,
        own: await exposureFrom(reader, own.choice, known.fromMs),
        city: await exposureFrom(reader, cityChoice, known.fromMs),
      });
    },
  };
}

/** Reads a whole answer, with the period that it offers instead. */
export async function readStatistics<Shape>(...asked: Parameters<typeof countStatistics<Shape>>): Promise<Wire<Shape>> {
  const { answer, readOffered } = await countStatistics(...asked);
  return { ...answer, offered: await readOffered() };
}
