import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { memberRoles } from '../entities/community.ts';
import { noticeKinds } from '../entities/communityNotice.ts';
import { keptStateSchema } from '../entities/keptState.ts';
import { timelineEntrySchema } from '../entities/rescueOrder.ts';
import { pageOf, pageQuerySchema, wireTime } from '../envelope.ts';
import { announcementEvents, announcementStateLabels, announcementSteps } from '../events/announcement.ts';
import { keysOf } from '../exceptions.ts';
import { commandStateLabels } from '../labels.ts';
import { notificationStates, providerChannels } from '../notificationWords.ts';
import { plainText } from '../text.ts';

const noticeId = z.coerce.number('请指定公告').int().positive('请指定公告');
const mostChosen = 2_000;
const chosen = z.array(z.number().int().positive()).max(mostChosen, `一次最多 ${mostChosen} 个`).default([]);

/** Ours: whom a draft would reach if it were sent now. */
export const announcementReach = defineEndpoint({
  method: 'GET',
  path: '/api/community/notice/reach',
  permission: announcementSteps['announcement.sent'].by,
  group: 'community',
  summary: '公告草稿可送达的屏幕与人员',
  input: z.object({ id: noticeId }),
  output: z.object({
    id: z.number(),
    title: z.string(),
    community_name: z.string(),
    lifts: z.array(
      z.object({
        elevator_id: z.number(),
        tag: z.string(),
        addr: z.string(),
        /** The screens in its car; none: nothing can be shown there. */
        screens: z.array(z.string()),
      }),
    ),
    members: z.array(
      z.object({
        person_id: z.number(),
        name: z.string(),
        role: z.enum(memberRoles),
        channel: z.enum(providerChannels).nullable(),
        masked_address: z.string(),
        /** The reason why the person cannot be reached; empty if nothing is in the way. */
        problem: z.string(),
      }),
    ),
  }),
});
export type AnnouncementReach = z.infer<(typeof announcementReach)['output']>;

export const announcementSend = defineEndpoint({
  method: 'POST',
  path: '/api/community/notice-send',
  permission: announcementSteps['announcement.sent'].by,
  group: 'community',
  summary: '发送公告草稿到轿厢屏幕与小区人员；发送后不能再改',
  input: z.object({
    id: noticeId,
    to: z.object({ elevator_ids: chosen, person_ids: chosen }, '请选择屏幕或人员'),
  }),
  /** `id` of what was sent. */
  output: z.object({ id: z.number(), screen_num: z.number(), member_num: z.number() }),
});

/** States of a delivery to a screen. */
export const screenDeliveryLabels = {
  waiting: '待下发',
  sent: '已下发',
  shown: '已展示',
  failed: '未展示',
} as const;
export type ScreenDelivery = keyof typeof screenDeliveryLabels;

/** The numbers of deliveries: all, arrived ones, and those that will not arrive. */
const counts = z.object({ total: z.number(), done: z.number(), failed: z.number() });

export const announcementRowSchema = z.object({
  id: z.number(),
  notice_id: z.number(),
  community_id: z.number(),
  community_name: z.string(),
  title: z.string(),
  content: z.string(),
  kind: z.enum(noticeKinds),
  stage: z.enum(keysOf(announcementStateLabels)),
  from: wireTime,
  until: wireTime,
  sent_by: z.string(),
  sent_at: wireTime,
  recall_reason: z.string(),
  ended_at: wireTime.nullable(),
  screens: counts,
  members: counts,
  state: keptStateSchema,
  allowed_actions: z.array(z.string()),
});
export type AnnouncementRow = z.infer<typeof announcementRowSchema>;

export const announcementList = defineEndpoint({
  method: 'GET',
  path: '/api/community/announcement/list',
  permission: 'community.view',
  group: 'community',
  summary: '已发送的公告，含送达数',
  input: pageQuerySchema.extend({
    keyword: plainText(60).optional(),
    community_id: z.coerce.number().int().positive().optional(),
    kind: z.enum(noticeKinds).optional(),
    stage: z.enum(keysOf(announcementStateLabels)).optional(),
  }),
  output: pageOf(announcementRowSchema),
});

export const announcementDetail = defineEndpoint({
  method: 'GET',
  path: '/api/community/announcement',
  permission: 'community.view',
  group: 'community',
  summary: '一条已发送的公告及其每一次送达',
  input: z.object({ id: noticeId }),
  output: z.object({
    row: announcementRowSchema,
    screens: z.array(
      z.object({
        seq: z.number(),
        elevator_id: z.number(),
        tag: z.string(),
        name: z.string(),
        delivery: z.enum(keysOf(screenDeliveryLabels)),
        /** In the words of the device or of its command; empty if there is nothing to say. */
        note: z.string(),
        /** The state of the command that takes it off again; null where there is none. */
        recall: z.enum(keysOf(commandStateLabels)).nullable(),
        at: wireTime.nullable(),
      }),
    ),
    members: z.array(
      z.object({
        person_id: z.number(),
        name: z.string(),
        role: z.enum(memberRoles),
        channel: z.enum(providerChannels),
        masked_address: z.string(),
        /** Null until it is queued. */
        state: z.enum(notificationStates).nullable(),
        problem: z.string(),
        at: wireTime.nullable(),
      }),
    ),
    timeline: z.array(timelineEntrySchema),
  }),
});
export type AnnouncementDetail = z.infer<(typeof announcementDetail)['output']>;

export const announcementRecall = defineEndpoint({
  method: 'POST',
  path: '/api/community/announcement/recall',
  permission: announcementSteps['announcement.recalled'].by,
  group: 'community',
  summary: '撤回公告：屏幕停止展示，尚未送出的通知取消',
  input: z.object({
    id: noticeId,
    reason: announcementEvents['announcement.recalled'].shape.reason,
  }),
  output: z.object({}),
});
