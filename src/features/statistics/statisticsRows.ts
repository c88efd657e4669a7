import { funnelLimits, judgementLabels, rankedFromExpected } from '../../contract/statistics/funnel.ts';
import { subjectFacts, type StatisticsDimension, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import type { RowFacts } from '../../contract/statisticsTable/columns.ts';
import { rowName, type CountedAnswer, type TableRow } from '../../contract/statisticsTable/statisticsTable.ts';
import type { FunnelBand, FunnelData, FunnelDot } from '../../ui/chart/funnelOption.ts';
import type { IntervalData } from '../../ui/chart/intervalOption.ts';
import { intervalText, judgementDots, numberText } from './cellText.ts';

export type CityFacts = CountedAnswer['answer']['city'];

/** The subject and the dimension of a page, by which rows are named and figures have their units. */
export interface PageKind {
  readonly subject: StatisticsSubject;
  readonly dimension: StatisticsDimension;
}

/** All rows together have no place and no judgement among themselves. */
export const hasTotal = (columnId: string): boolean => columnId !== 'rank' && columnId !== 'judgement';

export const isRanked = ({ rank }: Pick<RowFacts, 'rank'>): boolean => rank !== null;

/** A page of the table, and the row before which the line stands that parts the ranked rows from the others. */
export function tablePage(
  rows: readonly TableRow[],
  page: number,
  pageSize: number,
): { readonly shown: readonly TableRow[]; readonly page: number; readonly lineBefore: number | null } {
  const lastPage = Math.max(1, Math.ceil(rows.length / pageSize));
  const at = Math.min(page, lastPage);
  const shown = rows.slice((at - 1) * pageSize, at * pageSize);
  const line = shown.findIndex(({ facts }) => !isRanked(facts));
  return { shown, page: at, lineBefore: line === -1 ? null : line };
}

/** Says why few rows are ranked; null where most are. */
export function fewRankedText(rows: readonly TableRow[], { subject, dimension }: PageKind): string | null {
  const { noun, unit } = subjectFacts[subject];
  const rankedNum = rows.filter(({ facts }) => isRanked(facts)).length;
  if (rows.length === 0 || rankedNum * 2 >= rows.length) return null;
  const [only] = rows;
  if (rows.length === 1 && only !== undefined)
    return `${rowName(only.facts, dimension)}本期预期 ${numberText(only.facts.expected, 1)} ${unit}，不足 ${rankedFromExpected} ${unit}：不排名，也不作判定。`;
  const all = `${rows.length.toLocaleString('en-US')} 行`;
  return rankedNum === 0
    ? `${all}的预期${noun}都不足 ${rankedFromExpected} ${unit}：只列出，不排名，也不作判定。`
    : `${all}中只有 ${rankedNum} 行的预期${noun}达到 ${rankedFromExpected} ${unit}，可以排名；其余只列出，不比高低。`;
}

const ratioOf = ({ num, expected }: RowFacts): number => num / expected;

function tipOf(facts: RowFacts, { subject, dimension }: PageKind): string {
  const { noun, unit, rateLabel } = subjectFacts[subject];
  const rate =
    facts.rate === null || facts.rate_interval === null
      ? ''
      : `\n${noun}率 ${numberText(facts.rate, 2)}（${intervalText(facts.rate_interval, 2)}）${rateLabel}`;
  return `${rowName(facts, dimension)}\n${noun} ${numberText(facts.num, 0)} ${unit}，预期 ${numberText(facts.expected, 1)} ${unit}${rate}\n判定：${judgementLabels[facts.judgement]}`;
}

const bandSteps = 60;
/** Below it the limits leave the picture. */
const leastDrawn = 0.5;

/** Returns the rows within the limits of their size; undefined where there is nothing to compare with. */
export function toFunnel(
  rows: readonly TableRow[],
  { overdispersion }: CityFacts,
  chosen: readonly number[],
  kind: PageKind,
): FunnelData | undefined {
  const compared = rows.map(({ facts }) => facts).filter(({ expected }) => expected > 0);
  if (compared.length === 0) return undefined;
  const xMax = Math.max(2 * rankedFromExpected, ...compared.map(({ expected }) => expected)) * 1.08;
  const ratios = compared.filter(isRanked).map(ratioOf);
  const yMax = Math.ceil(Math.max(2, ...ratios.map((ratio) => ratio * 1.1)) * 2) / 2;
  const bands = Array.from({ length: bandSteps + 1 }, (_, step): FunnelBand => {
    // Denser where the limits bend most.
    const x = leastDrawn + (xMax - leastDrawn) * (step / bandSteps) ** 2;
    const { warning, control } = funnelLimits(x, overdispersion);
    return { x, inner: warning, outer: control };
  });
  const dots = compared.map((facts): FunnelDot => {
    const isOutside = facts.judgement === 'high' || facts.judgement === 'low';
    const isChosen = chosen.includes(facts.id);
    return {
      id: String(facts.id),
      name: rowName(facts, kind.dimension),
      x: facts.expected,
      y: ratioOf(facts),
      tone: judgementDots[facts.judgement],
      tip: tipOf(facts, kind),
      isNamed: isOutside || isChosen,
      isChosen,
    };
  });
  const { noun, unit } = subjectFacts[kind.subject];
  return { xName: `预期${noun}（${unit}）`, yName: '实际/预期', centre: 1, bands, dots, yMax };
}

/** The most intervals that a chart shows legibly. */
export const mostIntervals = 20;

/**
 * Returns the rates with their intervals: the ranked rows in their order, or where none is, those with the most lifts. `leftOut` rows are in
 * the table alone.
 */
export function toIntervals(
  rows: readonly TableRow[],
  { rate: centre }: CityFacts,
  chosen: readonly number[],
  kind: PageKind,
): { readonly data: IntervalData; readonly leftOut: number } | undefined {
  const ranked = rows.map(({ facts }) => facts).filter(isRanked);
  const all =
    ranked.length > 0 ? ranked : rows.map(({ facts }) => facts).toSorted((a, b) => b.exposure_days - a.exposure_days);
  const shown = all
    .flatMap((facts) =>
      facts.rate === null || facts.rate_interval === null
        ? []
        : [{ facts, value: facts.rate, interval: facts.rate_interval }],
    )
    .slice(0, mostIntervals);
  if (shown.length === 0) return undefined;
  return {
    data: {
      name: subjectFacts[kind.subject].rateLabel,
      centre,
      rows: shown.map(({ facts, value, interval }) => ({
        id: String(facts.id),
        name: rowName(facts, kind.dimension),
        value,
        low: interval.low,
        high: interval.high,
        tone: judgementDots[facts.judgement],
        tip: tipOf(facts, kind),
        isChosen: chosen.includes(facts.id),
      })),
    },
    leftOut: rows.length - shown.length,
  };
}

export interface HeatCell {
  readonly month: string;
  readonly num: number;
  /** By the subject's `rateDays`; null where nothing was in use. */
  readonly rate: number | null;
  /** 0 for little to 4 for far more than the city; null where the month expects too little to say so. */
  readonly level: 0 | 1 | 2 | 3 | 4 | null;
  /** Outside the outer limits of the funnel. */
  readonly outside: 'high' | 'low' | null;
}

export interface HeatRow {
  readonly id: number;
  readonly name: string;
  readonly cells: readonly HeatCell[];
}

const levelOf = (ratio: number): 0 | 1 | 2 | 3 | 4 =>
  ratio < 0.5 ? 0 : ratio < 0.8 ? 1 : ratio <= 1.25 ? 2 : ratio <= 2 ? 3 : 4;
/** With fewer expected events a tone would colour chance. */
const tonedFromExpected = 1;

/** Returns the months of these rows beside the city's rate. */
export function toHeat(
  shown: readonly TableRow[],
  { months, city }: Pick<CountedAnswer['answer'], 'months' | 'city'>,
  { subject, dimension }: PageKind,
): readonly HeatRow[] {
  const { rateDays } = subjectFacts[subject];
  const byMonth = months.map(({ month, cells }) => ({ month, byId: new Map(cells.map((cell) => [cell.id, cell])) }));
  return shown.map(({ facts }) => ({
    id: facts.id,
    name: rowName(facts, dimension),
    cells: byMonth.map(({ month, byId }): HeatCell => {
      const cell = byId.get(facts.id);
      const num = cell?.num ?? 0;
      if (cell === undefined || cell.exposure_days <= 0) return { month, num, rate: null, level: null, outside: null };
      const rate = (num / cell.exposure_days) * rateDays;
      const expected = ((city.rate ?? 0) * cell.exposure_days) / rateDays;
      if (expected < tonedFromExpected) return { month, num, rate, level: null, outside: null };
      const ratio = num / expected;
      const { control } = funnelLimits(expected, city.overdispersion);
      const isJudged = expected >= rankedFromExpected;
      return {
        month,
        num,
        rate,
        level: levelOf(ratio),
        outside: isJudged && ratio > control.high ? 'high' : isJudged && ratio < control.low ? 'low' : null,
      };
    }),
  }));
}

/** A month of a row in a sentence. */
export function heatText({ name }: Pick<HeatRow, 'name'>, cell: HeatCell, { subject }: PageKind): string {
  const { noun, unit, rateLabel } = subjectFacts[subject];
  if (cell.rate === null) return `${name} ${cell.month}：没有数据`;
  const outside = cell.outside === null ? '' : cell.outside === 'high' ? '，高于 99.8% 界限' : '，低于 99.8% 界限';
  const few = cell.level === null ? '，预期不足 1，不着色' : '';
  return `${name} ${cell.month}：${noun} ${numberText(cell.num, 0)} ${unit}，${numberText(cell.rate, 2)} ${rateLabel}${outside}${few}`;
}
