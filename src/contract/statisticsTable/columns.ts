import type { StatisticsDuration, StatisticsRow } from '../endpoints/statistics.ts';
import { judgementLabels, type Judgement } from '../statistics/funnel.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { RankRange } from '../statistics/ranks.ts';

/** The members that the rows of all subjects have. */
export type RowFacts = Omit<StatisticsRow, 'figures'>;
export type RowChange = RowFacts['previous'];

/** The content of a cell, for screen and paper to draw. */
export type StatisticsCell =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'number'; readonly value: number | null; readonly digits: number }
  | {
      readonly kind: 'rate';
      readonly value: number | null;
      readonly interval: Interval | null;
      readonly digits: number;
    }
  | { readonly kind: 'share'; readonly met: number; readonly total: number }
  /** In the column's unit; `missing` records lack the time. */
  | { readonly kind: 'duration'; readonly value: number | null; readonly digits: number; readonly missing: number }
  | { readonly kind: 'change'; readonly change: RowChange }
  | { readonly kind: 'rank'; readonly rank: RankRange | null }
  | { readonly kind: 'judgement'; readonly judgement: Judgement }
  | { readonly kind: 'top'; readonly label: string | null; readonly num: number; readonly total: number }
  | { readonly kind: 'hours'; readonly hours: readonly number[] };

/** A column of a file: figures stay figures. */
export interface FileColumn<Row> {
  /** Its name on the wire. */
  readonly field: string;
  readonly header: string;
  readonly as: 'text' | 'number';
  readonly of: (row: Row) => string | number | null;
}

export interface StatisticsColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Hidden until somebody chooses it. */
  readonly isOptional?: true;
  readonly cellOf: (row: Row) => StatisticsCell;
  /** A figure with an interval or a whole is several columns there. */
  readonly files: readonly FileColumn<Row>[];
}

/** Files keep four digits: more than a screen shows, and no noise of the arithmetic. */
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(4)));

type Common = Pick<StatisticsColumn<unknown>, 'isOptional'>;

export const numberColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => number | null,
  { digits = 0, ...common }: Common & { digits?: number } = {},
): StatisticsColumn<Row> => ({
  ...common,
  id,
  header,
  cellOf: (row) => ({ kind: 'number', value: of(row), digits }),
  files: [{ field: id, header, as: 'number', of: (row) => rounded(of(row)) }],
});

export const rateColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => { readonly value: number | null; readonly interval: Interval | null },
  { digits = 2, ...common }: Common & { digits?: number } = {},
): StatisticsColumn<Row> => ({
  ...common,
  id,
  header,
  cellOf: (row) => ({ kind: 'rate', ...of(row), digits }),
  files: [
    { field: id, header, as: 'number', of: (row) => rounded(of(row).value) },
    {
      field: `${id}_low`,
      header: `${header} 95% 下限`,
      as: 'number',
      of: (row) => rounded(of(row).interval?.low ?? null),
    },
    {
      field: `${id}_high`,
      header: `${header} 95% 上限`,
      as: 'number',
      of: (row) => rounded(of(row).interval?.high ?? null),
    },
  ],
});

export const shareColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => { readonly met: number; readonly total: number },
  common: Common = {},
): StatisticsColumn<Row> => ({
  ...common,
  id,
  header,
  cellOf: (row) => ({ kind: 'share', ...of(row) }),
  files: [
    { field: `${id}_met`, header, as: 'number', of: (row) => of(row).met },
    { field: `${id}_total`, header: `${header} 总数`, as: 'number', of: (row) => of(row).total },
  ],
});

const durationUnits = { 秒: 1, 分: 60, 时: 3_600 } as const;

