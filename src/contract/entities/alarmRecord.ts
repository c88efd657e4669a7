import * as z from 'zod';
import { alarmKinds, alarmSuppressions } from '../labels.ts';
import { wireTime } from '../envelope.ts';
import { statusIndexSchema } from './common.ts';

export const alarmRecordRowSchema = z.object({
  id: z.number().int().positive(),
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  full_area: z.string(),
  device_key: z.string(),
  kind: z.enum(alarmKinds),
  kind_label: z.string(),
  level: z.number().int().min(1).max(3),
  levelName: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  active: z.boolean(),
  acknowledged_by: z.string(),
  repeat_num: z.number(),
  late: z.boolean(),
  clock_off: z.boolean(),
  rescue_order_id: z.number().nullable(),
  detail: z.string(),
  /** Name of the picture that the device sent after it; absent while there is none. */
  picture: z.string().optional(),
  created_at: wireTime,
  updated_at: wireTime,
  cleared_at: wireTime.nullable(),
  community_id: z.number().optional(),
  /** Put aside until then, by whom and why; absent while it is not. */
  shelved_until: wireTime.optional(),
  shelved_by: z.string().optional(),
  shelve_reason: z.string().optional(),
  /** Counted and not listed, and why; absent of any other alarm. */
  suppressed_by: z.enum(alarmSuppressions).optional(),
});
export type AlarmRecordRow = z.infer<typeof alarmRecordRowSchema>;

/** A platform notice to one person (auto-action 7). */
export const noticeRowSchema = z.object({
  id: z.number().int().positive(),
  title: z.string(),
  detail: z.string(),
  channel: z.literal('platform'),
  level: z.number(),
  rescue_order_id: z.number().nullable(),
  elevator_id: z.number().nullable(),
  /** The fault, scooter or incident that it is about; absent without one. */
  exception_id: z.number().optional(),
  is_read: z.boolean(),
  created_at: wireTime,
  /** The stage of the rescue that the notice is about, and the person who took it; absent without one. `accepted_by` is empty while no one has. */
  rescue: z.object({ is_open: z.boolean(), stage_label: z.string(), accepted_by: z.string() }).optional(),
});
export type NoticeRow = z.infer<typeof noticeRowSchema>;

/**
 * Messages of one sender in one minute that could not be accepted for one reason: kept, counted, and shown where they could be calls for
 * help.
 */
export const quarantineRowSchema = z.object({
  id: z.number().int().positive(),
  topic: z.string(),
  reason: z.string(),
  could_be_help: z.boolean(),
  payload: z.string(),
  /** The last of `repeat_num` messages; `topic` and `payload` are the first. */
  last_topic: z.string(),
  last_payload: z.string(),
  repeat_num: z.number(),
  /** The lift whose device sent it; empty for an unknown one. */
  elevator_id: z.number().nullable(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  sos_tel: z.string(),
  created_at: wireTime,
  /** The last time it came. */
  updated_at: wireTime,
  /** The person who looked into it; null while it is open, and again once it has come again. */
  resolution: z
    .object({ by_name: z.string(), note: z.string(), at: wireTime, rescue_order_id: z.number().nullable().optional() })
    .nullable(),
});
export type QuarantineRow = z.infer<typeof quarantineRowSchema>;
