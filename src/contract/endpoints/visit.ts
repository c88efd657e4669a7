import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { visitDetailSchema, visitPageSchema, visitRowSchema } from '../entities/visit.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime } from '../envelope.ts';
import { replacedPartSchema, statedPlaceSchema } from '../visits/recordParts.ts';
import { signatureSchema, visitEvents } from '../events/visit.ts';
import { remark } from '../events/exceptionOpening.ts';
import { keysOf } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import { monthText, requiredDay, rowQuerySchema } from '../rows.ts';
import { idText, plainText } from '../text.ts';
import { itemAnswerLabels } from '../visits/checkItem.ts';
import { evidenceLabels, visitFlagLabels, visitKinds, visitStages } from '../visits/visitKinds.ts';

const visitId = z.number('请指定维保工单').int().positive('请指定维保工单');
const day = z.iso.date('日期须为 2026-11-30 的形式');

/** The filters of a list of visits, its counts and its calendar. */
export const visitFilterSchema = z.object({
  kind: z.array(z.enum(visitKinds)).max(visitKinds.length).optional(),
  stage: z.array(z.enum(visitStages)).max(visitStages.length).optional(),
  status: z.array(z.number().int().min(0).max(3)).max(4).optional(),
  elevator_id: z.number().int().positive().optional(),
  community_id: z.number().int().positive().optional(),
  maintenance_id: z.number().int().positive().optional(),
  /** A person who is one of the workers. */
  person_id: z.number().int().positive().optional(),
  flag: z.enum(keysOf(visitFlagLabels)).optional(),
  evidence: z.enum(keysOf(evidenceLabels)).optional(),
  keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
});

export const visitList = defineEndpoint({
  method: 'POST',
  path: '/api/order/maintain/list',
  permission: 'visit.view',
  group: 'order',
  isUnmetered: true,
  summary: '维保工单列表；pending 只含未完成的，todo 只含等待人员处理的，history 只含已完成的',
  input: pageQuerySchema.extend({
    ...visitFilterSchema.shape,
    id: z.number().int().positive().optional(),
    scope: z.enum(['pending', 'todo', 'history', 'all']).default('all'),
    /** One of the counters: exactly what it counts. */
    counted: z.enum(['due_today', 'due_in_3_days', 'overdue', 'unsigned', 'done_this_month', 'doubtful']).optional(),
    /** Open and due on this day, or made on it: exactly what the calendar counts there. */
    on: day.optional(),
    /** The same of a month, `2026-11`. */
    month: monthText.optional(),
    due_from: day.optional(),
    due_to: day.optional(),
    done_from: day.optional(),
    done_to: day.optional(),
  }),
  output: visitPageSchema,
});

export const visitDetail = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain',
  permission: 'visit.view',
  group: 'order',
  summary: '维保工单详情',
  input: z.object({ id: z.coerce.number('请指定维保工单').int().positive('请指定维保工单') }),
  output: visitDetailSchema,
});

export const visitPlan = defineEndpoint({
  method: 'POST',
  path: '/api/order/maintain',
  permission: 'visit.plan',
  group: 'order',
  summary: '新建维保工单（周期内的由平台自动排期）',
  input: z.object({
    elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
    kind: z.enum(visitKinds, '请选择维保类型').default('extra'),
    /** Codes of the list's items; all of the kind where it is absent. */
    items: z.array(plainText(20)).max(200, '最多 200 项').optional(),
    due: requiredDay('到期日'),
    reason: remark,
  }),
  output: visitRowSchema,
});

/** When the telephone did it, by its own clock, and how far that clock was ahead of ours when it was last online. */
const onTelephone = {
  at: wireTime.optional(),
  clock_offset_ms: z.number().int().min(-10_000_000_000).max(10_000_000_000).default(0),
};

export const visitAnswerSchema = z.object({
  code: plainText(20),
  answer: z.enum(keysOf(itemAnswerLabels), '请选择结果'),
  note: plainText(200, { tooLong: '每项说明最多 200 字' }).trim().optional(),
  value: z.number('请填写实测值').optional(),
  photos: photoNames.optional(),
});

export const checkInInputSchema = z.object({
  ...onTelephone,
  /** As scanned or typed: the `/q` code of the sign in the car, or the lift's six digits. */
  lift_code: plainText(60, { absent: '请扫描电梯二维码' }).trim().min(4, '请扫描电梯二维码'),
  place: statedPlaceSchema.nullable().default(null),
  /** Six digits of the page in the car or of the officer's telephone. */
  presence_code: z
    .string()
    .regex(/^\d{6}$/, '动态码为 6 位数字')
    .optional(),
});

export const submissionInputSchema = z.object({
  ...onTelephone,
  checked_in_at: wireTime,
  answers: z.array(visitAnswerSchema).min(1, '请逐项作答').max(200),
  parts: z.array(replacedPartSchema).max(30, '最多 30 个部件').default([]),
  photos: photoNames.default([]),
  note: remark,
  briefed: z.literal(true, '请先确认安全交底'),
  signature: signatureSchema,
});

