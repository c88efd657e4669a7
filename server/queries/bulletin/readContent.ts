import { sql } from 'kysely';
import type { BulletinContent, BulletinRow } from '../../../src/contract/bulletin/bulletinContent.ts';
import { siteTypes } from '../../../src/contract/entities/community.ts';
import type { StatisticsQuery, StatisticsRow, TrapAnswer } from '../../../src/contract/endpoints/statistics.ts';
import { rescueTriggers } from '../../../src/contract/labels.ts';
import { ageBands } from '../../../src/contract/statistics/subjects.ts';
import { dayStartMs } from '../../../src/contract/time.ts';
import type { Principal } from '../../access/principal.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import { readCellCounts } from '../statistics/counts.ts';
import { readExposure } from '../statistics/exposure.ts';
import { clipped, monthOf, spanOf } from '../statistics/periods.ts';
import { countStatistics } from '../statistics/readStatistics.ts';
import { chosen, countedRecords, recordsWhere, type Choice, type RecordQuestion } from '../statistics/records.ts';
import { readRescueFigures } from '../statistics/rescue.ts';
import { readRowKeys } from '../statistics/rowKeys.ts';
import { readTrapFigures } from '../statistics/trap.ts';

/** Rows that are named in the table of companies. */
const mostCompanies = 10;
/** Companies with repeated entrapments or late rescues that are named. */
const mostConcerned = 30;

const changeOf = (change: StatisticsRow['previous']): BulletinRow['previous'] =>
  change && { ratio: change.ratio, is_significant: change.is_significant, before_num: change.before.num };

const rowOf = (row: TrapAnswer['rows'][number]): BulletinRow => ({
  id: row.id,
  name: row.name,
  num: row.num,
  exposure_days: row.exposure_days,
  people_num: row.figures.people_num,
  rate: row.rate,
  rate_interval: row.rate_interval,
  adjusted_rate: row.adjusted_rate,
  judgement: row.judgement,
  rank: row.rank,
  previous: changeOf(row.previous),
});

/** Companies and brands; records without one are no company. */
const named = <Row extends { readonly id: number }>(rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ id }) => id > 0);

/** Counts of records of a month that no statistics screen groups so. */
async function readGroups(question: RecordQuestion) {
  const of = (subject: 'trap' | 'rescue') =>
    recordsWhere({ ...question, subject, counted: countedRecords(subject, {}) });
  const [triggers, details] = await Promise.all([
    sql<{ trigger: string; num: number }>`select t."trigger", count(*) as num from ${of('rescue')}
      group by t."trigger" order by num desc, t."trigger"`.execute(question.reads),
    sql<{
      cause: string | null;
      label: string;
      num: number;
    }>`select t.cause, t.cause_detail_label as label, count(*) as num
      from ${of('trap')} and t.cause_detail <> '' group by t.cause, t.cause_detail_label
      order by num desc, t.cause_detail_label`.execute(question.reads),
  ]);
  return { triggers: triggers.rows, details: details.rows };
}

interface Cells {
  readonly counts: ReadonlyMap<string, number>;
  readonly days: ReadonlyMap<string, number>;
}

/** Sums of alike lifts by one of the two members of their cell: `3 mall` is a band of age and a kind of place. */
function sumsBy({ counts, days }: Cells, member: 0 | 1): ReadonlyMap<string, { num: number; exposure_days: number }> {
  const sums = new Map<string, { num: number; exposure_days: number }>();
  for (const cell of new Set([...counts.keys(), ...days.keys()])) {
    const key = cell.split(' ')[member] ?? '';
    const sum = sums.get(key) ?? { num: 0, exposure_days: 0 };
    sums.set(key, {
      num: sum.num + (counts.get(cell) ?? 0),
      exposure_days: sum.exposure_days + (days.get(cell) ?? 0),
    });
  }
  return sums;
}

/**
 * Counts the bulletin of a month and a region, or of everything that the caller sees: from the queries of the statistics screens, so that its
 * sums are theirs. `firstDay` is that of the first record of all; null of none.
 */
