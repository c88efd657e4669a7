import * as z from 'zod';
import { wireTime } from '../envelope.ts';

/**
 * Reasons for a decision whether it rings. `floor`: the safety floor, which no rule can switch off; `taken`: the author took the call with
 * the report.
 */
const ringDecisions = ['floor', 'order', 'priority', 'imported', 'taken'] as const;
export type RingDecision = (typeof ringDecisions)[number];

const missedReasons = ['noPermission', 'outOfScope', 'notSignedIn'] as const;
export type MissedReason = (typeof missedReasons)[number];
export const missedReasonLabels: Readonly<Record<MissedReason, string>> = {
  noPermission: '没有“接听救援呼叫”的权限',
  outOfScope: '电梯不在其管辖范围内',
  notSignedIn: '响铃期间没有打开值班台',
};

const ringSounds = ['armed', 'blocked', 'unknown'] as const;
export type RingSound = (typeof ringSounds)[number];
export const ringSoundLabels: Readonly<Record<RingSound, string>> = {
  armed: '可发声',
  blocked: '浏览器禁止发声',
  unknown: '未报告能否发声',
};

/** The reasons why an order or an alarm rang or did not; who was rung where, and who was not. */
export const whyRangSchema = z.object({
  rang: z.boolean(),
  decision: z.enum(ringDecisions),
  /** One Chinese sentence: the rule or the safety floor, and what it says. */
  reason: z.string(),
  /** The order that rings instead of an alarm, or that an alarm opened. */
  rescue_order_id: z.number().nullable(),
  /** From the device to the first console, in the order of the log. `position` is null for what is no event, and for users with limits. */
  steps: z.array(z.object({ at: wireTime, position: z.number().nullable(), title: z.string(), detail: z.string() })),
  rung: z.array(
    z.object({
      user_name: z.string(),
      /** The browser, and for users who manage this account the address. */
      console: z.string(),
      signed_in_at: wireTime.nullable(),
      first_at: wireTime,
      /** The time at which this console was left or the ringing ended; null while it rings. */
      until: wireTime.nullable(),
      sound: z.enum(ringSounds),
      /** This user took the call. */
      answered: z.boolean(),
    }),
  ),
  rung_num: z.number().int(),
  /**
   * Users who may answer for this lift but had no console, and users of other consoles whose accounts are in the
   * caller's scope. `not_rung_num` counts all.
   */
  not_rung: z.array(z.object({ user_name: z.string(), console: z.string(), reason: z.enum(missedReasons) })),
  not_rung_num: z.number().int(),
  /** False for a ring older than the record of consoles: then both lists are empty. */
  has_consoles: z.boolean(),
  /** The time to which the record of consoles reaches back. */
  kept_since: wireTime,
});
export type WhyRang = z.infer<typeof whyRangSchema>;