const step = <Type extends string, Data extends z.ZodType>(event: Type, data: Data) =>
  z.object({ id: visitId, event: z.literal(event), data, request_id: idText.min(8).max(64).optional() });

/** Every step of a visit, by the machine's own event name. The same `request_id` of one person again changes nothing. */
export const visitStepSchema = z.discriminatedUnion(
  'event',
  [
    step(
      'visit.assigned',
      z.object({
        person_ids: z.array(z.number().int().positive()).max(2, '最多两名维保人员'),
        planned_on: day.nullable().default(null),
      }),
    ),
    step('visit.checkedIn', checkInInputSchema),
    step('visit.submitted', submissionInputSchema),
    step('visit.cosigned', z.object({ ...onTelephone, signature: signatureSchema })),
    step(
      'visit.enteredFromPaper',
      visitEvents['visit.enteredFromPaper'].omit({ flags: true, doneOn: true, workerNames: true }).extend({
        done_on: visitEvents['visit.enteredFromPaper'].shape.doneOn,
        worker_names: visitEvents['visit.enteredFromPaper'].shape.workerNames,
      }),
    ),
    step('visit.countersigned', visitEvents['visit.countersigned']),
    step('visit.rejected', visitEvents['visit.rejected']),
    step('visit.brokenOff', visitEvents['visit.brokenOff']),
    step('visit.amended', visitEvents['visit.amended']),
    step('visit.replanned', z.object({ note: remark })),
  ],
  '未知的处理步骤',
);
export type VisitStep = z.infer<typeof visitStepSchema>;

export const visitAckState = defineEndpoint({
  method: 'POST',
  path: '/api/order/maintain/ack-state',
  permission: 'visit.view',
  group: 'order',
  summary: '推进维保工单：派工、签到、提交、签名、会签、退回、补录、补充说明',
  input: visitStepSchema,
  output: visitDetailSchema,
});

/** Several visits at once, each decided on its own. */
export const visitAssign = defineEndpoint({
  method: 'POST',
  path: '/api/order/maintain/assign',
  permission: 'visit.plan',
  group: 'order',
  summary: '批量派工与改期；不得晚于到期日',
  input: z.object({
    ids: z.array(visitId).min(1, '请选择维保工单').max(500, '一次最多 500 个工单'),
    /** Unchanged where it is absent. */
    person_ids: z.array(z.number().int().positive()).max(2, '最多两名维保人员').optional(),
    /** Unchanged where it is absent. */
    planned_on: day.optional(),
  }),
  output: z.object({
    assigned: z.number(),
    refused: z.array(z.object({ id: z.number(), message: z.string() })),
  }),
});

/** Returns the people to whom a visit may be given: people of its company with a valid certificate, and those who may not, with the reason. */
export const visitWorkers = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/workers',
  permission: 'visit.plan',
  group: 'order',
  summary: '可派工的维保人员',
  input: z.object({
    maintenance_id: z.coerce.number('请指定维保单位').int().positive('请指定维保单位'),
    /** The day on which the certificate must be valid. */
    on: day,
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        has_account: z.boolean(),
        certificate_expiry: z.string().nullable(),
        /** The reason why not; empty where nothing stands against it. */
        problem: z.string(),
        /** Visits of that day that this person already has. */
        visits_that_day: z.number(),
      }),
    ),
  }),
});

/** Lifts that get no visit of the cycle, with what is to be done about it; scrapped ones are left out. */
export const visitUnplanned = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/unplanned',
  permission: 'visit.view',
  group: 'order',
  summary: '无法排期的电梯及原因；in_use 只含在用的，即须补全资料的',
  input: rowQuerySchema.omit({ id: true }).extend({ in_use: wireFlag.optional() }),
  output: pageOf(
    z.object({
      id: z.number(),
      tag: z.string(),
      addr: z.string(),
      community_id: z.number(),
      community_name: z.string(),
      /** Empty where none is registered. */
      maintenance_name: z.string(),
      /** The reason why it cannot be planned, and what to do. */
      hindrance: z.string(),
    }),
  ),
});

/** The worker's or officer's own visits, with everything that the telephone needs without a network. */
export const visitMine = defineEndpoint({
  method: 'GET',
  path: '/api/order/maintain/mine',
  permission: 'visit.view',
  group: 'order',
  summary: '我的维保工单（手机端）：待作业、待签名；安全员为待会签',
  input: z.object({}),
  output: z.object({
    person: z.object({ id: z.number(), name: z.string(), company: z.string() }).nullable(),
    is_worker: z.boolean(),
    is_officer: z.boolean(),
    /** The server's clock at the answer: the telephone measures its own against it. */
    now: wireTime,
    /** The number of places that a visit must show. */
    photo_places: z.number().int(),
    visits: z.array(visitDetailSchema),
  }),
});
