import * as z from 'zod';
import { siteTypes } from '../entities/community.ts';
import { organizationRef } from '../entities/person.ts';
import { faultPhenomenonLabels, incidentKindLabels, keysOf } from '../exceptions.ts';
import { alarmKinds } from '../labels.ts';
import { recipientSchema } from './recipients.ts';
import { line, requiredLine } from '../rows.ts';

/**
 * An alarm rule as people write it and the log keeps it: what it listens to, when it applies, what it ignores, and what
 * it does. `evaluate` reads the same value live and in a test over stored events.
 */

export const rulePhaseLabels = {
  raised: '发生',
  repeated: '重复',
  worsened: '加重',
  cleared: '消除',
  overdue: '超时',
} as const;
export const ruleDeviceLabels = { offline: '离线', online: '恢复在线', flapping: '频繁上下线' } as const;
export const ruleExceptionLabels = { scooter: '电动车事件', fault: '故障', incident: '事件' } as const;

/** One kind of event that a rule listens to. */
export const listenSchema = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('alarm'),
    value: z.enum(alarmKinds, '请选择报警类型'),
    phase: z.enum(['raised', 'repeated', 'worsened', 'cleared'], '请选择时机'),
  }),
  /** A message code of ours (`messageCodes.ts`), whatever the vendor calls it. */
  z.object({
    source: z.literal('code'),
    value: z.string('请选择消息码').regex(/^\d{2}$/, '请选择消息码'),
    phase: z.enum(['raised', 'cleared'], '请选择时机'),
  }),
  z.object({ source: z.literal('device'), value: z.enum(keysOf(ruleDeviceLabels)), phase: z.literal('raised') }),
  z.object({
    source: z.literal('exception'),
    value: z.enum(keysOf(ruleExceptionLabels)),
    phase: z.enum(['raised', 'overdue'], '请选择时机'),
  }),
]);
export type Listen = z.infer<typeof listenSchema>;

/** A time of day: `08:30`. */
const timeOfDay = z.string('请填写时间').regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式为 22:00');
/**
 * Monday is 1. If `to` is earlier than `from`, the window ends the next day; if they are equal, it lasts the whole day.
 * A window belongs to the day on which it begins.
 */
export const timeWindowSchema = z.object({
  days: z
    .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
    .min(1, '请选择星期')
    .max(7),
  from: timeOfDay,
  to: timeOfDay,
});
export type TimeWindow = z.infer<typeof timeWindowSchema>;

export const countedPerLabels = { lift: '同一电梯', community: '同一小区', property: '同一物业单位' } as const;
const countedPer = z.enum(keysOf(countedPerLabels), '请选择统计范围');
const seconds = (most: number) =>
  z.number('请填写时间').int('须为整数').min(0, '不能为负').max(most, `最多 ${most} 秒`);
/** No rule looks back further: at its start, the live run rereads this much of the log. */
export const longestLookBackSeconds = 86_400;

const common = {
  delay_seconds: seconds(3_600).default(0),
  /** `unacknowledged`: only if no one has confirmed the alarm by then. */
  only_if: z.enum(['always', 'unacknowledged']).default('always'),
};
const to = z.array(recipientSchema, '请选择通知对象').min(1, '请选择通知对象').max(10, '最多 10 个通知对象');

/** Auto-actions (specification, section 9). 3 and 8 cannot be bound; `unbindableActions` says why. */
export const ruleActionSchema = z.discriminatedUnion('no', [
  z.object({
    no: z.literal(1),
    channels: z
      .array(z.enum(['voice', 'sms']))
      .min(1, '请选择渠道')
      .max(2),
    to,
    require_key: z.boolean().default(false),
    ...common,
  }),
  z.object({
    no: z.literal(2),
    channels: z
      .array(z.enum(['wechat', 'wecom', 'webhook']))
      .min(1, '请选择渠道')
      .max(3),
    to,
    ...common,
  }),
  z.object({ no: z.literal(4), ...common }),
  z.object({
    no: z.literal(5),
    /** The number of days within which the extra visit is to be made. */
    due_in_days: z
      .number('请填写完成期限')
      .int('完成期限须为整数')
      .min(0, '完成期限须在 0 到 15 天之间')
      .max(15, '完成期限须在 0 到 15 天之间')
      .default(3),
    ...common,
  }),
  z.object({
    no: z.literal(6),
    /** 2 scooter, 3 fault, 4 incident. */
    type: z.literal([2, 3, 4], '请选择异常类型'),
    /** For a fault or an incident; null if the event itself determines it. */
    phenomenon: z.enum(keysOf(faultPhenomenonLabels)).exclude(['code']).nullable().default(null),
    kind: z.enum(keysOf(incidentKindLabels)).exclude(['powerCut']).nullable().default(null),
    level: z.literal([1, 2, 3]).nullable().default(null),
    ...common,
  }),
  z.object({
    no: z.literal(7),
    to,
    /** Rings the consoles of users who may answer. */
    ring: z.boolean().default(false),
    ...common,
  }),
]);
export type RuleAction = z.infer<typeof ruleActionSchema>;
export type RuleActionNo = RuleAction['no'];

