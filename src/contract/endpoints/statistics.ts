import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { siteTypes } from '../entities/community.ts';
import { wireFlag, wireTime } from '../envelope.ts';
import { alarmKinds, rescueCauses } from '../labels.ts';
import { judgements } from '../statistics/funnel.ts';
import { ageBands, mostPeriodDays, statisticsDimensions } from '../statistics/subjects.ts';
import { daysBetween } from '../time.ts';

const day = (label: string) => z.iso.date(`请选择${label}`);

/** The question of all four subjects. Both days are counted whole; `to` may be today, which is counted up to now. */
export const statisticsQuery = comparing(
  z.object({
    dimension: z.enum(statisticsDimensions, '请选择统计维度'),
    from: day('开始日期'),
    to: day('结束日期'),
    /** Counts what happened below this region only; the rows by region are those directly below it. */
    area_id: z.coerce.number().int().positive().optional(),
    site_type: z.enum(siteTypes, '请选择场所类型').optional(),
    age_band: z.enum(ageBands, '请选择梯龄段').optional(),
    /** Entrapments: also calls of which nobody has said yet whether anyone was trapped. */
    with_unconfirmed: wireFlag.optional(),
  }),
  ({ from, to }) => {
    if (from === undefined || to === undefined) return [];
    if (from > to) return [{ field: 'to', message: '结束日期不能早于开始日期' }];
    return daysBetween(from, to) >= mostPeriodDays ? [{ field: 'to', message: '一次最多统计 10 年' }] : [];
  },
);
export type StatisticsQuery = z.infer<typeof statisticsQuery>;

const period = z.object({ from: z.iso.date(), to: z.iso.date() });
const interval = z.object({ low: z.number(), high: z.number() });
/** `met` of `total`. */
const share = z.object({ met: z.number(), total: z.number() });
/** Seconds; null of none. `missing` records lack the time, and are in none of the figures. */
const duration = z.object({
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
  mean_s: z.number().nullable(),
  num: z.number(),
  missing: z.number(),
});
export type StatisticsDuration = z.infer<typeof duration>;
/** A share of the records with a name: the most frequent first. */
const named = z.array(z.object({ key: z.string(), label: z.string(), num: z.number() }));
const counted = z.object({ num: z.number(), exposure_days: z.number() });

/** The change against another period, by `compareCounts`; null where that period cannot be compared. */
const change = z
  .object({ ratio: z.number().nullable(), z: z.number(), is_significant: z.boolean(), before: counted })
  .nullable();

const trapFigures = z.object({
  people_num: z.number(),
  /** Lifts with at least 2 within 30 days, and with at least 3 within 365 days, up to the end of the period. */
  repeat_lifts_30: z.number(),
  repeat_lifts_365: z.number(),
  causes: z.array(z.object({ cause: z.enum(rescueCauses).nullable(), num: z.number() })),
  /** By the hour of the day in which the call came. */
  hours: z.array(z.number()).length(24),
});
const rescueFigures = z.object({
  false_num: z.number(),
  /** Answered within its limit; calls that were over before anyone had to answer are in neither number. */
  answered: share,
  answer: duration,
  arrived: share,
  /** Times of confirmed entrapments only, as cities publish them. */
  arrival: duration,
  release: duration,
  /** Rescues by the highest level that was called: 1 to 3. */
  levels: z.array(z.number()).length(3),
  overdue_num: z.number(),
  handed: z.object({ to_120: z.number(), to_119: z.number(), to_110: z.number() }),
  injured_num: z.number(),
  /** Confirmed entrapments by the way of release; an empty key where nobody said so. Left out by servers that do not count it. */
  release_ways: named.optional(),
  /** Calls between 22:00 and 06:00. */
  night_num: z.number(),
});
const exceptionFigures = z.object({
  /** Mean lift-days between two faults; null of none. */
  mtbf_days: z.number().nullable(),
  /** From the fault to the repair. */
  repair: duration,
  /** Repaired within the limit, of those with a limit. */
  in_time: share,
  /** No fault of the same lift and cause within 30 days after the repair, of the repairs that are that old. */
  lasting: share,
  repeat_lifts_30: z.number(),
  causes: named,
  phenomena: named,
  sources: named,
  parts: named,
  open_num: z.number(),
  /** Hours for which faults that stop the car stood, up to now; `missing` faults do not tell whether they do. Left out as above. */
  stop_hours: z.object({ hours: z.number(), missing: z.number() }).optional(),
});
const alarmFigures = z.object({
  kinds: z.array(z.object({ kind: z.enum(alarmKinds), num: z.number() })),
  unhandled_num: z.number(),
  false_num: z.number(),
  acknowledge: duration,
  handle: duration,
  /** The share of the ten lifts with the most. */
  top_ten: share,
  /** Stretches of ten minutes of the clock with ten alarms or more (EEMUA 191). */
  flood_num: z.number(),
});

