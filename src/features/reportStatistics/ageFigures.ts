import type { AgeDetail } from '../../contract/endpoints/stats.ts';
import { isInAgeRange, type AgeFilter } from '../../contract/liftAge.ts';
import type { Bar } from '../../ui/chart/barOption.ts';

export interface AgeFigures {
  readonly num: number;
  readonly onlineNum: number;
  /** Mean age of those with an installation date; null where there is none. */
  readonly averageYears: number | null;
}

/** The figures of any range, from those of the single years. */
export function toAgeFigures(
  { fleet_total: fleetTotal, unknown, by_year: byYear }: AgeDetail,
  filter: AgeFilter,
): AgeFigures {
  if (filter.install_unknown === true) return { num: unknown.value, onlineNum: unknown.online_num, averageYears: null };
  const chosen = byYear.filter(({ years }) => isInAgeRange(years, filter));
  const dated = chosen.reduce((sum, { value }) => sum + value, 0);
  const online = chosen.reduce((sum, { online_num: num }) => sum + num, 0);
  const averageYears =
    dated === 0 ? null : chosen.reduce((sum, { value, average_years: years }) => sum + value * years, 0) / dated;
  const isAll = filter.yearsStart === undefined && filter.yearsEnd === undefined;
  return { num: isAll ? fleetTotal : dated, onlineNum: online + (isAll ? unknown.online_num : 0), averageYears };
}

/** Years from here on share a bar. */
const lastYear = 30;

/**
 * A bar for each full year up to the oldest lift, empty years too, so that the distance between bars is time; outside
 * the range they are pale.
 */
export function toAgeBars({ by_year: byYear }: AgeDetail, filter: AgeFilter): readonly Bar[] {
  const oldest = Math.min(byYear.at(-1)?.years ?? -1, lastYear);
  return Array.from({ length: oldest + 1 }, (_, years): Bar => {
    const inBar = byYear.filter((row) => (years === lastYear ? row.years >= lastYear : row.years === years));
    const isChosen =
      filter.install_unknown !== true &&
      (inBar.length === 0 ? isInAgeRange(years, filter) : inBar.some((row) => isInAgeRange(row.years, filter)));
    return {
      name: years === lastYear ? `${lastYear}+` : String(years),
      value: inBar.reduce((sum, { value }) => sum + value, 0),
      tone: isChosen ? 'normal' : 'quiet',
    };
  });
}
