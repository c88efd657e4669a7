import * as z from 'zod';
import { wireTime } from '../envelope.ts';
import {
  exceptionSourceLabels,
  exceptionTypes,
  faultPhenomenonLabels,
  incidentKindLabels,
  keysOf,
  sweepWayLabels,
} from '../exceptions.ts';
import { personRefSchema, statusIndexSchema } from './common.ts';
import { listedRow } from '../rows.ts';
import { faultCauseFields } from './faultCause.ts';
import { keptStateSchema } from './keptState.ts';
import { timelineEntrySchema } from './rescueOrder.ts';

/** A fault, scooter or incident in a list; of type 1 the rescue order itself, read-only. */
export const exceptionRowSchema = z.object({
  /** No two exceptions have the same, of whatever type. */
  id: z.number().int().positive(),
  type: z.literal([...exceptionTypes]),
  type_label: z.string(),
  elevator_id: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  community_id: z.number(),
  community_name: z.string(),
  full_area: z.string(),
  property_name: z.string(),
  maintenance_name: z.string(),
  /** The event in Chinese: a code's label, a kind of incident, a trigger. */
  title: z.string(),
  level: z.number().int().min(1).max(3),
  levelName: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  stage: z.string(),
  stage_label: z.string(),
  is_finished: z.boolean(),
  is_finished_result: z.string(),
  /** A limit was missed; stays true. */
  overdue: z.boolean(),
  is_false: z.boolean(),
  /** The device still reports it. */
  active: z.boolean(),
  source: z.enum(keysOf(exceptionSourceLabels)),
  source_label: z.string(),
  /** Our message code and what a maker calls it; empty without one. */
  code: z.string(),
  phenomenon: z.enum(keysOf(faultPhenomenonLabels)).nullable(),
  incident_kind: z.enum(keysOf(incidentKindLabels)).nullable(),
  device_key: z.string(),
  alarm_id: z.number().nullable(),
  rescue_order_id: z.number().nullable(),
  /** Name of the picture that followed its alarm; empty until it comes. */
  picture: z.string(),
  door_held: z.boolean(),
  people_num: z.number().nullable(),
  /** The person who reported it by telephone. */
  caller_name: z.string(),
  mobile: z.string(),
  detail: z.string(),
  repeat_num: z.number().int(),
  comment_num: z.number().int(),
  accepted_by: personRefSchema.nullable(),
  cause: z.string(),
  cause_label: z.string(),
  /** Faults: did it stop the car; null where that is not known. */
  stops_car: z.boolean().nullable().default(null),
  /** Seconds for which a fault that stops the car stood; null for others, and while it stands. */
  stop_seconds: z.number().nullable().default(null),
  /** The number of lifts of an incident of several lifts, then of cars confirmed empty. */
  child_num: z.number().int(),
  swept_num: z.number().int(),
  created_at: wireTime,
  updated_at: wireTime,
  due_at: wireTime.nullable(),
  cleared_at: wireTime.nullable(),
  finished_at: wireTime.nullable(),
  /** Grows with each event that touches the row, and tells nothing but the order of answers with this row. */
  position: z.number(),
  /** The machine's state after the last event; null for type 1. */
  state: keptStateSchema.nullable(),
  /** Machine events that this user may try now. */
  allowed_actions: z.array(z.string()),
});
export type ExceptionRow = z.infer<typeof exceptionRowSchema>;

/** One lift of an incident of several. */
const exceptionChildSchema = z.object({
  elevator_id: z.number(),
  tag: z.string(),
  addr: z.string(),
  swept_by: personRefSchema.nullable(),
  swept_at: wireTime.nullable(),
  way: z.enum(keysOf(sweepWayLabels)).nullable(),
  note: z.string(),
  restored_at: wireTime.nullable(),
  /** The open call for help of this lift, which rings and is handled on its own. */
  rescue_order_id: z.number().nullable(),
  /** The telephone in the car. */
  sos_tel: z.string().default(''),
  /** The number of people that its device last saw in the car; null without such a report, or without any. */
  people_num: z.number().nullable().default(null),
  /** It was confirmed empty before it lost its power again. */
  is_voided: z.boolean().default(false),
});
export type ExceptionChild = z.infer<typeof exceptionChildSchema>;

/** The incident of other companies in the same power cut. */
const cutPartSchema = z.object({
  id: z.number(),
  property_name: z.string(),
  maintenance_name: z.string(),
  child_num: z.number().int(),
  swept_num: z.number().int(),
  is_finished: z.boolean(),
});
export type CutPart = z.infer<typeof cutPartSchema>;

export const exceptionDetailSchema = exceptionRowSchema.extend({
  /** A fault's lift called for help around it: of these one may be what it caused. */
  rescues: z.array(z.object({ id: z.number(), created_at: wireTime, trigger_label: z.string() })).default([]),
  parts: z.array(z.object({ name: z.string(), num: z.number() })),
  /** Names of pictures of the report and of the repair. */
  photos: z.array(z.string()),
  timeline: z.array(timelineEntrySchema),
  children: z.array(exceptionChildSchema),
  /** The incidents beside this one in a power cut of several companies, as far as the user sees them. */
  cut_parts: z.array(cutPartSchema).default([]),
  /** The recording of the lift around it; null where there is none. */
  recording_id: z.number().nullable(),
});
export type ExceptionDetail = z.infer<typeof exceptionDetailSchema>;

export const exceptionCommentSchema = z.object({
  id: z.number(),
  exception_id: z.number(),
  author: personRefSchema,
  text: z.string(),
  photos: z.array(z.string()),
  created_at: wireTime,
});
export type ExceptionComment = z.infer<typeof exceptionCommentSchema>;

/** A cause of the catalogue: of level 1 without a parent. */
export const faultCauseSchema = listedRow(faultCauseFields);
export type FaultCause = z.infer<typeof faultCauseSchema>;
