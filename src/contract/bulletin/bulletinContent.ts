import * as z from 'zod';
import { siteTypes } from '../entities/community.ts';
import { rescueCauses, rescueTriggers } from '../labels.ts';
import { judgements } from '../statistics/funnel.ts';
import { ageBands } from '../statistics/subjects.ts';

/**
 * The figures of a month's bulletin. A frozen bulletin keeps them in the log for good, so this schema stands alone: the answers of the
 * statistics may change, and what was frozen must still be read.
 */

export const bulletinSections = [
  'total',
  'region',
  'response',
  'site',
  'time',
  'cause',
  'age',
  'brand',
  'maintenance',
] as const;
export type BulletinSection = (typeof bulletinSections)[number];

/** In the fixed order, as cities' own bulletins have them. */
export const bulletinSectionTitles: Readonly<Record<BulletinSection, string>> = {
  total: '救援总量',
  region: '分区域困人',
  response: '救援级别与时效',
  site: '使用场所',
  time: '时段与月份',
  cause: '困人原因',
  age: '梯龄',
  brand: '品牌',
  maintenance: '维保单位',
};

const interval = z.object({ low: z.number(), high: z.number() });
const share = z.object({ met: z.number(), total: z.number() });
const duration = z.object({
  median_s: z.number().nullable(),
  p90_s: z.number().nullable(),
  mean_s: z.number().nullable(),
  num: z.number(),
  /** Entrapments without this time, which are in none of the figures. */
  missing: z.number(),
});
/** Against another month; null where that one cannot be compared. `ratio` is of rates; null where nothing happened before. */
const change = z
  .object({ ratio: z.number().nullable(), is_significant: z.boolean(), before_num: z.number() })
  .nullable();
const counted = { num: z.number(), exposure_days: z.number() } as const;
/** Rates are entrapments by 100 lifts and month. */
const row = z.object({
  id: z.number(),
  name: z.string(),
  ...counted,
  people_num: z.number(),
  rate: z.number().nullable(),
  rate_interval: interval.nullable(),
  adjusted_rate: z.number().nullable(),
  judgement: z.enum(judgements),
  /** The places that it may have among those that are large enough; null for one that is not. */
  rank: z.object({ best: z.number(), worst: z.number() }).nullable(),
  previous: change,
});

export const bulletinContent = z.object({
  /** The days that are counted: of the current month those that have begun. */
  from: z.iso.date(),
  to: z.iso.date(),
  data_at: z.string(),
  lift_num: z.number(),
  exposure_days: z.number(),
  total: z.object({
    /** Without false calls, which `false_num` counts. */
    calls_num: z.number(),
    triggers: z.array(z.object({ trigger: z.enum(rescueTriggers), num: z.number() })),
    false_num: z.number(),
    trapped_num: z.number(),
    people_num: z.number(),
    rate: z.number().nullable(),
    rate_interval: interval.nullable(),
    previous: change,
    year_before: change,
  }),
  regions: z.array(row),
  response: z.object({
    /** Calls by the highest level that was called. */
    levels: z.array(z.number()).length(3),
    answered: share,
    arrived: share,
    arrival: duration,
    release: duration,
  }),
  sites: z.array(z.object({ site_type: z.enum(siteTypes).nullable(), ...counted })),
  hours: z.array(z.number()).length(24),
  /** The thirteen months up to this one, the oldest first. */
  months: z.array(z.object({ month: z.string(), ...counted })),
  causes: z.array(
    z.object({
      cause: z.enum(rescueCauses).nullable(),
      num: z.number(),
      /** By the cause of faults that was named beside it; those without one are left out. */
      details: z.array(z.object({ label: z.string(), num: z.number() })),
    }),
  ),
  ages: z.array(z.object({ band: z.enum(ageBands), ...counted })),
  /** Rows that are large enough, the highest adjusted rate first; the others are counted only. */
  brands: z.object({ ranked: z.array(row), unranked_num: z.number() }),
  maintenance: z.object({
    ranked: z.array(row),
    unranked_num: z.number(),
    /** Lifts with at least two entrapments in the 30 days up to the end of the month. */
    repeat_lifts_num: z.number(),
    overdue_num: z.number(),
    /** Companies with either, the most overdue first. */
    concerned: z.array(
      z.object({ id: z.number(), name: z.string(), repeat_lifts_num: z.number(), overdue_num: z.number() }),
    ),
  }),
});
export type BulletinContent = z.infer<typeof bulletinContent>;
export type BulletinRow = z.infer<typeof row>;
export type BulletinChange = z.infer<typeof change>;
export type BulletinDuration = z.infer<typeof duration>;