/** `of` names the time; beside a median stands how many records lack it. */
export const durationColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => StatisticsDuration,
  { figure, unit, ...common }: Common & { figure: 'median_s' | 'p90_s' | 'mean_s'; unit: keyof typeof durationUnits },
): StatisticsColumn<Row> => {
  const inUnit = (row: Row): number | null => {
    const seconds = of(row)[figure];
    return seconds === null ? null : seconds / durationUnits[unit];
  };
  const hasMissing = figure === 'median_s';
  const titled = `${header}（${unit}）`;
  return {
    ...common,
    id,
    header: titled,
    cellOf: (row) => ({
      kind: 'duration',
      value: inUnit(row),
      digits: unit === '秒' ? 0 : 1,
      missing: hasMissing ? of(row).missing : 0,
    }),
    files: [
      { field: id, header: titled, as: 'number', of: (row) => rounded(inUnit(row)) },
      ...(hasMissing
        ? [
            {
              field: `${id}_missing`,
              header: `${header} 缺时间`,
              as: 'number' as const,
              of: (row: Row) => of(row).missing,
            },
          ]
        : []),
    ],
  };
};

/** The change in percent; null where it has none. */
export const changePercent = (change: RowChange): number | null =>
  change?.ratio == null ? null : (change.ratio - 1) * 100;

export const chanceWords = { chance: '在机会波动范围内', real: '超出机会波动' } as const;

export const changeColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => RowChange,
  common: Common = {},
): StatisticsColumn<Row> => ({
  ...common,
  id,
  header,
  cellOf: (row) => ({ kind: 'change', change: of(row) }),
  files: [
    { field: id, header: `${header}（%）`, as: 'number', of: (row) => rounded(changePercent(of(row))) },
    { field: `${id}_before`, header: `${header} 对比期数`, as: 'number', of: (row) => of(row)?.before.num ?? null },
    {
      field: `${id}_chance`,
      header: `${header} 判断`,
      as: 'text',
      of: (row) => {
        const change = of(row);
        return change === null ? null : change.is_significant ? chanceWords.real : chanceWords.chance;
      },
    },
  ],
});

/** `3`, or `2–5`: places that the row may have. */
export const rankText = ({ best, worst }: RankRange): string => (best === worst ? `${best}` : `${best}–${worst}`);

export const rankColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => RankRange | null,
): StatisticsColumn<Row> => ({
  id,
  header,
  cellOf: (row) => ({ kind: 'rank', rank: of(row) }),
  files: [
    {
      field: id,
      header,
      as: 'text',
      of: (row) => {
        const rank = of(row);
        return rank === null ? null : rankText(rank);
      },
    },
  ],
});

export const judgementColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => Judgement,
): StatisticsColumn<Row> => ({
  id,
  header,
  cellOf: (row) => ({ kind: 'judgement', judgement: of(row) }),
  files: [{ field: id, header, as: 'text', of: (row) => judgementLabels[of(row)] }],
});

export interface NamedPart {
  readonly label: string;
  readonly num: number;
}

/** The part with the most, and its share of all. Those without a name come last, however many. */
export const topColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => readonly NamedPart[],
  common: Common = {},
): StatisticsColumn<Row> => {
  const topOf = (row: Row): { label: string | null; num: number; total: number } => {
    const parts = of(row);
    const first = parts.find(({ num }) => num > 0);
    return {
      label: first?.label ?? null,
      num: first?.num ?? 0,
      total: parts.reduce((sum, { num }) => sum + num, 0),
    };
  };
  return {
    ...common,
    id,
    header,
    cellOf: (row) => ({ kind: 'top', ...topOf(row) }),
    files: [
      { field: id, header, as: 'text', of: (row) => topOf(row).label },
      { field: `${id}_num`, header: `${header} 数`, as: 'number', of: (row) => topOf(row).num },
    ],
  };
};

/** `18 时（5）`: the hour with the most, the first of equals; null of none. */
export function peakHour(hours: readonly number[]): string | null {
  const most = Math.max(0, ...hours);
  return most === 0 ? null : `${hours.indexOf(most)} 时（${most}）`;
}

export const hoursColumn = <Row>(
  id: string,
  header: string,
  of: (row: Row) => readonly number[],
  common: Common = {},
): StatisticsColumn<Row> => ({
  ...common,
  id,
  header,
  cellOf: (row) => ({ kind: 'hours', hours: of(row) }),
  files: [{ field: id, header: `${header} 高峰`, as: 'text', of: (row) => peakHour(of(row)) }],
});
