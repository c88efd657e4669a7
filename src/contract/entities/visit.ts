import * as z from 'zod';
import { pageOf, wireTime } from '../envelope.ts';
import { deviationSchema, liftParametersSchema, replacedPartSchema, statedPlaceSchema } from '../visits/recordParts.ts';
import { keysOf } from '../exceptions.ts';
import { evidenceLabels, visitFlagLabels, visitKinds, visitStages } from '../visits/visitKinds.ts';
import { checkItemSchema, itemAnswerLabels } from '../visits/checkItem.ts';
import { companyContactSchema, personRefSchema, statusIndexSchema } from './common.ts';
import { keptStateSchema } from './keptState.ts';
import { timelineEntrySchema } from './rescueOrder.ts';

/** The standing of a visit against its due day: past it, within seven days, or later; null once it is made. */
const visitLights = ['overdue', 'soon', 'later'] as const;
export type VisitLight = (typeof visitLights)[number];

/** A maintenance visit as lists show it. Days are `2026-11-30`. */
export const visitRowSchema = z.object({
  id: z.number().int().positive(),
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  rescue_code: z.string(),
  community_id: z.number(),
  community_name: z.string(),
  full_area: z.string(),
  property_name: z.string(),
  maintenance_id: z.number().nullable(),
  maintenance_name: z.string(),
  kind: z.enum(visitKinds),
  kindLabel: z.string(),
  stage: z.enum(visitStages),
  stageLabel: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  overdue: z.boolean(),
  due_on: z.string().nullable(),
  /** Days until the due day; negative past it. Null once it is made. */
  days_left: z.number().nullable(),
  light: z.enum(visitLights).nullable(),
  planned_on: z.string().nullable(),
  done_on: z.string().nullable(),
  workers_needed: z.number(),
  workers: z.array(personRefSchema),
  /** The same in words, for lists and their files. */
  worker_names: z.string(),
  checked_in_num: z.number(),
  signed_num: z.number(),
  item_num: z.number(),
  abnormal_num: z.number(),
  is_paper: z.boolean(),
  flags: z.array(z.enum(keysOf(visitFlagLabels))),
  evidence: z.enum(keysOf(evidenceLabels)).nullable(),
  rejected_num: z.number(),
  checked_in_at: wireTime.nullable(),
  checked_out_at: wireTime.nullable(),
  submitted_at: wireTime.nullable(),
  signed_at: wireTime.nullable(),
  signed_by: z.string(),
  state: keptStateSchema,
  /** The steps that the caller may take. Unlike the machine, the server knows for which communities an officer signs. */
  allowed_actions: z.array(z.string()),
});
export type VisitRow = z.infer<typeof visitRowSchema>;

/** One line of the list as the worker answers it; `answer` is null until the record is submitted. */
const visitItemSchema = z.object({
  code: z.string(),
  name: z.string(),
  requirement: z.string(),
  is_test: z.boolean(),
  /** `≥7 mm`; empty without a limit. */
  limit: z.string(),
  /** The same in numbers; absent without a limit. */
  bounds: checkItemSchema.shape.limit,
  may_be_not_due: z.boolean(),
  answer: z.enum(keysOf(itemAnswerLabels)).nullable(),
  note: z.string(),
  value: z.number().nullable(),
  photos: z.array(z.string()),
  /** The fault that an abnormal answer opened. */
  fault_id: z.number().nullable(),
});
export type VisitItem = z.infer<typeof visitItemSchema>;

const checkInSchema = z.object({
  name: z.string(),
  at: wireTime,
  received_at: wireTime,
  distance_m: z.number().nullable(),
  place: statedPlaceSchema.nullable(),
  presence: z.enum(['right', 'wrong', 'none']),
  flags: z.array(z.enum(keysOf(visitFlagLabels))),
});

const visitSignatureSchema = z.object({
  role: z.enum(['worker', 'officer']),
  name: z.string(),
  at: wireTime,
  strokes: z.string(),
});

/** All about one visit: what the printed record shows. */
export const visitDetailSchema = visitRowSchema.extend({
  category: z.string(),
  list_version: z.string(),
  parameters: liftParametersSchema.partial(),
  items: z.array(visitItemSchema),
  deviations: z.array(deviationSchema),
  parts: z.array(replacedPartSchema),
  photos: z.array(z.string()),
  note: z.string(),
  check_ins: z.array(checkInSchema),
  signatures: z.array(visitSignatureSchema),
  /** The device's word about the stay; null until judged. */
  device: z
    .object({
      stay_seconds: z.number(),
      reported_seconds: z.number(),
      inspection_seconds: z.number(),
      door_cycles: z.number(),
    })
    .nullable(),
  maintain_info: companyContactSchema.nullable(),
  timeline: z.array(timelineEntrySchema),
  /** The hash of the event that submitted it: the record's line; null until then. `path` is the open page that confirms it. */
  proof: z.object({ hash: z.string(), path: z.string() }).nullable(),
});
export type VisitDetail = z.infer<typeof visitDetailSchema>;

/** Counts beside the list, within the caller's scope and by the caller's filters for company, community and worker. */
const visitCountsSchema = z.object({
  due_today: z.number(),
  due_in_3_days: z.number(),
  overdue: z.number(),
  unsigned: z.number(),
  done_this_month: z.number(),
  doubtful: z.number(),
});
export type VisitCounts = z.infer<typeof visitCountsSchema>;
export const visitPageSchema = pageOf(visitRowSchema).extend({ counts: visitCountsSchema });
