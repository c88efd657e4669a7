import { statisticsEndpoints, type StatisticsQuery } from '../../contract/endpoints/statistics.ts';
import { fixtureNowMs } from '../../contract/fixtures/rescueFixtures.ts';
import { alarmKinds, rescueCauses } from '../../contract/labels.ts';
import { adjustedRate, ratePriorOf } from '../../contract/statistics/adjustedRate.ts';
import { compareCounts } from '../../contract/statistics/compareCounts.ts';
import { judge, overdispersionOf, rankedFromExpected } from '../../contract/statistics/funnel.ts';
import { byarInterval } from '../../contract/statistics/intervals.ts';
import { rankRange } from '../../contract/statistics/ranks.ts';
import { subjectFacts, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { addDays, daysBetween, toWireTime } from '../../contract/time.ts';
import type { CountedAnswer } from '../../contract/statisticsTable/statisticsTable.ts';

/** A row of a made city: its lifts, and its counts now, in the period before and in the same of last year. */
export interface FixtureRow {
  readonly id: number;
  readonly name: string;
  readonly lifts: number;
  readonly num: number;
  readonly before?: number;
  readonly yearBefore?: number;
}

export interface FixtureCity {
  readonly rows: readonly FixtureRow[];
  /** The city of which these rows are only a part; they themselves by default. */
  readonly city?: { readonly lifts: number; readonly num: number };
  readonly offered?: { readonly from: string; readonly to: string };
}

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
const share = (num: number, part: number): number => Math.round(num * part);

function parts(num: number, shares: readonly number[]): number[] {
  const some = shares.map((part) => Math.floor(num * part));
  return [num - sumOf(some, (part) => part), ...some];
}

const duration = (num: number, median: number) => ({
  median_s: num === 0 ? null : median,
  p90_s: num === 0 ? null : median * 1.9,
  mean_s: num === 0 ? null : median * 1.15,
  num: share(num, 0.95),
  missing: num - share(num, 0.95),
});

const hourly = (num: number): number[] => {
  const weights = [1, 1, 0, 0, 0, 1, 3, 7, 9, 6, 4, 5, 6, 4, 4, 4, 5, 8, 10, 8, 6, 4, 2, 2];
  const whole = sumOf(weights, (weight) => weight);
  return weights.map((weight) => share(num, weight / whole));
};

const named = (num: number, labels: readonly (readonly [string, string])[], shares: readonly number[]) =>
  parts(num, shares)
    .map((part, index) => ({ key: labels[index]?.[0] ?? '', label: labels[index]?.[1] ?? '', num: part }))
    .filter((part) => part.num > 0);

const figuresOf = {
  trap: (num: number) => ({
    people_num: share(num, 1.6),
    repeat_lifts_30: share(num, 0.06),
    repeat_lifts_365: share(num, 0.03),
    causes: parts(num, [0.2, 0.16, 0.1, 0.06]).map((part, index) => ({
      cause: index === 4 ? null : (rescueCauses[(index + 2) % 4] ?? null),
      num: part,
    })),
    hours: hourly(num),
  }),
  rescue: (num: number) => ({
    false_num: share(num, 0.12),
    answered: { met: share(num, 0.94), total: share(num, 0.98) },
    answer: duration(num, 41),
    arrived: { met: share(num, 0.83), total: share(num, 0.86) },
    arrival: duration(num, 588),
    release: duration(num, 301),
    levels: [share(num, 0.95), share(num, 0.04), share(num, 0.01)],
    overdue_num: share(num, 0.05),
    handed: { to_120: share(num, 0.02), to_119: share(num, 0.01), to_110: 0 },
    injured_num: share(num, 0.01),
    release_ways: named(
      share(num, 0.86),
      [
        ['handWinding', '手动盘车'],
        ['doorKey', '三角钥匙开门'],
        ['', ''],
      ],
      [0.4, 0.1],
    ),
    night_num: share(num, 0.11),
  }),
  exception: (num: number) => ({
    mtbf_days: num === 0 ? null : 9_000 / num,
    repair: duration(num, 16_200),
    in_time: { met: share(num, 0.88), total: share(num, 0.96) },
    lasting: { met: share(num, 0.81), total: share(num, 0.9) },
    repeat_lifts_30: share(num, 0.07),
    causes: named(
      num,
      [
        ['301', '轿门锁'],
        ['302', '厅门滚轮'],
        ['401', '平层感应器'],
        ['', ''],
      ],
      [0.2, 0.14, 0.08],
    ),
    phenomena: named(
      num,
      [
        ['stop', '运行中停梯'],
        ['door', '门无法关闭'],
      ],
      [0.4],
    ),
    sources: named(
      num,
      [
        ['device', '设备报告'],
        ['person', '人员报修'],
      ],
      [0.3],
    ),
    parts: named(
      share(num, 0.3),
      [
        ['roller', '门滚轮'],
        ['contact', '门锁触点'],
      ],
      [0.4],
    ),
    open_num: share(num, 0.04),
    stop_hours: { hours: num * 3.4, missing: share(num, 0.1) },
  }),
  alarm: (num: number) => ({
    kinds: parts(num, [0.2, 0.14, 0.1, 0.06, 0.03]).map((part, index) => ({
      kind: alarmKinds[(index * 3 + 7) % 16] ?? 'moto',
      num: part,
    })),
    unhandled_num: share(num, 0.03),
    false_num: share(num, 0.18),
    acknowledge: duration(num, 190),
    handle: duration(num, 1_500),
    top_ten: { met: share(num, 0.22), total: num },
    flood_num: share(num, 0.01),
  }),
} as const;

const monthsBack = (to: string): readonly string[] => {
  const [year = 0, month = 1] = to.split('-').map(Number);
  return Array.from({ length: 13 }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - (12 - back), 1)).toISOString().slice(0, 7),
  );
};

