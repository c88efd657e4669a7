import * as z from 'zod';
import { liftCategories } from '../liftCategories.ts';
import { keysOf } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import { requiredDay, requiredLine } from '../rows.ts';
import { checkItemSchema } from '../visits/checkItem.ts';
import { deviationSchema, liftParametersSchema, replacedPartSchema, statedPlaceSchema } from '../visits/recordParts.ts';
import { evidenceLabels, replanReasonLabels, visitFlagLabels, visitKinds } from '../visits/visitKinds.ts';
import { remark, requiredReason } from './exceptionOpening.ts';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

/** A worker of the visit, as appointed: `userId` is the account with which this person acts. */
export const visitWorkerSchema = z.object({
  personId: z.number().int().positive(),
  userId: z.number().int().positive().nullable(),
  name: z.string(),
});
export type VisitWorker = z.infer<typeof visitWorkerSchema>;

/** Pen strokes, `x,y x,y;x,y …`: at most 4 KB. */
export const signatureSchema = z
  .string('请签名')
  .min(5, '请签名')
  .max(4_096, '签名过长，请清除后重签')
  .regex(/^[\d,. ;]+$/, '签名无法识别，请清除后重签');

const flags = z.array(z.enum(keysOf(visitFlagLabels))).max(20);

/** Everything that decided the visit, so that later edits of base data change no record. */
const visitSubject = {
  visitId: z.number().int().positive(),
  elevatorId: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  responsible: responsibleSchema,
  kind: z.enum(visitKinds),
};

/** Events of the stream `visit-<visit id>`: one maintenance visit to one lift. */
export const visitEvents = {
  'visit.planned': z.object({
    ...visitSubject,
    category: z.enum(liftCategories),
    /** The list that it follows: a standard's name, or that of the lift's own list. */
    listVersion: z.string().max(60),
    /** The items of an extra visit, or of a list of the lift's own; the standard's for the kind where it is absent. */
    items: z.array(checkItemSchema).min(1).max(200).optional(),
    parameters: liftParametersSchema,
    /** The last day on which it is in time, of the city's calendar. */
    dueOn: requiredDay('到期日'),
    dueStartMs: z.number().int(),
    /** The end of that day: from here on it is overdue. */
    overdueAtMs: z.number().int(),
    /** It may not be begun before. */
    earliestAtMs: z.number().int(),
    workersNeeded: z.literal([1, 2]),
    workers: z.array(visitWorkerSchema).max(2),
    reason: remark,
    /** Everything had happened when it was written, all at once: it takes no lift's place for the visit that is open. */
    isWhole: z.literal(true).optional(),
  }),
  'visit.assigned': z.object({
    workers: z.array(visitWorkerSchema).max(2),
    /** The day on which they mean to come; not after the due day. */
    plannedOn: requiredDay('计划日期').nullable(),
  }),
  'visit.checkedIn': z.object({
    worker: visitWorkerSchema,
    place: statedPlaceSchema.nullable(),
    /** From the lift; null where either place is not known. */
    distanceM: z.number().nullable(),
    /** The judgement of the car's code. */
    presence: z.enum(['right', 'wrong', 'none']),
    /** The time by which the telephone's clock is ahead of ours, as measured when it was last online. */
    clockOffsetMs: z.number().int(),
    flags,
  }),
  'visit.submitted': z.object({
    worker: visitWorkerSchema,
    listVersion: z.string().max(60),
    itemNum: z.number().int().positive(),
    deviations: z.array(deviationSchema).max(200),
    parts: z.array(replacedPartSchema).max(30),
    photos: photoNames,
    note: remark,
    briefed: z.literal(true, '请先确认安全交底'),
    checkedInAtMs: z.number().int(),
    checkedOutAtMs: z.number().int(),
    doneOn: requiredDay('完成日期'),
    signature: signatureSchema,
    flags,
  }),
  'visit.cosigned': z.object({ worker: visitWorkerSchema, signature: signatureSchema }),
  /** The record of a visit on paper, entered afterwards with a picture of it. */
  'visit.enteredFromPaper': z.object({
    doneOn: requiredDay('完成日期'),
    workerNames: requiredLine('维保人员', 60),
    photos: photoNames.min(1, '请上传纸质记录的照片'),
    note: remark,
    flags,
  }),
  /** The device's word about the stay. */
  'visit.judged': z.object({
    evidence: z.enum(keysOf(evidenceLabels)),
    staySeconds: z.number().int().min(0),
    reportedSeconds: z.number().int().min(0),
    inspectionSeconds: z.number().int().min(0),
    doorCycles: z.number().int().min(0),
    flags: flags.optional(),
  }),
  'visit.countersigned': z.object({ signature: signatureSchema, note: remark }),
  'visit.rejected': z.object({ reason: requiredReason('退回原因') }),
  'visit.brokenOff': z.object({ reason: requiredReason('中止原因') }),
  'visit.amended': z.object({ text: requiredReason('补充说明'), photos: photoNames.optional() }),
  'visit.replanned': z.object({ reason: z.enum(keysOf(replanReasonLabels)), note: remark }),
  /** A visit before the platform was in use: it only sets the clocks. */
  'visit.imported': z.object({ ...visitSubject, doneOn: requiredDay('完成日期'), note: remark }),
  'visit.deadlinePassed': z.object({ kind: z.enum(['due', 'overdue']) }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const visitSteps = {
  'visit.planned': { label: '排期', by: 'visit.plan' },
  'visit.assigned': { label: '派工', by: 'visit.plan' },
  'visit.checkedIn': { label: '签到', by: 'visit.work' },
  'visit.submitted': { label: '提交记录', by: 'visit.work' },
  'visit.cosigned': { label: '签名', by: 'visit.work' },
  'visit.enteredFromPaper': { label: '补录纸质记录', by: 'visit.plan' },
  'visit.judged': { label: '设备佐证', by: 'server' },
  'visit.countersigned': { label: '会签', by: 'visit.sign' },
  'visit.rejected': { label: '退回', by: 'visit.sign' },
  'visit.brokenOff': { label: '中止作业', by: 'visit.work' },
  'visit.amended': { label: '补充说明', by: 'visit.work' },
  'visit.replanned': { label: '改排', by: 'visit.plan' },
  'visit.imported': { label: '导入历史', by: 'server' },
  'visit.deadlinePassed': { label: '记录到期', by: 'server' },
} as const satisfies StepsOf<typeof visitEvents>;

export type VisitEvent = FactOf<typeof visitEvents>;
