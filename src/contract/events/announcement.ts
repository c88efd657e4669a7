import * as z from 'zod';
import { memberRoles } from '../entities/community.ts';
import { noticeKinds } from '../entities/communityNotice.ts';
import { providerChannels } from '../notificationWords.ts';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

const id = z.number().int().positive();

/** A screen in a car that the notice goes to: a device that takes commands, or a page `/cabin` that asks on its own. */
const announcedScreen = z.object({
  elevatorId: id,
  tag: z.string(),
  /** Null for a page. */
  deviceKey: z.string().nullable(),
  /** The pairing of a page; null for a device. */
  wallId: id.nullable(),
  name: z.string(),
  /** Set aside for the command that shows it; null for a page. */
  commandId: id.nullable(),
});
export type AnnouncedScreen = z.infer<typeof announcedScreen>;

/** A member of the community whom the notice goes to. No number is in the event: it is read from base data when the message leaves. */
const announcedMember = z.object({
  personId: id,
  userId: id.nullable(),
  name: z.string(),
  role: z.enum(memberRoles),
  channel: z.enum(providerChannels),
  maskedAddress: z.string(),
  /** Set aside for the message. */
  notificationId: id,
});
export type AnnouncedMember = z.infer<typeof announcedMember>;

/** Events of the stream `announcement-<id>`: a notice from its sending. Its words are never changed: a change is a new sending. */
export const announcementEvents = {
  'announcement.sent': z.object({
    announcementId: id,
    /** The draft that it was. */
    noticeId: id,
    title: z.string(),
    content: z.string(),
    kind: z.enum(noticeKinds),
    fromMs: z.number().int(),
    untilMs: z.number().int(),
    screens: z.array(announcedScreen),
    members: z.array(announcedMember),
    responsible: responsibleSchema,
  }),
  /** Its first day has come: it goes out now. */
  'announcement.begun': z.object({}),
  /** The page in a car shows it. A screen that takes commands says so by its command's result. */
  'announcement.shown': z.object({ wallId: id }),
  'announcement.recalled': z.object({
    reason: z.string('请填写撤回原因').trim().min(2, '请填写撤回原因（至少 2 字）').max(200, '撤回原因最多 200 字'),
    /** Set aside for the commands that take it off the screens. */
    commands: z.array(z.object({ deviceKey: z.string(), commandId: id })),
  }),
  'announcement.expired': z.object({}),
} as const;

/** The Chinese name of each step, and who may take it. */
export const announcementSteps = {
  'announcement.sent': { label: '发送', by: 'announcement.send' },
  'announcement.begun': { label: '开始展示', by: 'server' },
  'announcement.shown': { label: '记录已展示', by: 'server' },
  'announcement.recalled': { label: '撤回', by: 'announcement.send' },
  'announcement.expired': { label: '到期结束', by: 'server' },
} as const satisfies StepsOf<typeof announcementEvents>;

export type AnnouncementEvent = FactOf<typeof announcementEvents>;

/** States of a notice. */
export const announcementStateLabels = {
  waiting: '待展示',
  showing: '展示中',
  expired: '已到期',
  recalled: '已撤回',
} as const;
export type AnnouncementState = keyof typeof announcementStateLabels;