/** Counts the city by the contract's own formulas, as the server does. */
function countedRows(subject: StatisticsSubject, { rows, city }: FixtureCity, days: number) {
  const { rateDays } = subjectFacts[subject];
  const exposureOf = (lifts: number): number => lifts * days;
  const all = rows.map(({ num, lifts }) => ({ count: num, exposure: exposureOf(lifts) }));
  const whole =
    city === undefined
      ? { count: sumOf(all, ({ count }) => count), exposure: sumOf(all, ({ exposure }) => exposure) }
      : { count: city.num, exposure: exposureOf(city.lifts) };
  const mean = whole.exposure === 0 ? null : whole.count / whole.exposure;
  const prior = ratePriorOf(all);
  const observed = all.map(({ count, exposure }) => ({ observed: count, expected: (mean ?? 0) * exposure }));
  const overdispersion = overdispersionOf(observed);
  const toRow = ({ id, name, lifts, num, before = num, yearBefore = num }: FixtureRow, expected: number) => {
    const exposure = exposureOf(lifts);
    const byar = byarInterval(num);
    const change = (count: number) => {
      const result = compareCounts({ count: num, exposure }, { count, exposure });
      return result === undefined
        ? null
        : {
            ratio: result.ratio,
            z: result.z,
            is_significant: result.isSignificant,
            before: { num: count, exposure_days: exposure },
          };
    };
    return {
      id,
      name,
      lift_num: lifts,
      exposure_days: exposure,
      num,
      rate: exposure === 0 ? null : (num / exposure) * rateDays,
      rate_interval:
        exposure === 0 ? null : { low: (byar.low / exposure) * rateDays, high: (byar.high / exposure) * rateDays },
      adjusted_rate: prior === undefined ? null : adjustedRate({ count: num, exposure }, prior) * rateDays,
      expected,
      smr: expected === 0 ? null : num / expected,
      smr_interval: expected === 0 ? null : { low: byar.low / expected, high: byar.high / expected },
      judgement: judge({ observed: num, expected }, overdispersion),
      rank: null,
      previous: change(before),
      year_before: change(yearBefore),
    };
  };
  const made = rows.map((row, index) => toRow(row, observed[index]?.expected ?? 0));
  const ranked = made
    .filter(({ expected }) => expected >= rankedFromExpected)
    .toSorted((a, b) => (b.adjusted_rate ?? 0) - (a.adjusted_rate ?? 0));
  const rates = ranked.map((row) => row.rate_interval ?? { low: 0, high: 0 });
  const ranges = rates.map((rate) =>
    rankRange(
      rate,
      rates.filter((other) => other !== rate),
    ),
  );
  const tooFew = made
    .filter(({ expected }) => expected < rankedFromExpected)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'));
  const total = toRow(
    {
      id: -1,
      name: '合计',
      lifts: sumOf(rows, ({ lifts }) => lifts),
      num: sumOf(rows, ({ num }) => num),
      before: sumOf(rows, ({ before, num }) => before ?? num),
      yearBefore: sumOf(rows, ({ yearBefore, num }) => yearBefore ?? num),
    },
    sumOf(observed, ({ expected }) => expected),
  );
  return {
    total,
    rows: [...ranked.map((row, index) => ({ ...row, rank: ranges[index] ?? null })), ...tooFew],
    city: {
      rate: mean === null ? null : mean * rateDays,
      overdispersion,
      ranked_from_expected: rankedFromExpected,
    },
  };
}

