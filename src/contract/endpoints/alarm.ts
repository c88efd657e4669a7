import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { alarmRecordRowSchema, noticeRowSchema, quarantineRowSchema } from '../entities/alarmRecord.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { alarmSteps } from '../events/alarm.ts';
import { alarmKinds } from '../labels.ts';
import { plainText, responsibleText } from '../text.ts';

export const alarmRecordList = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/record/list',
  permission: 'alarm.view',
  group: 'alarm',
  summary: '报警记录列表',
  isUnmetered: true,
  input: pageQuerySchema.extend({
    elevator_id: z.number().int().positive().optional(),
    kind: z.array(z.enum(alarmKinds)).max(alarmKinds.length).optional(),
    level: z.array(z.number().int().min(1).max(3)).max(3).optional(),
    status: z.array(z.number().int().min(0).max(3)).max(4).optional(),
    community_id: z.number().int().positive().optional(),
    responsible: responsibleText.optional(),
    /** `pending` for those that are not closed, `history` for the others. */
    scope: z.enum(['pending', 'history']).optional(),
    /** True for what a person must still do: what the to-do count of alarms counts. */
    todo: z.boolean().optional(),
    /** True for what is put aside until later, and for what is counted and not listed. */
    shelved: z.boolean().optional(),
    suppressed: z.boolean().optional(),
    keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(alarmRecordRowSchema),
});

export const alarmRecordDelete = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/record/delete',
  permission: alarmSteps['alarm.hidden'].by,
  group: 'alarm',
  summary: '隐藏已结束的报警记录（审计与统计仍保留）',
  input: z.object({
    id: z.number('请指定报警记录').int().positive(),
    reason: plainText(500, { absent: '请填写删除原因' }).trim().min(2, '请填写删除原因（至少 2 字）'),
  }),
  output: z.object({}),
});

/** A query with one of these asks for records, not for the caller's own notices. */
const recordFilters = [
  'id',
  'rule_id',
  'elevator_id',
  'rescue_order_id',
  'channel',
  'state',
  'trouble',
  'keyword',
  'from',
  'to',
];

/**
 * The caller's own platform notices, newest first; `open` for those that wait for someone, one for each rescue. An old client does not
 * send `mine`: it gets its own notices as before, unless its user may see the records of all (`notificationList`, which comes first).
 */
export const noticeList = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/notify/list',
  variant: 'own',
  permission: 'signedIn',
  group: 'alarm',
  summary: '发给本人的平台通知（mine=1）',
  input: z
    .looseObject({
      ...pageQuerySchema.shape,
      mine: z.literal(['1', 'true']).optional(),
      unread: wireFlag.optional(),
      open: wireFlag.optional(),
    })
    .refine((query) => recordFilters.every((name) => query[name] === undefined), '本人的通知不支持这些筛选条件'),
  output: pageOf(noticeRowSchema),
});

/** Delivery result of a notification; for the platform channel: it was read. */
export const noticeCallback = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/notify/callback',
  permission: 'signedIn',
  group: 'alarm',
  summary: '通知回执（平台通知：已读）',
  input: z.object({
    ids: z.array(z.number().int().positive()).min(1, '请指定通知').max(200),
    result: z.literal('read'),
  }),
  output: z.object({}),
});

/** Ours, beside the specification's calls: device messages that could not be accepted. */
export const quarantineList = defineEndpoint({
  method: 'GET',
  path: '/api/device/quarantine/list',
  permission: 'quarantine.view',
  group: 'device',
  summary: '无法识别的设备消息',
  input: pageQuerySchema.extend({
    could_be_help: wireFlag.optional(),
    resolved: wireFlag.optional(),
    from: wireTime.optional(),
  }),
  output: pageOf(quarantineRowSchema),
});

/** Someone has looked into it. A message that has come again since `repeat_num` stays open. */
export const quarantineResolve = defineEndpoint({
  method: 'POST',
  path: '/api/device/quarantine/resolve',
  permission: 'rescue.handle',
  group: 'device',
  summary: '将无法识别的设备消息标记为已处理',
  isUnmetered: true,
  input: z.object({
    id: z.number('请指定消息').int().positive('请指定消息'),
    repeat_num: z.number('请指定已查看到第几次').int().positive('请指定已查看到第几次'),
    note: plainText(500, { absent: '请填写处理说明', tooLong: '处理说明最多 500 字' })
      .trim()
      .min(2, '请填写处理说明（至少 2 字）'),
    /** The rescue that was opened, or joined, because of it. */
    rescue_order_id: z.number().int().positive().optional(),
  }),
  output: z.object({}),
});
