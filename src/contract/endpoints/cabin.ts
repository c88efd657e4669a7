import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { noticeKinds } from '../entities/communityNotice.ts';
import { wireTime } from '../envelope.ts';

/** A code is shown for five seconds and may be entered for a minute. */
export const presenceCodeEveryMs = 5_000;
export const presenceCodeValidMs = 60_000;

/** A lift whose code the safety officer may show, and whether maintenance is expected at it. */
const presenceLiftSchema = z.object({
  id: z.number(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  /** A visit at work, one planned for today or due today, one past its due day; null without any of them. */
  visit: z.enum(['working', 'today', 'overdue']).nullable(),
});
export type PresenceLift = z.infer<typeof presenceLiftSchema>;

/** Ours: the lifts of the caller's communities as safety officer, those where maintenance is at work or expected first. */
export const presenceLifts = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/presence-lifts',
  permission: 'visit.sign',
  group: 'elevator',
  summary: '可出示到场动态码的电梯：本人任电梯安全员的小区，作业中与今日维保的在前',
  input: z.object({}),
  output: z.object({ list: z.array(presenceLiftSchema) }),
});

/** Ours: the code of a lift now, for the telephone of the safety officer of its community. */
export const presenceCode = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/presence-code',
  permission: 'visit.sign',
  group: 'elevator',
  summary: '电梯当前的到场动态码（6 位，每 5 秒更新，60 秒内有效，用一次）',
  input: z.object({ elevator_id: z.coerce.number('请指定电梯').int().positive('请指定电梯') }),
  output: z.object({
    code: z.string(),
    /** The time until which it is the newest one, and the time until which it may be entered. */
    next_at: wireTime,
    valid_until: wireTime,
    now: wireTime,
  }),
});

/** The content of the page in a car. */
export const cabinStateSchema = z.object({
  now: wireTime,
  tag: z.string(),
  name: z.string(),
  community_name: z.string(),
  addr: z.string(),
  rescue_code: z.string(),
  hotline: z.string(),
  property_name: z.string(),
  maintenance_name: z.string(),
  brand_name: z.string(),
  /** The day of the next inspection; empty if it is not known. */
  next_inspection_on: z.string(),
  /** The day of the last maintenance visit; null where the platform knows none. */
  last_service_on: z.string().nullable().default(null),
  outage: z.object({ is_active: z.boolean(), from: wireTime, to: wireTime, reason: z.string() }).nullable(),
  notices: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      content: z.string(),
      kind: z.enum(noticeKinds),
      until: wireTime,
      /** It waits for this page to say that it is shown. */
      is_new: z.boolean(),
    }),
  ),
  /** From now on, the next minute's too, so that a short loss of the network goes unnoticed. */
  codes: z.array(z.object({ code: z.string(), from: wireTime, until: wireTime })),
});
export type CabinState = z.infer<typeof cabinStateSchema>;

/** Ours: the page in a car asks for what it shows. Its session is bound to one lift, and no input names another. */
export const cabinState = defineEndpoint({
  method: 'GET',
  path: '/api/cabin',
  permission: 'signedIn',
  group: 'cabin',
  summary: '轿厢屏所示内容（仅限已配对的轿厢屏，只含其所在电梯）',
  input: z.object({}),
  /** Null for every session that is no page in a car. */
  output: cabinStateSchema.nullable(),
});

export const cabinShown = defineEndpoint({
  method: 'POST',
  path: '/api/cabin/shown',
  permission: 'signedIn',
  group: 'cabin',
  summary: '轿厢屏回报公告已展示',
  input: z.object({ id: z.number('请指定公告').int().positive('请指定公告') }),
  output: z.object({}),
});