/** The answer of a made city to a question, through the contract's own schema. */
export function answerOf(subject: StatisticsSubject, query: StatisticsQuery, made: FixtureCity): CountedAnswer {
  const { from, to } = query;
  const days = daysBetween(from, to) + 1;
  const counted = countedRows(subject, made, days);
  const base = {
    period: { from, to },
    previous: { from: addDays(from, -days), to: addDays(from, -1) },
    year_before: { from: addDays(from, -365), to: addDays(to, -365) },
    data_at: toWireTime(fixtureNowMs),
    first_day: made.rows.length === 0 ? null : '2024-11-01',
    city: counted.city,
    offered: made.offered ?? null,
    months: monthsBack(to).map((month, index) => ({
      month,
      cells: made.rows.map(({ id, num, lifts }) => ({
        id,
        num: Math.max(0, Math.round(num * (0.7 + (((index * 7 + id * 3) % 11) / 11) * 0.6))),
        exposure_days: index < id % 3 ? 0 : lifts * days,
      })),
    })),
  };
  const withFigures = <Figures>(of: (num: number) => Figures) => ({
    ...base,
    total: { ...counted.total, figures: of(counted.total.num) },
    rows: counted.rows.map((row) => ({ ...row, figures: of(row.num) })),
  });
  switch (subject) {
    case 'trap':
      return { subject, answer: statisticsEndpoints.trap.output.parse(withFigures(figuresOf.trap)) };
    case 'rescue':
      return { subject, answer: statisticsEndpoints.rescue.output.parse(withFigures(figuresOf.rescue)) };
    case 'exception':
      return { subject, answer: statisticsEndpoints.exception.output.parse(withFigures(figuresOf.exception)) };
    case 'alarm':
      return { subject, answer: statisticsEndpoints.alarm.output.parse(withFigures(figuresOf.alarm)) };
  }
}

const companies = [
  '川升电梯维保有限公司',
  '安行机电',
  '天枢电梯服务',
  '瑞升维保',
  '北岳电梯工程',
  '南桥电梯',
  '宁泰维保',
  '恒升电梯服务有限公司',
  '锦江机电',
  '永固电梯维修',
  '云擎服务',
  '凌岳维保',
] as const;

/** A city of a year: twelve companies, of which one has 2.5 times the rate, and two are too small to be ranked. */
export const usualCity: FixtureCity = {
  rows: companies.map((name, index) => {
    const lifts = index >= 10 ? 3 + index : 1_400 - index * 110;
    const rate = index === 3 ? 0.026 : 0.0095 + ((index * 5) % 7) * 0.0007;
    const num = Math.round(lifts * rate * 1.4);
    return {
      id: 100 + index,
      name,
      lifts,
      num,
      before: Math.round(num * (index === 3 ? 0.4 : 0.92)),
      yearBefore: Math.round(num * 1.07),
    };
  }),
};

/** Jinan's table of 2020: the first place went to a company with one entrapment on its only lift. */
export const jinanCity: FixtureCity = {
  rows: [
    { id: 1, name: '一台一起维保', lifts: 1, num: 1, before: 0 },
    { id: 2, name: '十台一起维保', lifts: 10, num: 1, before: 0 },
    { id: 3, name: '川升电梯维保有限公司', lifts: 2_400, num: 19, before: 17 },
    { id: 4, name: '安行机电', lifts: 1_900, num: 12, before: 14 },
    { id: 5, name: '天枢电梯服务', lifts: 260, num: 2, before: 3 },
  ],
  offered: { from: '2026-07-01', to: '2026-11-21' },
};

/** Rows of this number, all of usual rates. */
export const manyRows = (num: number): FixtureCity => ({
  rows: Array.from({ length: num }, (_, index) => {
    const lifts = 4 + ((index * 7_919) % 1_600);
    return {
      id: index + 1,
      name: `物业服务中心 ${index + 1}`,
      lifts,
      num: Math.round(lifts * (0.006 + ((index * 13) % 9) * 0.0006)),
    };
  }),
});
