import type { StatisticsQuery } from '../../contract/endpoints/statistics.ts';
import { siteTypes } from '../../contract/entities/community.ts';
import { ageBands, type StatisticsDimension, type StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { withFilter } from '../../ui/list/urlState.ts';
import { readPeriod, type Period } from './periods.ts';

/** The page that an address asks for. */
export interface StatisticsAddress {
  readonly period: Period;
  readonly query: StatisticsQuery;
  /** True where something narrows the lifts that are counted. */
  readonly isNarrowed: boolean;
  /** The values that could not be read, in words, and what is shown instead. */
  readonly problems: readonly string[];
  /** The rows side by side, at most two. */
  readonly chosen: readonly number[];
  readonly isPrinting: boolean;
}

export const keys = {
  period: 'period',
  area: 'area_id',
  site: 'site_type',
  age: 'age_band',
  unconfirmed: 'with_unconfirmed',
  rows: 'rows',
  print: 'print',
} as const;

const mostChosen = 2;

/** Reads a member of a closed set; what is none of it filters nothing, and is reported. */
function oneOf<const Value extends string>(
  params: URLSearchParams,
  key: string,
  label: string,
  values: readonly Value[],
): { readonly value: Value | undefined; readonly problems: readonly string[] } {
  const text = params.get(key) ?? '';
  const value = values.find((known) => known === text);
  return {
    value,
    problems: text === '' || value !== undefined ? [] : [`链接中的${label}“${text}”无法识别，未按它筛选`],
  };
}

const idPattern = /^[1-9]\d{0,11}$/;

/** Row 0 holds what nobody registered. */
const readChosen = (params: URLSearchParams): readonly number[] => {
  const ids = (params.get(keys.rows) ?? '').split(',').filter((text) => text === '0' || idPattern.test(text));
  return [...new Set(ids.map(Number))].slice(0, mostChosen);
};

export function readStatisticsAddress(
  params: URLSearchParams,
  { subject, dimension, today }: { subject: StatisticsSubject; dimension: StatisticsDimension; today: string },
): StatisticsAddress {
  const { period, problem } = readPeriod(params.get(keys.period), today);
  const areaText = params.get(keys.area) ?? '';
  const hasArea = idPattern.test(areaText);
  const site = oneOf(params, keys.site, '场所类型', siteTypes);
  const age = oneOf(params, keys.age, '梯龄段', ageBands);
  const unconfirmed = oneOf(params, keys.unconfirmed, '“含未确认”', ['1', '0']);
  return {
    period,
    query: {
      dimension,
      from: period.from,
      to: period.to,
      ...(hasArea ? { area_id: Number(areaText) } : {}),
      ...(site.value === undefined ? {} : { site_type: site.value }),
      ...(age.value === undefined ? {} : { age_band: age.value }),
      ...(subject === 'trap' && unconfirmed.value === '1' ? { with_unconfirmed: true } : {}),
    },
    isNarrowed: hasArea || site.value !== undefined || age.value !== undefined,
    problems: [
      ...(problem === null ? [] : [problem]),
      ...(areaText === '' || hasArea ? [] : [`链接中的区域“${areaText}”无法识别，未按它筛选`]),
      ...site.problems,
      ...age.problems,
      ...unconfirmed.problems,
    ],
    chosen: readChosen(params),
    isPrinting: params.get(keys.print) === '1',
  };
}

/** The same question about other rows: filters stay, rows and page of the table go. */
export const searchForOtherRows = (
  params: URLSearchParams,
  changes: Readonly<Record<string, string | null>> = {},
): string => withFilter(params, { ...changes, [keys.rows]: null, [keys.print]: null }).toString();

/** The chosen rows after a press on one: a third takes the place of the first. */
export const toggled = (chosen: readonly number[], id: number): readonly number[] =>
  chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-mostChosen);
