import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  channelRowSchema,
  channelSettingsInput,
  notificationDetailSchema,
  notificationRowSchema,
  templateFields,
} from '../entities/notification.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';
import { notificationStateLabels, notifyChannelLabels, providerChannels } from '../notificationWords.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';
import { plainText } from '../text.ts';

/** Platform notices have negative ids among the records, because they are numbered separately. */
const idInAddress = z.coerce.number('请指定通知').int('请指定通知');

/** Notification records in scope; the same path with `mine` returns the caller's own notices. */
export const notificationList = defineEndpoint({
  method: 'GET',
  path: '/api/alarm/notify/list',
  variant: 'records',
  permission: 'notify.view',
  group: 'alarm',
  summary: '通知记录（不带 mine）',
  input: pageQuerySchema.extend({
    /** `mine=1` returns only the caller's own notices. */
    mine: z.literal(['0', 'false']).optional(),
    id: idInAddress.optional(),
    channel: z.enum(keysOf(notifyChannelLabels)).optional(),
    state: z.enum(keysOf(notificationStateLabels)).optional(),
    /** Those that need a person's attention: given up or unknown. */
    trouble: wireFlag.optional(),
    rule_id: z.coerce.number().int().positive().optional(),
    rescue_order_id: z.coerce.number().int().positive().optional(),
    elevator_id: z.coerce.number().int().positive().optional(),
    keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(notificationRowSchema),
});

export const notificationDelete = defineEndpoint({
  method: 'POST',
  path: '/api/alarm/notify/delete',
  permission: 'notify.handle',
  group: 'alarm',
  summary: '隐藏已结束的通知记录（审计与统计仍保留；平台通知不能隐藏）',
  input: z.object({
    id: z.number('请指定通知').int().positive('请指定通知').optional(),
    ids: z.array(z.number().int().positive()).min(1, '请指定通知').max(200).optional(),
    reason: plainText(500, { absent: '请填写删除原因' }).trim().min(2, '请填写删除原因（至少 2 字）'),
  }),
  output: removeOutput,
});

/** Ours, beside the specification's calls. */
export const notificationDetail = defineEndpoint({
  method: 'GET',
  path: '/api/notify',
  permission: 'notify.view',
  group: 'alarm',
  summary: '一条通知的内容与状态链',
  input: z.object({ id: idInAddress }),
  output: notificationDetailSchema,
});

export const notificationResend = defineEndpoint({
  method: 'POST',
  path: '/api/notify/resend',
  permission: 'notify.handle',
  group: 'alarm',
  summary: '重发一条失败、已放弃或结果未知的通知',
  input: z.object({ id: z.number('请指定通知').int().positive('请指定通知') }),
  output: z.object({}),
});

export const channelList = defineEndpoint({
  method: 'GET',
  path: '/api/notify/channel/list',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '通知渠道的设置与状况；密钥只写不读',
  input: z.object({}),
  output: z.object({ list: z.array(channelRowSchema) }),
});

export const channelSave = defineEndpoint({
  method: 'PUT',
  path: '/api/notify/channel',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '设置一个通知渠道',
  input: channelSettingsInput,
  output: z.object({ version: z.number() }),
});

/** Sends a test message to the caller: to the person behind the caller's account, or to the channel's group. */
export const channelTest = defineEndpoint({
  method: 'POST',
  path: '/api/notify/channel/test',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '给自己发一条测试消息',
  input: z.object({ channel: z.enum(providerChannels, '请选择渠道') }),
  output: z.object({ id: z.number() }),
});

export const templateList = defineEndpoint({
  method: 'GET',
  path: '/api/notify/template/list',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '通知模板，含样例预览',
  input: rowQuerySchema.extend({ channel: z.enum(keysOf(notifyChannelLabels)).optional() }),
  output: pageOf(
    listedRow(templateFields).extend({
      key_label: z.string(),
      channel_label: z.string(),
      preview: z.string(),
      /** Too long for the channel, or uses a variable the provider does not accept; empty if nothing is wrong. */
      problem: z.string(),
    }),
  ),
});

export const templateSave = defineEndpoint({
  method: 'POST',
  path: '/api/notify/template',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '新建或修改通知模板',
  input: saveInput(templateFields),
  output: saveOutput,
});

/** A code that a person scans with WeChat in order to be notified there. */
export const bindingCode = defineEndpoint({
  method: 'POST',
  path: '/api/notify/binding/code',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '生成微信绑定二维码的内容（有效 10 分钟）',
  input: z.object({ person_id: z.number('请选择人员').int().positive('请选择人员') }),
  output: z.object({ content: z.string(), expires_at: wireTime }),
});

export const bindingList = defineEndpoint({
  method: 'GET',
  path: '/api/notify/binding/list',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '已绑定微信的人员',
  input: rowQuerySchema,
  output: pageOf(
    z.object({
      id: z.number(),
      person_id: z.number(),
      person_name: z.string(),
      organization_name: z.string(),
      channel: z.string(),
      masked_address: z.string(),
      bound_at: wireTime,
    }),
  ),
});

export const bindingDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/notify/binding',
  permission: 'channel.edit',
  group: 'alarm',
  summary: '解除微信绑定',
  input: removeInput,
  output: removeOutput,
});
