import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { wireFlag, wireTime } from '../envelope.ts';
import { rescueCauses } from '../labels.ts';
import { ageFilterShape, badAgeFilter, isAgeFilter } from '../liftAge.ts';

/** Adds what costs more to count; the statistics' own screens ask for it. */
const detail = wireFlag.optional();

/** The four age groups of the dashboard, as its links say them: at least `yearsEnd`, less than `yearsStart` years old. */
export const ageGroups = [
  { label: '5 年以下', yearsStart: 5, yearsEnd: undefined },
  { label: '5–10 年', yearsStart: 10, yearsEnd: 5 },
  { label: '10–15 年', yearsStart: 15, yearsEnd: 10 },
  { label: '15 年以上', yearsStart: undefined, yearsEnd: 15 },
] as const;

const countSchema = z.object({ id: z.number(), name: z.string(), value: z.number() });
export type NamedCount = z.infer<typeof countSchema>;

/** Members that `detail` adds to the lifts by age. */
const ageDetailSchema = z.object({
  /** All lifts, whatever their age; with those of unknown age. */
  fleet_total: z.number(),
  /** Without an installation date: in no group and in no year. */
  unknown: z.object({ value: z.number(), online_num: z.number() }),
  /** All lifts by full years, ascending, only years that some lift has; 100 is `100 and more`. `average_years` is their mean age. */
  by_year: z.array(
    z.object({ years: z.number(), value: z.number(), online_num: z.number(), average_years: z.number() }),
  ),
});
export type AgeDetail = z.infer<typeof ageDetailSchema>;

/**
 * Lifts by age. With yearsStart, yearsEnd or install_unknown `total` counts only those; with brand_id everything counts
 * that brand only.
 */
export const statsElevator = defineEndpoint({
  method: 'GET',
  path: '/api/stats/elevator',
  permission: 'elevator.view',
  group: 'stats',
  summary: '电梯按梯龄统计：满 yearsEnd 年、不满 yearsStart 年',
  input: z
    .object({ ...ageFilterShape, brand_id: z.coerce.number().int().positive().optional(), detail })
    .refine(isAgeFilter, badAgeFilter),
  output: z.object({
    total: z.number(),
    groups: z.array(
      z.object({
        label: z.string(),
        years_start: z.number().nullable(),
        years_end: z.number().nullable(),
        value: z.number(),
      }),
    ),
    detail: ageDetailSchema.optional(),
  }),
});

/** Members that `detail` adds to each brand or community. */
const shareDetail = {
  average_years: z.number().nullable().optional(),
  /** Confirmed entrapments of the last `trapped_days` days on the lifts that it has now; absent for who may not see rescue orders. */
  trapped_num: z.number().optional(),
};
const trappedDays = z.number().optional();

export const statsElevatorBrand = defineEndpoint({
  method: 'GET',
  path: '/api/stats/elevator-brand',
  permission: 'elevator.view',
  group: 'stats',
  summary: '电梯按品牌统计',
  input: z.object({ detail }),
  output: z.object({
    total: z.number(),
    brands: z.array(countSchema.extend({ online_num: z.number().optional(), ...shareDetail })),
    /** Lifts without a brand. */
    unknown: z.number().optional(),
    trapped_days: trappedDays,
  }),
});

const liftCounts = { elevator_num: z.number(), online_num: z.number(), offline_num: z.number(), call_num: z.number() };
export const areaNodeSchema = z.object({
  id: z.number(),
  name: z.string(),
  ...liftCounts,
  /** Open scooters and faults; absent for users who may not see the overview, and where `detail` is asked for. */
  scooter_num: z.number().optional(),
  fault_num: z.number().optional(),
  communities: z.array(
    z.object({ id: z.number(), name: z.string(), lng: z.number(), lat: z.number(), ...liftCounts, ...shareDetail }),
  ),
});
export type AreaNode = z.infer<typeof areaNodeSchema>;

