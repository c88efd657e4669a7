import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  exceptionCommentSchema,
  exceptionDetailSchema,
  exceptionRowSchema,
  faultCauseSchema,
} from '../entities/exception.ts';
import { faultCauseFields } from '../entities/faultCause.ts';
import { pageOf, pageQuerySchema, wireTime } from '../envelope.ts';
import { exceptionComment as commentData, exceptionHidden } from '../events/exceptionOpening.ts';
import { photoNames } from '../photoNames.ts';
import { faultEvents } from '../events/fault.ts';
import { incidentEvents } from '../events/incident.ts';
import { scooterEvents } from '../events/scooter.ts';
import { exceptionTypes, faultPhenomenonLabels, incidentKindLabels, keysOf } from '../exceptions.ts';
import { saveInput, saveOutput } from '../rows.ts';
import { idText, plainText, responsibleText } from '../text.ts';

const exceptionId = z.number('请指定异常').int().positive('请指定异常');
const step = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ id: exceptionId, event: z.literal(type), data });

/** A lift and who reports something about it by telephone or at the desk. */
const report = z.object({
  elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
  caller_name: plainText(50, { tooLong: '最多 50 字' }).trim().optional(),
  caller_phone: z
    .string()
    .trim()
    .regex(/^([0-9+\-() ]{3,20})?$/, '请填写可回拨的电话号码')
    .optional(),
  detail: plainText(500, { tooLong: '最多 500 字' }).trim().optional(),
  photos: photoNames.optional(),
  /** Makes a repeated submit harmless. */
  request_id: idText.min(8).max(64),
});

/** A person reports a scooter (type 2), a fault (3) or an incident (4); what is open already is joined. */
export const exceptionReportOther = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception',
  variant: 'report',
  permission: 'exception.report',
  group: 'exception',
  summary: '登记电动车（type 2）、故障（type 3）或事件（type 4）',
  input: z.discriminatedUnion('type', [
    report.extend({ type: z.literal(2) }),
    report.extend({
      type: z.literal(3),
      phenomenon: z.enum(keysOf(faultPhenomenonLabels), '请选择故障现象').exclude(['code'], '请选择故障现象'),
    }),
    report.extend({
      type: z.literal(4),
      // The platform itself finds that a device is silent, and that several lifts have lost power.
      kind: z.enum(keysOf(incidentKindLabels), '请选择事件类型').exclude(['offline', 'powerCut'], '请选择事件类型'),
    }),
  ]),
  output: z.object({ id: z.number(), joined: z.boolean() }),
});

/** Every step of a fault, scooter or incident, by the machine's own event name. */
export const exceptionStepSchema = z.discriminatedUnion(
  'event',
  [
    step('fault.accepted', faultEvents['fault.accepted']),
    step('fault.arrived', faultEvents['fault.arrived']),
    step('fault.repaired', faultEvents['fault.repaired'].omit({ causeLabel: true })),
    step('fault.confirmed', faultEvents['fault.confirmed']),
    step('fault.judgedFalse', faultEvents['fault.judgedFalse']),
    step('fault.reopened', faultEvents['fault.reopened']),
    step('scooter.visited', scooterEvents['scooter.visited']),
    step('scooter.removed', scooterEvents['scooter.removed']),
    step('scooter.released', scooterEvents['scooter.released']),
    step('scooter.remotelyReleased', scooterEvents['scooter.remotelyReleased']),
    step('scooter.judgedFalse', scooterEvents['scooter.judgedFalse']),
    step('incident.checked', incidentEvents['incident.checked']),
    step('incident.swept', incidentEvents['incident.swept'].omit({ tag: true, callOrderId: true, peopleNum: true })),
    step('incident.unswept', incidentEvents['incident.unswept'].omit({ tag: true })),
    step('incident.closed', incidentEvents['incident.closed'].omit({ calling: true })),
  ],
  '未知的处理步骤',
);
export type ExceptionStep = z.infer<typeof exceptionStepSchema>;

/** Takes a step; which permission it needs beside the call's own, the lifecycle says. */
export const exceptionHandle = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception',
  variant: 'handle',
  permission: 'exception.view',
  group: 'exception',
  summary: '处理故障、电动车或事件（id、event、data）',
  input: exceptionStepSchema,
  output: exceptionDetailSchema,
});

export const exceptionList = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception/list',
  permission: 'exception.view',
  group: 'exception',
  summary: '异常列表（type 1–4）；pending 只含未结束的，history 只含已结束的；as_officer 只含本人任电梯安全员的小区',
  isUnmetered: true,
  input: pageQuerySchema.extend({
    id: z.number().int().positive().optional(),
    type: z
      .array(z.literal([...exceptionTypes]))
      .max(4)
      .optional(),
    scope: z.enum(['pending', 'history', 'all']).default('all'),
    elevator_id: z.number().int().positive().optional(),
    community_id: z.number().int().positive().optional(),
    responsible: responsibleText.optional(),
    /** Only those of the communities whose safety officer the caller is. */
    as_officer: z.boolean().optional(),
    status: z.array(z.number().int().min(0).max(3)).max(4).optional(),
    level: z.array(z.number().int().min(1).max(3)).max(3).optional(),
    cause: plainText(20).optional(),
    code: plainText(20).optional(),
    overdue: z.boolean().optional(),
    is_false: z.boolean().optional(),
    keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(exceptionRowSchema),
});

export const exceptionDetail = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/exception',
  permission: 'exception.view',
  group: 'exception',
  summary: '异常详情',
  input: z.object({ id: z.coerce.number('请指定异常').int().positive('请指定异常') }),
  output: exceptionDetailSchema,
});

export const exceptionDelete = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception/delete',
  permission: 'exception.delete',
  group: 'exception',
  summary: '隐藏已结束的故障、电动车或事件（审计与统计仍保留）',
  input: z.object({ id: exceptionId, reason: exceptionHidden.shape.reason }),
  output: z.object({}),
});

export const exceptionComment = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/exception-comment',
  permission: 'exception.view',
  group: 'exception',
  summary: '评论一条异常，可附照片',
  input: commentData.extend({ id: exceptionId }),
  output: exceptionCommentSchema,
});

export const exceptionComments = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/exception-comments',
  permission: 'exception.view',
  group: 'exception',
  summary: '异常的评论，最新的在前',
  input: pageQuerySchema.extend({ id: z.coerce.number('请指定异常').int().positive('请指定异常') }),
  output: pageOf(exceptionCommentSchema),
});

/** Ours, beside the specification's calls: the catalogue of causes. */
export const faultCauseList = defineEndpoint({
  method: 'GET',
  path: '/api/fault-cause/list',
  permission: 'exception.view',
  group: 'exception',
  summary: '故障原因（两级），含已停用的',
  input: z.object({}),
  output: z.object({ list: z.array(faultCauseSchema) }),
});

export const faultCauseSave = defineEndpoint({
  method: 'POST',
  path: '/api/fault-cause',
  permission: 'cause.edit',
  group: 'exception',
  summary: '新建或修改故障原因；编码定下后不再改变',
  input: saveInput(faultCauseFields),
  output: saveOutput,
});