export const ruleActionLabels = {
  1: '电话通知',
  2: '微信通知',
  3: '电梯扣分',
  4: '创建救援单',
  5: '创建维保工单',
  6: '创建异常记录',
  7: '平台通知',
  8: '录制现场视频',
} as const;
/** Reasons why an action cannot be bound; the editor shows the reason beside it. */
export const unbindableActions: Readonly<Partial<Record<keyof typeof ruleActionLabels, string>>> = {
  3: '未启用：平台不使用扣分',
  8: '视频录制尚未开通，开通后可绑定',
};

/** The part of a rule that an editor writes. */
export const ruleBodySchema = z.object({
  name: requiredLine('规则名称', 40),
  remark: line('备注', 200).default(''),
  /** The specification's event type: 1 rescue, 2 scooter, 3 fault, 4 incident. */
  event_type: z.literal([1, 2, 3, 4], '请选择事件类型'),
  /** The organisation that owns the rule and whose lifts it covers; empty for the whole city. */
  organization: z.union([z.literal(''), organizationRef]).default(''),
  listens: z.array(listenSchema).max(60, '最多 60 种事件').default([]),
  when: z
    .object({
      /** Narrows the rule further than its own organisation; empty for no further limit. */
      organizations: z.array(organizationRef).max(50).default([]),
      age_least_years: z.number().int().min(0).max(100).nullable().default(null),
      age_most_years: z.number().int().min(0).max(100).nullable().default(null),
      /** Types of the lift's community; empty for all. */
      site_types: z.array(z.enum(siteTypes)).max(siteTypes.length).default([]),
      /** Empty for always. */
      schedule: z.array(timeWindowSchema).max(10, '最多 10 个时间段').default([]),
      /** The condition must last this long; if it clears first, the rule does not fire. */
      held_seconds: seconds(longestLookBackSeconds).default(0),
      repeat: z
        .object({
          times: z.number('请填写次数').int('须为整数').min(2, '至少 2 次').max(1_000, '最多 1000 次'),
          within_seconds: seconds(longestLookBackSeconds).min(1, '请填写时间'),
          per: countedPer,
        })
        .nullable()
        .default(null),
      /** Alarm priorities that count; empty for all. */
      levels: z
        .array(z.literal([1, 2, 3]))
        .max(3)
        .default([]),
    })
    .prefault({}),
  /** None of these ever stops an alarm of priority 1 from firing the rule. */
  unless: z
    .object({
      maintenance: z.boolean().default(false),
      power_cut: z.boolean().default(false),
      offline: z.boolean().default(false),
      /** An alarm of one of these kinds is open on the same lift. */
      open_kinds: z.array(z.enum(alarmKinds)).max(alarmKinds.length).default([]),
    })
    .prefault({}),
  /** For this long after a firing, further ones are only counted. */
  cooldown: z
    .object({ seconds: seconds(longestLookBackSeconds), per: countedPer })
    .nullable()
    .default(null),
  actions: z.array(ruleActionSchema).max(10, '最多 10 个动作').default([]),
  /** Once everything behind the firing has been over for this long, the people who were notified get an all-clear. */
  recovery: z
    .object({ after_seconds: seconds(3_600) })
    .nullable()
    .default(null),
});
export type RuleBody = z.infer<typeof ruleBodySchema>;

export const ruleStateLabels = { draft: '草稿', active: '启用', paused: '暂停', retired: '停用' } as const;
export type RuleState = keyof typeof ruleStateLabels;

/** An error in a rule or an unwise choice: an error blocks activation, a warning is only shown. */
export interface RuleFinding {
  readonly severity: 'error' | 'warning';
  /** The member of the body it concerns, such as `actions.0.to`. */
  readonly field: string;
  readonly message: string;
}

/** A rule that fires more often than this in a minute is paused, and its owners are notified. */
export const mostFiringsPerMinute = 1_000;
