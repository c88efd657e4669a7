import type { AlarmAnswer, ExceptionAnswer, RescueAnswer, TrapAnswer } from '../endpoints/statistics.ts';
import { alarmKindLabels, rescueCauseLabels } from '../labels.ts';
import { monthDays, subjectFacts, type StatisticsSubject } from '../statistics/subjects.ts';
import {
  changeColumn,
  durationColumn,
  hoursColumn,
  judgementColumn,
  numberColumn,
  rankColumn,
  rateColumn,
  shareColumn,
  topColumn,
  type NamedPart,
  type RowFacts,
  type StatisticsColumn,
} from './columns.ts';

export type TrapRow = TrapAnswer['rows'][number];
export type RescueRow = RescueAnswer['rows'][number];
export type ExceptionRow = ExceptionAnswer['rows'][number];
export type AlarmRow = AlarmAnswer['rows'][number];

const optional = { isOptional: true } as const;
const unnamed = '未登记';

/** Returns the columns that every subject has, the figures of the ranking first. */
function commonColumns(subject: StatisticsSubject): readonly StatisticsColumn<RowFacts>[] {
  const { noun, unit, rateLabel } = subjectFacts[subject];
  return [
    rankColumn('rank', '名次', ({ rank }) => rank),
    judgementColumn('judgement', '判定', ({ judgement }) => judgement),
    numberColumn('adjusted_rate', '调整率', (row) => row.adjusted_rate, { digits: 2 }),
    numberColumn('num', `${noun}（${unit}）`, ({ num }) => num),
    rateColumn('rate', `${noun}率（${rateLabel}）`, (row) => ({ value: row.rate, interval: row.rate_interval })),
    changeColumn('previous', '环比', ({ previous }) => previous),
    changeColumn('year_before', '同比', (row) => row.year_before),
    numberColumn('lift_num', '在用电梯（台）', (row) => row.lift_num),
  ];
}

/** Returns those that explain the ranking; less common, hidden until they are chosen. */
function groundColumns(subject: StatisticsSubject): readonly StatisticsColumn<RowFacts>[] {
  const { noun, unit } = subjectFacts[subject];
  return [
    numberColumn('exposure', '在用（台·月）', (row) => row.exposure_days / monthDays, { ...optional, digits: 1 }),
    numberColumn('expected', `预期${noun}（${unit}）`, ({ expected }) => expected, { ...optional, digits: 1 }),
    rateColumn('smr', '标化比', (row) => ({ value: row.smr, interval: row.smr_interval }), optional),
  ];
}

/** Causes of entrapments, those of which none is told last. */
export const trapCauses = ({ figures }: TrapRow): readonly NamedPart[] =>
  figures.causes
    .toSorted((a, b) => Number(a.cause === null) - Number(b.cause === null) || b.num - a.num)
    .map(({ cause, num }) => ({ label: cause === null ? '未填原因' : rescueCauseLabels[cause], num }));

const named = (parts: readonly NamedPart[]): readonly NamedPart[] =>
  parts.map(({ label, num }) => ({ label: label === '' ? unnamed : label, num }));
export const faultCauses = ({ figures }: ExceptionRow): readonly NamedPart[] => named(figures.causes);
export const faultPhenomena = ({ figures }: ExceptionRow): readonly NamedPart[] => named(figures.phenomena);
export const faultSources = ({ figures }: ExceptionRow): readonly NamedPart[] => named(figures.sources);
export const faultParts = ({ figures }: ExceptionRow): readonly NamedPart[] => named(figures.parts);
export const releaseWays = ({ figures }: RescueRow): readonly NamedPart[] => named(figures.release_ways ?? []);
export const alarmParts = ({ figures }: AlarmRow): readonly NamedPart[] =>
  figures.kinds.toSorted((a, b) => b.num - a.num).map(({ kind, num }) => ({ label: alarmKindLabels[kind], num }));

export const trapColumns: readonly StatisticsColumn<TrapRow>[] = [
  ...commonColumns('trap'),
  numberColumn('people_num', '被困人数（人）', ({ figures }) => figures.people_num),
  numberColumn('repeat_lifts_30', '30 天内重复困人（台）', ({ figures }) => figures.repeat_lifts_30),
  topColumn('cause', '主因', trapCauses),
  hoursColumn('hours', '时段', ({ figures }) => figures.hours, optional),
  numberColumn('people_each', '人/起', ({ num, figures }) => (num === 0 ? null : figures.people_num / num), {
    ...optional,
    digits: 2,
  }),
  numberColumn('repeat_lifts_365', '一年内 3 起以上（台）', ({ figures }) => figures.repeat_lifts_365, optional),
  ...groundColumns('trap'),
];

