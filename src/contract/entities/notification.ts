import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';
import {
  notificationSourceLabels,
  notificationStateLabels,
  notifyChannelLabels,
  providerChannels,
  templateKeyLabels,
} from '../notificationWords.ts';
import { line } from '../rows.ts';
import { plainText } from '../text.ts';

/** One step of a notification's chain of states. */
const notificationStepSchema = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  at: wireTime,
});

/** A notification record (ElevatorAlarmNotify). A platform notice stands among them with channel `platform`. */
export const notificationRowSchema = z.object({
  id: z.number(),
  created_at: wireTime,
  source: z.enum(keysOf(notificationSourceLabels)),
  source_label: z.string(),
  rule_id: z.number().nullable(),
  rule_version: z.number().nullable(),
  rule_name: z.string(),
  /** The round of the ladder, from 0; null for other notifications. */
  rung: z.number().nullable(),
  title: z.string(),
  elevator_id: z.number().nullable(),
  tag: z.string(),
  rescue_order_id: z.number().nullable(),
  alarm_id: z.number().nullable(),
  exception_id: z.number().nullable(),
  recipient: z.string(),
  masked_address: z.string(),
  channel: z.enum(keysOf(notifyChannelLabels)),
  channel_label: z.string(),
  state: z.enum(keysOf(notificationStateLabels)),
  state_label: z.string(),
  attempts: z.number(),
  /** The reason for the latest failure; empty if there was none. */
  problem: z.string(),
  receipt_at: wireTime.nullable(),
  priority: z.number(),
  /** Sent by the demo's recording provider: no telephone rang. */
  is_demo: z.boolean(),
  can_resend: z.boolean(),
});
export type NotificationRow = z.infer<typeof notificationRowSchema>;

export const notificationDetailSchema = notificationRowSchema.extend({
  /** The message as it was sent. */
  text: z.string(),
  steps: z.array(notificationStepSchema),
});

/** The settings of a channel. Secrets are never returned: `secrets` only says whether each is set. */
export const channelRowSchema = z.object({
  channel: z.enum(providerChannels),
  channel_label: z.string(),
  /** `demo`: our recording provider; no telephone rings. */
  provider: z.enum(['none', 'demo', 'real']),
  /** 未配置, or what it is. */
  state_label: z.string(),
  /** The settings with their labels and values, in the order of the form. */
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      is_secret: z.boolean(),
      /** Empty for a secret. */
      value: z.string(),
      is_set: z.boolean(),
      hint: z.string(),
      is_required: z.boolean(),
    }),
  ),
  /** The address to which the provider sends receipts; empty for a channel without receipts. */
  receipt_url: z.string(),
  /** The provider's limits, in Chinese. */
  limits: z.string(),
  waiting: z.number(),
  sent_today: z.number(),
  failed_today: z.number(),
  last_ok_at: wireTime.nullable(),
  last_problem: z.string(),
  version: z.number(),
});
export type ChannelRow = z.infer<typeof channelRowSchema>;

/** The part of a template that an editor writes. */
export const templateFields = z.object({
  key: z.enum(keysOf(templateKeyLabels), '请选择用途'),
  channel: z.enum(keysOf(notifyChannelLabels), '请选择渠道'),
  /** Variables stand in braces: {小区} {位置} 有人被困. */
  text: plainText(1_000, { absent: '请填写内容', tooLong: '内容最多 1000 字' }).trim().min(1, '请填写内容'),
  /** The provider's id of the approved template; empty if the channel needs none. */
  provider_code: line('模板编号', 60).default(''),
});
export type TemplateFields = z.infer<typeof templateFields>;

export const channelSettingsInput = z.object({
  channel: z.enum(providerChannels, '请选择渠道'),
  provider: z.enum(['none', 'demo', 'real'], '请选择'),
  /** Absent members stay unchanged; an empty string clears one. */
  values: z.record(z.string().max(40), plainText(2_000)).default({}),
  version: z.number().int().min(0).optional(),
});

/** Templates in the log. */
export const notifyTemplateRows = defineRows({
  kind: 'notifyTemplate',
  label: '通知模板',
  logged: templateFields,
  values: { key: templateKeyLabels, channel: notifyChannelLabels },
});
