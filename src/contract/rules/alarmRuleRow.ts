import * as z from 'zod';
import { ruleBodySchema, ruleStateLabels } from './alarmRule.ts';
import { wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';

export const ruleFindingSchema = z.object({
  severity: z.enum(['error', 'warning']),
  field: z.string(),
  message: z.string(),
});

/** A rule in the list: its newest version, and the one that is active. */
export const ruleRowSchema = ruleBodySchema.extend({
  id: z.number().int().positive(),
  /** The newest version, which the members above show. */
  version: z.number(),
  /** 0 if none was ever activated. */
  active_version: z.number(),
  state: z.enum(keysOf(ruleStateLabels)),
  state_label: z.string(),
  organization_name: z.string(),
  /** The names of the body's organisations (`4-301`) and people (`person-9`). */
  names: z.record(z.string(), z.string()).optional(),
  /** The rule in one sentence. */
  sentence: z.string(),
  is_shipped: z.boolean(),
  /** True if the caller may edit it: only users whose scope is the whole city may edit a city-wide rule. */
  can_edit: z.boolean(),
  firings_week: z.number(),
  last_fired_at: wireTime.nullable(),
  updated_at: wireTime,
  updated_by: z.string(),
  /** The reason why the server paused it; absent if it did not. */
  cut_off: z.string().optional(),
});
export type RuleRow = z.infer<typeof ruleRowSchema>;

export const ruleVersionSchema = z.object({
  version: z.number(),
  body: ruleBodySchema,
  sentence: z.string(),
  created_at: wireTime,
  created_by: z.string(),
  activated_at: wireTime.nullable(),
  activated_by: z.string(),
  /** The changes since the previous version, one line each. */
  changes: z.array(z.string()),
});

/** The place and reason of a firing, and the number of further firings that the cooldown gathered into this one. */
const firedMembers = {
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  reason: z.string(),
  gathered: z.number(),
};

export const firingRowSchema = z.object({
  /** Tells nothing about the order: firings come in the order that the query asks for. */
  id: z.number(),
  rule_id: z.number(),
  version: z.number(),
  name: z.string(),
  kind: z.enum(['fired', 'recovered']),
  ...firedMembers,
  late: z.boolean(),
  alarm_id: z.number().nullable(),
  exception_id: z.number().nullable(),
  at: wireTime,
  /** The events that caused it, one line each, in their order: `position` counts from 1 in each firing. */
  events: z.array(z.object({ position: z.number(), at: wireTime, words: z.string() })),
});
export type FiringRow = z.infer<typeof firingRowSchema>;

const named = z.object({ name: z.string(), count: z.number() });

/** The effects that a rule would have had on the tested days. */
export const ruleTestResultSchema = z.object({
  rule_id: z.number().nullable(),
  version: z.number().nullable(),
  from: wireTime,
  to: wireTime,
  /** The number of events that were read; for callers with limits, how many of them are in their scope. */
  events: z.number(),
  duration_ms: z.number(),
  firings: z.number(),
  /** Firings that the cooldown would have merged into others. */
  gathered: z.number(),
  by_day: z.array(z.object({ day: z.string(), count: z.number() })),
  /** Seven rows from Monday, 24 hours each: 本应响起. */
  by_hour_of_week: z.array(z.array(z.number()).length(24)).length(7),
  by_kind: z.array(named),
  by_community: z.array(named.extend({ community_id: z.number() })),
  /** The newest ones, newest first: `position` counts them from the oldest, which is 1. */
  list: z.array(
    z.object({
      position: z.number(),
      at: wireTime,
      ...firedMembers,
      /** 与启用版本相比: whether it fires only in this version or in both. */
      diff: z.enum(['added', 'same']),
    }),
  ),
  /** People who would have been notified, and the number of notices at night (22:00–06:00); most notified first. */
  people: z.array(
    z.object({
      name: z.string(),
      organization_name: z.string(),
      channel: z.string(),
      channel_label: z.string(),
      count: z.number(),
      at_night: z.number(),
      busiest_night: z.number(),
      /** Messages over the provider's limit for one number. */
      beyond_limit: z.number(),
    }),
  ),
  /** Messages by channel. */
  messages: z.array(z.object({ channel: z.string(), channel_label: z.string(), count: z.number() })),
  /** Compared with the active version; null if there is none or it is this one. */
  compared: z.object({ version: z.number(), added: z.number(), lost: z.number(), same: z.number() }).nullable(),
  /** The active rules that share most of its firings. */
  overlaps: z.array(z.object({ rule_id: z.number(), name: z.string(), count: z.number() })),
  findings: z.array(ruleFindingSchema),
});
export type RuleTestResult = z.infer<typeof ruleTestResultSchema>;

export const ruleTestSchema = z.object({
  test_id: z.number(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  message: z.string(),
  result: ruleTestResultSchema.nullable(),
});
export type RuleTest = z.infer<typeof ruleTestSchema>;