export async function readBulletinContent(
  store: EventStore,
  by: Principal,
  { month, areaId }: { readonly month: string; readonly areaId: number | null },
  nowMs: number,
): Promise<{ readonly content: BulletinContent; readonly firstDay: string | null }> {
  const reads = readsOf(store, by);
  const asked = monthOf(month);
  const query = (dimension: StatisticsQuery['dimension']): StatisticsQuery => ({
    ...asked,
    dimension,
    ...(areaId === null ? {} : { area_id: areaId }),
  });
  const trapped = async (dimension: StatisticsQuery['dimension']) =>
    (await countStatistics(store, by, 'trap', query(dimension), nowMs, readTrapFigures)).answer;
  const rescued = async (dimension: StatisticsQuery['dimension']) =>
    (await countStatistics(store, by, 'rescue', query(dimension), nowMs, readRescueFigures)).answer;
  const [byRegion, byBrand, byCompany, calls, callsByCompany, { areaIds }] = await Promise.all([
    trapped('region'),
    trapped('brand'),
    trapped('maintenance'),
    rescued('region'),
    rescued('maintenance'),
    readRowKeys(reads, by, 'region', areaId ?? undefined),
  ]);
  const { period, first_day: firstDay, total } = byRegion;
  const choice: Choice = {
    scope: by.scope,
    areaIds,
    filters: { age_band: undefined, site_type: undefined },
    lastDay: period.to,
  };
  const spanFrom = (day: string | null) =>
    clipped(spanOf(period), { fromMs: day === null ? nowMs : dayStartMs(day), toMs: nowMs });
  const span = spanFrom(firstDay);
  const counted = countedRecords('trap', {});
  const seen = chosen(choice, 't');
  const everything = sql<number>`${sql.lit(0)}`;
  const question: RecordQuestion = {
    reads,
    subject: 'trap',
    counted,
    chosen: seen,
    rowKey: everything,
    span,
    nowMs,
  };
  const [counts, exposure, groups] = await Promise.all([
    readCellCounts({ reads, subject: 'trap', where: sql`(${counted} and ${seen})` }, span, period.to),
    readExposure(reads, everything, choice, dayStartMs(period.from)),
    readGroups({ ...question, span: spanFrom(calls.first_day) }),
  ]);
  const cells: Cells = { counts, days: exposure.daysByCell(span) };
  const [sites, ages] = [sumsBy(cells, 1), sumsBy(cells, 0)];
  const nothing = { num: 0, exposure_days: 0 };
  const [brands, companies, companyCalls] = [named(byBrand.rows), named(byCompany.rows), named(callsByCompany.rows)];
  const repeats = new Map(companies.map(({ id, figures }) => [id, figures.repeat_lifts_30]));
  const ranked = companies.filter(({ rank }) => rank !== null);

  const content: BulletinContent = {
    ...period,
    data_at: byRegion.data_at,
    lift_num: total.lift_num,
    exposure_days: total.exposure_days,
    total: {
      calls_num: calls.total.num,
      triggers: groups.triggers.flatMap(({ trigger, num }) => {
        const known = rescueTriggers.find((one) => one === trigger);
        return known === undefined ? [] : [{ trigger: known, num }];
      }),
      false_num: calls.total.figures.false_num,
      trapped_num: total.num,
      people_num: total.figures.people_num,
      rate: total.rate,
      rate_interval: total.rate_interval,
      previous: changeOf(total.previous),
      year_before: changeOf(total.year_before),
    },
    regions: byRegion.rows.map(rowOf),
    response: {
      levels: calls.total.figures.levels,
      answered: calls.total.figures.answered,
      arrived: calls.total.figures.arrived,
      arrival: calls.total.figures.arrival,
      release: calls.total.figures.release,
    },
    sites: [...siteTypes, null].flatMap((site) => {
      const sum = sites.get(site ?? '');
      return sum === undefined ? [] : [{ site_type: site, ...sum }];
    }),
    hours: total.figures.hours,
    months: byRegion.months.map(({ month: name, cells: ofMonth }) => ({
      month: name,
      num: ofMonth.reduce((sum, { num }) => sum + num, 0),
      exposure_days: ofMonth.reduce((sum, cell) => sum + cell.exposure_days, 0),
    })),
    causes: total.figures.causes.map(({ cause, num }) => ({
      cause,
      num,
      details: groups.details
        .filter((detail) => detail.cause === cause)
        .map(({ label, num: detailed }) => ({ label, num: detailed })),
    })),
    ages: ageBands.map((band, index) => ({ band, ...(ages.get(String(index)) ?? nothing) })),
    brands: {
      ranked: brands.filter(({ rank }) => rank !== null).map(rowOf),
      unranked_num: brands.filter(({ rank }) => rank === null).length,
    },
    maintenance: {
      ranked: ranked.slice(0, mostCompanies).map(rowOf),
      unranked_num: companies.length - ranked.length,
      repeat_lifts_num: byCompany.total.figures.repeat_lifts_30,
      overdue_num: calls.total.figures.overdue_num,
      concerned: companyCalls
        .map(({ id, name, figures }) => ({
          id,
          name,
          repeat_lifts_num: repeats.get(id) ?? 0,
          overdue_num: figures.overdue_num,
        }))
        .filter((row) => row.repeat_lifts_num > 0 || row.overdue_num > 0)
        .toSorted((a, b) => b.overdue_num - a.overdue_num || b.repeat_lifts_num - a.repeat_lifts_num || a.id - b.id)
        .slice(0, mostConcerned),
    },
  };
  return { content, firstDay };
}