export const rescueColumns: readonly StatisticsColumn<RescueRow>[] = [
  ...commonColumns('rescue'),
  shareColumn('answered', '3 分钟受理', ({ figures }) => figures.answered),
  shareColumn('arrived', '30 分钟到达', ({ figures }) => figures.arrived),
  durationColumn('arrival_median', '到达中位', ({ figures }) => figures.arrival, { figure: 'median_s', unit: '分' }),
  durationColumn('arrival_p90', '到达 P90', ({ figures }) => figures.arrival, { figure: 'p90_s', unit: '分' }),
  durationColumn('release_median', '脱困中位', ({ figures }) => figures.release, { figure: 'median_s', unit: '分' }),
  numberColumn('false_num', '误报（起）', ({ figures }) => figures.false_num, optional),
  durationColumn('answer_median', '受理中位', ({ figures }) => figures.answer, {
    ...optional,
    figure: 'median_s',
    unit: '秒',
  }),
  durationColumn('answer_p90', '受理 P90', ({ figures }) => figures.answer, {
    ...optional,
    figure: 'p90_s',
    unit: '秒',
  }),
  durationColumn('arrival_mean', '到达均值', ({ figures }) => figures.arrival, {
    ...optional,
    figure: 'mean_s',
    unit: '分',
  }),
  durationColumn('release_p90', '脱困 P90', ({ figures }) => figures.release, {
    ...optional,
    figure: 'p90_s',
    unit: '分',
  }),
  durationColumn('release_mean', '脱困均值', ({ figures }) => figures.release, {
    ...optional,
    figure: 'mean_s',
    unit: '分',
  }),
  ...([0, 1, 2] as const).map((level) =>
    numberColumn<RescueRow>(
      `level_${level + 1}`,
      `${level + 1} 级救援（起）`,
      ({ figures }) => figures.levels[level] ?? 0,
      optional,
    ),
  ),
  numberColumn('overdue_num', '曾超时（起）', ({ figures }) => figures.overdue_num, optional),
  numberColumn('to_120', '移交 120（起）', ({ figures }) => figures.handed.to_120, optional),
  numberColumn('to_119', '移交 119（起）', ({ figures }) => figures.handed.to_119, optional),
  numberColumn('to_110', '移交 110（起）', ({ figures }) => figures.handed.to_110, optional),
  topColumn('release_way', '主要脱困方式', releaseWays, optional),
  numberColumn('injured_num', '受伤人数（人）', ({ figures }) => figures.injured_num, optional),
  shareColumn('night', '夜间（22–6 时）', ({ num, figures }) => ({ met: figures.night_num, total: num }), optional),
  ...groundColumns('rescue'),
];

/** Hours of standstill for each lift in use; beside them how many faults do not tell whether they stop the car. */
const stopColumn: StatisticsColumn<ExceptionRow> = {
  ...optional,
  ...numberColumn<ExceptionRow>(
    'stop_hours',
    '停梯（时/台）',
    ({ lift_num: lifts, figures }) =>
      figures.stop_hours === undefined || lifts === 0 ? null : figures.stop_hours.hours / lifts,
    { digits: 1 },
  ),
  cellOf: ({ lift_num: lifts, figures: { stop_hours: stop } }) => ({
    kind: 'duration',
    value: stop === undefined || lifts === 0 ? null : stop.hours / lifts,
    digits: 1,
    missing: stop?.missing ?? 0,
  }),
};

export const exceptionColumns: readonly StatisticsColumn<ExceptionRow>[] = [
  ...commonColumns('exception'),
  numberColumn('mtbf_days', '平均无故障（天）', ({ figures }) => figures.mtbf_days, { digits: 0 }),
  durationColumn('repair_median', '修复中位', ({ figures }) => figures.repair, { figure: 'median_s', unit: '时' }),
  shareColumn('lasting', '30 天未复发', ({ figures }) => figures.lasting),
  topColumn('cause', '主因', faultCauses),
  durationColumn('repair_p90', '修复 P90', ({ figures }) => figures.repair, {
    ...optional,
    figure: 'p90_s',
    unit: '时',
  }),
  shareColumn('in_time', '按时完成', ({ figures }) => figures.in_time, optional),
  numberColumn('repeat_lifts_30', '30 天内重复故障（台）', ({ figures }) => figures.repeat_lifts_30, optional),
  topColumn('phenomenon', '主要现象', faultPhenomena, optional),
  topColumn('source', '主要来源', faultSources, optional),
  topColumn('part', '更换最多的部件', faultParts, optional),
  stopColumn,
  numberColumn('open_num', '未完成（起）', ({ figures }) => figures.open_num, optional),
  ...groundColumns('exception'),
];

export const alarmColumns: readonly StatisticsColumn<AlarmRow>[] = [
  ...commonColumns('alarm'),
  numberColumn('unhandled_num', '未处理（条）', ({ figures }) => figures.unhandled_num),
  shareColumn('false', '误报', ({ num, figures }) => ({ met: figures.false_num, total: num + figures.false_num })),
  durationColumn('acknowledge_median', '确认中位', ({ figures }) => figures.acknowledge, {
    figure: 'median_s',
    unit: '分',
  }),
  shareColumn('top_ten', '最多的 10 台', ({ figures }) => figures.top_ten),
  topColumn('kind', '最多的报警', alarmParts, optional),
  durationColumn('handle_median', '处理中位', ({ figures }) => figures.handle, {
    ...optional,
    figure: 'median_s',
    unit: '分',
  }),
  numberColumn('flood_num', '报警泛滥（10 分钟段）', ({ figures }) => figures.flood_num, optional),
  ...groundColumns('alarm'),
];

/** The columns of the figures above the table, beside count and rate. */
export const headlineIds: Readonly<Record<StatisticsSubject, readonly string[]>> = {
  trap: ['people_num', 'repeat_lifts_30', 'cause'],
  rescue: ['answered', 'arrived', 'arrival_median', 'release_median'],
  exception: ['mtbf_days', 'repair_median', 'lasting'],
  alarm: ['unhandled_num', 'false', 'acknowledge_median', 'top_ten'],
};
