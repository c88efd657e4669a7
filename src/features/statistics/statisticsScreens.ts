import { screenNamed, type BuiltScreen } from '../../contract/screens.ts';
import type { StatisticsDimension, StatisticsSubject } from '../../contract/statistics/subjects.ts';

const subjectNames = {
  trap: 'TrappedPeopleStatistics',
  rescue: 'RescueAnalysis',
  exception: 'FaultStatistics',
  alarm: 'AlarmStatistics',
} as const satisfies Readonly<Record<StatisticsSubject, string>>;
const dimensionNames = {
  region: 'Region',
  property: 'Property',
  brand: 'Brand',
  maintenance: 'Maintenance',
} as const satisfies Readonly<Record<StatisticsDimension, string>>;

/** The catalogue's row of a subject by a dimension. */
export const statisticsScreen = (subject: StatisticsSubject, dimension: StatisticsDimension): BuiltScreen =>
  screenNamed(`${subjectNames[subject]}${dimensionNames[dimension]}`);