/** The tree of areas and communities in scope with their lifts. */
export const statsAreaCommunityElevator = defineEndpoint({
  method: 'GET',
  path: '/api/stats/area-community-elevator',
  permission: 'elevator.view',
  group: 'stats',
  summary: '区域—小区—电梯数量',
  input: z.object({
    detail,
    /** Leaves the communities out: a chart of the areas has no use for five thousand of them. */
    areas_only: wireFlag.optional(),
  }),
  output: z.object({
    total: z.number(),
    community_total: z.number(),
    areas: z.array(areaNodeSchema),
    trapped_days: trappedDays,
  }),
});

/** Rescues by cause in detail; the share of each is for the reader to compute. */
export const statsRescueCauses = defineEndpoint({
  method: 'GET',
  path: '/api/stats/rescue-causes',
  permission: 'rescue.view',
  group: 'stats',
  summary: '救援按原因与具体原因统计，误报除外；from、to 为呼叫时间',
  input: z.object({ from: wireTime.optional(), to: wireTime.optional() }),
  output: z.object({
    total: z.number(),
    /** The most frequent first. */
    causes: z.array(
      z.object({
        /** Null for rescues whose cause is not told, open ones among them. */
        cause: z.enum(rescueCauses).nullable(),
        cause_label: z.string(),
        /** The code of a cause of faults; empty where no detail was chosen. */
        cause_detail: z.string(),
        cause_detail_label: z.string(),
        num: z.number(),
        /** Somebody was trapped. */
        trapped_num: z.number(),
        people_num: z.number(),
      }),
    ),
  }),
});

const hourSchema = z.object({ at: wireTime, rescue: z.number(), alarm: z.number() });
/** Share of calls within a limit: `met` of `total`; null shares are for the reader to show as "no calls". */
const indicatorSchema = z.object({
  total: z.number(),
  met: z.number(),
  limit_seconds: z.number(),
  /** The share aimed at, by the settings. */
  target_percent: z.number().optional(),
  /** The calls of the window that `total` leaves out; absent from older servers. With `total` they are all calls of the window. */
  left_out: z
    .object({
      false_calls: z.number(),
      /** Still open, and the limit has not passed. */
      running: z.number(),
      /** Over before anyone had to take this step. */
      not_needed: z.number(),
    })
    .optional(),
});

/** Today by the hour, and the two public indicators over the last 30 days (design: domain, rescue). */
export const statsElevatorEvent = defineEndpoint({
  method: 'GET',
  path: '/api/stats/elevator-event',
  permission: 'overview.view',
  group: 'stats',
  summary: '今日呼叫与报警曲线、公示指标',
  input: z.object({}),
  output: z.object({
    hours: z.array(hourSchema),
    today: z.object({
      /** All calls, those judged false among them: `false_calls`, absent from older servers. */
      rescue: z.number(),
      alarm: z.number(),
      trapped_people: z.number(),
      false_calls: z.number().optional(),
    }),
    answered: indicatorSchema,
    arrived: indicatorSchema,
    window_days: z.number(),
  }),
});

/** One kind of work: how much of it waits, and where it is done. */
export const todoSchema = z.object({
  kind: z.string(),
  label: z.string(),
  unit: z.string(),
  count: z.number(),
  /** The worse ones among them: number and reason; `critical` if a person may be in danger. */
  notes: z.array(
    z.object({ key: z.string(), label: z.string(), count: z.number(), tone: z.enum(['high', 'critical']) }),
  ),
  /** Shown when there is nothing to do. */
  quiet_note: z.string(),
  /** The page that lists exactly these. */
  path: z.string(),
});
export type Todo = z.infer<typeof todoSchema>;

export const statsWorks = defineEndpoint({
  method: 'GET',
  path: '/api/stats/works',
  permission: 'signedIn',
  group: 'stats',
  summary: '待办数量',
  input: z.object({}),
  output: z.object({
    /** Open rescue orders in scope. */
    rescue: z.number(),
    /** Those of them that nobody has answered yet. */
    rescue_unanswered: z.number(),
    rescue_overdue: z.number(),
    /** The number of alarms in `alarm.todo`. */
    alarm_unprocessed: z.number(),
    /** Open work for a person, in the order of the overview: one for each kind that the caller may see. */
    todos: z.array(todoSchema),
    elevator_total: z.number(),
    elevator_online: z.number(),
    elevator_offline: z.number(),
  }),
});
