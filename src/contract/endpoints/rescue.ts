import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { personRefSchema } from '../entities/common.ts';
import { rescueOrderRowSchema, timelineEntrySchema } from '../entities/rescueOrder.ts';
import { pageOf, pageQuerySchema, wireTime } from '../envelope.ts';
import { rescueCompletionWish, rescueEvents, rescueSteps } from '../events/rescue.ts';
import { hasChanges, resultChangesSchema } from '../events/rescueResult.ts';
import { releaseWays, rescueCauses, rescueTriggers } from '../labels.ts';
import { idText, plainText, responsibleText } from '../text.ts';

/** Claims only: the first caller wins, the others learn who has it. The dialog knows only the lift. */
export const rescueAck = defineEndpoint({
  method: 'POST',
  path: '/api/order/rescue/ack',
  permission: rescueSteps['rescue.accepted'].by,
  group: 'order',
  summary: '受理救援单',
  isUnmetered: true,
  input: z
    .object({ id: z.number().int().positive().optional(), elevator_id: z.number().int().positive().optional() })
    .refine(({ id, elevator_id }) => id !== undefined || elevator_id !== undefined, '请指定救援单或电梯'),
  output: rescueOrderRowSchema,
});

const orderId = z.number('请指定救援单').int().positive('请指定救援单');
const step = <Type extends keyof typeof rescueEvents>(type: Type) =>
  z.object({ id: orderId, event: z.literal(type), data: rescueEvents[type] });

/** Every step after the claim, by the machine's own event name. */
export const rescueStepSchema = z.discriminatedUnion(
  'event',
  [
    z.object({
      id: orderId,
      event: z.literal('rescue.extended'),
      data: z.object({ note: plainText(500).trim().optional() }),
    }),
    z.object({
      id: orderId,
      event: z.literal('rescue.handOverOffered'),
      data: rescueEvents['rescue.handOverOffered'].omit({ answerWithinSeconds: true }),
    }),
    step('rescue.handOverAccepted'),
    step('rescue.handOverDeclined'),
    /** The call of a page of an earlier version: it makes an offer, too. */
    step('rescue.handedOver'),
    step('rescue.dispatched'),
    z.object({
      id: orderId,
      event: z.literal('rescue.escalated'),
      data: z.object({ note: plainText(500).trim().optional() }),
    }),
    step('rescue.arrived'),
    step('rescue.released'),
    step('rescue.selfReleased'),
    // Whether it agrees with what was registered before, the server checks where it decides.
    z.object({ id: orderId, event: z.literal('rescue.completed'), data: rescueCompletionWish(null) }),
    step('rescue.judgedFalse'),
    step('rescue.noted'),
    z.object({
      id: orderId,
      event: z.literal('rescue.corrected'),
      data: rescueEvents['rescue.corrected'].omit({ before: true }).extend({
        changes: resultChangesSchema.omit({ causeDetailLabel: true }).refine(hasChanges, '请至少更正一项'),
      }),
    }),
  ],
  '未知的处理步骤',
);
export type RescueStep = z.infer<typeof rescueStepSchema>;

export const rescueAckState = defineEndpoint({
  method: 'POST',
  path: '/api/order/rescue/ack-state',
  permission: 'rescue.handle',
  group: 'order',
  summary: '推进救援单',
  isUnmetered: true,
  input: rescueStepSchema,
  output: rescueOrderRowSchema,
});

export const rescueDelete = defineEndpoint({
  method: 'POST',
  path: '/api/order/rescue/delete',
  permission: rescueSteps['rescue.hidden'].by,
  group: 'order',
  summary: '隐藏已结束的救援单（审计、时间线与统计仍保留）',
  isUnmetered: true,
  input: z.object({ id: orderId, reason: rescueEvents['rescue.hidden'].shape.reason }),
  output: z.object({}),
});

/** Answers to the question whether anyone was trapped. */
const trappedAnswers = ['yes', 'no', 'unknown'] as const;

export const rescueList = defineEndpoint({
  method: 'POST',
  path: '/api/order/rescue/list',
  permission: 'rescue.view',
  group: 'order',
  summary: '救援单列表；pending 只含未结束的，history 只含已结束的',
  isUnmetered: true,
  input: pageQuerySchema.extend({
    id: z.number().int().positive().optional(),
    elevator_id: z.number().int().positive().optional(),
    scope: z.enum(['pending', 'history', 'all']).default('all'),
    status: z.array(z.number().int().min(0).max(3)).max(4).optional(),
    trigger: z.array(z.enum(rescueTriggers)).max(rescueTriggers.length).optional(),
    cause: z.array(z.enum(rescueCauses)).max(rescueCauses.length).optional(),
    /** The code of a cause of faults that is the detail: the record's own, or that of the fault that led to it. */
    cause_detail: plainText(20, { tooLong: '具体原因编码最多 20 字' }).trim().optional(),
    /** `unknown`: confirmed entrapments of which nobody said it. */
    release_way: z
      .array(z.enum([...releaseWays, 'unknown']))
      .max(releaseWays.length + 1)
      .optional(),
    overdue: z.boolean().optional(),
    /** The answers to the question whether anyone was trapped; `unknown` while nobody has said it. */
    was_trapped: z.array(z.enum(trappedAnswers)).max(trappedAnswers.length).optional(),
    responsible: responsibleText.optional(),
    /** True for those judged false, false for all others. */
    false_call: z.boolean().optional(),
    /** Part of the name of the person who accepted. */
    accepted_by: plainText(50, { tooLong: '姓名最多 50 字' }).trim().optional(),
    keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(rescueOrderRowSchema),
});

export const rescueTimeline = defineEndpoint({
  method: 'GET',
  path: '/api/order/rescue/timeline',
  permission: 'rescue.view',
  group: 'order',
  summary: '救援单时间线（即其事件流）',
  input: z.object({ id: z.coerce.number('请指定救援单').int().positive('请指定救援单') }),
  output: z.array(timelineEntrySchema),
});

/** Type 1 opens or joins a rescue order: the way in for phoned-in calls. */
export const exceptionReport = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception',
  variant: 'call',
  permission: 'exception.report',
  group: 'exception',
  summary: '登记电话报警（type 1：困人救援）',
  isUnmetered: true,
  input: z.object({
    type: z.literal(1, '请指定异常类型（type 1–4）'),
    elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
    caller_name: plainText(50, { tooLong: '最多 50 字' }).trim().optional(),
    caller_phone: z
      .string('请填写回拨电话')
      .trim()
      .regex(/^[0-9+\-() ]{3,20}$/, '请填写可回拨的电话号码'),
    detail: plainText(500, { tooLong: '最多 500 字' }).trim().optional(),
    /** Makes a repeated submit harmless. */
    request_id: idText.min(8).max(64),
  }),
  output: z.object({
    rescue_order_id: z.number(),
    joined: z.boolean(),
    /** The claimer: its author, if allowed to answer calls and connected to `/ws`, or an earlier one; null while it rings. */
    accepted_by: personRefSchema.nullable(),
  }),
});