const rowFacts = {
  id: z.number(),
  name: z.string(),
  /** Lifts in use on at least one day of the period. */
  lift_num: z.number(),
  exposure_days: z.number(),
  num: z.number(),
  /** All rates are by the subject's `rateDays`; null where nothing was in use. */
  rate: z.number().nullable(),
  rate_interval: interval.nullable(),
  adjusted_rate: z.number().nullable(),
  /** At the city's rate. */
  expected: z.number(),
  /** Observed by those expected of lifts of the same age and place in the whole city, with its interval; null where none is expected. */
  smr: z.number().nullable(),
  smr_interval: interval.nullable(),
  judgement: z.enum(judgements),
  /** Null for a row that is too small to be ranked. */
  rank: z.object({ best: z.number(), worst: z.number() }).nullable(),
  previous: change,
  year_before: change,
} as const;

const answerOf = <Figures extends z.ZodObject>(figures: Figures) =>
  z.object({
    period,
    /** The stretch of as many days before it: of a month or a part of one, the same days of the month before. */
    previous: period,
    /** The same days of the year before. */
    year_before: period,
    data_at: wireTime,
    /** The first day with any record; null of none. Earlier days count as nothing known, not as nothing happened. */
    first_day: z.iso.date().nullable(),
    city: z.object({
      /** The rate of all lifts of the city, whatever the caller may see; null where nothing was in use. */
      rate: z.number().nullable(),
      overdispersion: z.number(),
      ranked_from_expected: z.number(),
    }),
    /** The shortest period up to the same end in which half of the rows are ranked; null where half of them already are. */
    offered: period.nullable(),
    total: z.object({ ...rowFacts, figures }),
    /** Ranked rows first, by their adjusted rate, the highest first; then those too small, by name. */
    rows: z.array(z.object({ ...rowFacts, figures })),
    /** The last thirteen months up to the period's end, the oldest first: rows that lack counted nothing and had no lift. */
    months: z.array(z.object({ month: z.string(), cells: z.array(counted.extend({ id: z.number() })) })),
  });

export const statsElevatorTrap = defineEndpoint({
  method: 'POST',
  path: '/api/stats/elevator-trap',
  permission: 'stats.view',
  group: 'stats',
  summary: '困人统计：按区域、物业、品牌或维保，只计确认有人被困的救援',
  input: statisticsQuery,
  output: answerOf(trapFigures),
  isUnmetered: true,
});
export const statsElevatorRescue = defineEndpoint({
  method: 'POST',
  path: '/api/stats/elevator-rescue',
  permission: 'stats.view',
  group: 'stats',
  summary: '救援分析：受理、到达与脱困用时，级别与移交',
  input: statisticsQuery,
  output: answerOf(rescueFigures),
  isUnmetered: true,
});
export const statsElevatorException = defineEndpoint({
  method: 'POST',
  path: '/api/stats/elevator-exception',
  permission: 'stats.view',
  group: 'stats',
  summary: '故障统计：故障率、修复用时、30 天未复发率与主因',
  input: statisticsQuery,
  output: answerOf(exceptionFigures),
  isUnmetered: true,
});
export const statsElevatorAlarm = defineEndpoint({
  method: 'POST',
  path: '/api/stats/elevator-alarm',
  permission: 'stats.view',
  group: 'stats',
  summary: '报警统计：各类报警、误报与处理用时',
  input: statisticsQuery,
  output: answerOf(alarmFigures),
  isUnmetered: true,
});

export const statisticsEndpoints = {
  trap: statsElevatorTrap,
  rescue: statsElevatorRescue,
  exception: statsElevatorException,
  alarm: statsElevatorAlarm,
} as const;

export type TrapAnswer = z.infer<typeof statsElevatorTrap.output>;
export type RescueAnswer = z.infer<typeof statsElevatorRescue.output>;
export type ExceptionAnswer = z.infer<typeof statsElevatorException.output>;
export type AlarmAnswer = z.infer<typeof statsElevatorAlarm.output>;
export type StatisticsAnswer = TrapAnswer | RescueAnswer | ExceptionAnswer | AlarmAnswer;
export type StatisticsRow = StatisticsAnswer['rows'][number];
