import * as z from 'zod';
import { keysOf } from '../exceptions.ts';
import {
  notificationSourceLabels,
  notifyChannelLabels,
  templateKeyLabels,
  templateVariables,
} from '../notificationWords.ts';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

const id = z.number().int().positive();
const words = z.string().max(500);

/** The recipient. A telephone number or an openid is never in an event: it is read from base data when the message leaves. */
const notificationRecipient = z.object({
  /** The person of base data; null for the telephone of a company, a group's robot or a webhook. */
  personId: id.nullable(),
  /** The account that belongs to the person. */
  userId: id.nullable(),
  /** The company whose telephone it is: `4-301`; empty for a person. */
  organization: z.string(),
  name: z.string(),
  /** 138****0000, as people see it. */
  maskedAddress: z.string(),
});
export type NotificationRecipient = z.infer<typeof notificationRecipient>;

/** Events of the stream `notification-<id>`: one message to one recipient by one channel. */
export const notificationEvents = {
  'notification.queued': z.object({
    notificationId: id,
    /** Fact × rung × recipient × channel: a second one with the same key is the same notification. */
    key: z.string().min(1).max(200),
    source: z.enum(keysOf(notificationSourceLabels)),
    /** The event that it follows from. */
    position: z.number().int().min(0),
    channel: z.enum(keysOf(notifyChannelLabels)).exclude(['platform']),
    recipient: notificationRecipient,
    template: z.enum(keysOf(templateKeyLabels)),
    values: z.partialRecord(z.enum(templateVariables), z.string()),
    /** The line that the record shows: the subject in one line. */
    title: z.string(),
    priority: z.literal([1, 2, 3]),
    expiresAtMs: z.number().int(),
    /** The recipient is asked to press a key. */
    requireKey: z.boolean(),
    /** If nobody has answered after this long, the ladder goes on to the next person. */
    unheardAfterMs: z.number().int().positive().nullable(),
    ladderId: id.nullable(),
    rung: z.number().int().min(0).nullable(),
    ruleId: id.nullable(),
    ruleVersion: id.nullable(),
    ruleName: z.string().optional(),
    elevatorId: id.nullable(),
    tag: z.string(),
    rescueOrderId: id.nullable(),
    alarmId: id.nullable(),
    exceptionId: id.nullable(),
    /** The companies responsible for the lift; null where it is about no lift: then only roles without limits see the record. */
    responsible: responsibleSchema.nullable(),
    /** Sent by the local recording provider of the demo. */
    isDemo: z.boolean(),
  }),
  /** Committed before the request leaves. */
  'notification.attempted': z.object({ attempt: z.number().int().positive() }),
  /** The provider has taken it on, under this name of its own. */
  'notification.accepted': z.object({ providerId: z.string().max(200) }),
  'notification.delivered': z.object({}),
  /** The call was picked up, or the message read. */
  'notification.answered': z.object({ durationSeconds: z.number().min(0).optional() }),
  /** The recipient reacted: the only state that counts as informed. */
  'notification.acknowledged': z.object({
    via: z.enum(['key', 'link', 'platform']),
    key: z.string().max(4).optional(),
  }),
  /** It did not arrive. With a time it is tried again then, without one `notification.givenUp` follows in the same append. */
  'notification.failed': z.object({ code: z.string().max(100), reason: words, retryAtMs: z.number().int().nullable() }),
  /** Sent, and no answer came: whether it left is not known. */
  'notification.unknown': z.object({
    reason: z.enum(['noAnswer', 'restarted']),
    /** The server sends it again then: a call for help, or a provider to which a second one is the same message. */
    resendAtMs: z.number().int().nullish(),
  }),
  'notification.givenUp': z.object({ reason: words }),
  /** No longer needed: the call was answered before it left. */
  'notification.cancelled': z.object({ reason: words }),
  /** A person sends it again, or the server one of priority 1 whose result is unknown. */
  'notification.resent': z.object({ expiresAtMs: z.number().int() }),
  'notification.hidden': z.object({
    reason: z.string('请填写删除原因').trim().min(2, '请填写删除原因（至少 2 字）').max(500),
  }),
  /** `retry`: its next attempt is due. `unheard`: no one has answered it in time. When it expires it is given up. */
  'notification.deadlinePassed': z.object({ kind: z.enum(['retry', 'unheard']) }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const notificationSteps = {
  'notification.queued': { label: '排队', by: 'server' },
  'notification.attempted': { label: '发送', by: 'server' },
  'notification.accepted': { label: '渠道受理', by: 'server' },
  'notification.delivered': { label: '送达', by: 'server' },
  'notification.answered': { label: '接听或阅读', by: 'server' },
  'notification.acknowledged': { label: '确认', by: 'server' },
  'notification.failed': { label: '失败', by: 'server' },
  'notification.unknown': { label: '结果未知', by: 'server' },
  'notification.givenUp': { label: '放弃', by: 'server' },
  'notification.cancelled': { label: '取消', by: 'server' },
  'notification.resent': { label: '重发', by: 'notify.handle' },
  'notification.hidden': { label: '删除', by: 'notify.handle' },
  'notification.deadlinePassed': { label: '到期', by: 'server' },
} as const satisfies StepsOf<typeof notificationEvents>;

export type NotificationEvent = FactOf<typeof notificationEvents>;
export type NotificationEventType = keyof typeof notificationEvents;
