import * as z from 'zod';
import { wireTime } from '../envelope.ts';
import { faultStageLabels, keysOf } from '../exceptions.ts';
import { reviewProblemLabels, reviewStageLabels, reviewVerdictLabels, reviewWayLabels } from '../reviews.ts';
import { statusIndexSchema } from './common.ts';
import { keptStateSchema } from './keptState.ts';
import { timelineEntrySchema } from './rescueOrder.ts';

/** A review in the list. */
export const reviewRowSchema = z.object({
  id: z.number().int().positive(),
  elevator_id: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  community_id: z.number(),
  community_name: z.string(),
  property_name: z.string(),
  maintenance_name: z.string(),
  via: z.enum(keysOf(reviewWayLabels)),
  via_label: z.string(),
  problem: z.enum(keysOf(reviewProblemLabels)).nullable(),
  /** In Chinese; empty where none was reported. */
  problem_label: z.string(),
  score: z.number().int().nullable(),
  text: z.string(),
  /** It waits to be read, and has a word of the site's list. */
  is_sensitive: z.boolean(),
  photos: z.array(z.string()),
  stage: z.enum(keysOf(reviewStageLabels)),
  stage_label: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  verdict: z.enum(keysOf(reviewVerdictLabels)).nullable(),
  verdict_label: z.string(),
  /** Waits for a person: to be read, or to be answered. */
  is_waiting: z.boolean(),
  /** The reason why it is not shown to the public; empty where it is, or was not decided yet. */
  reason: z.string(),
  answer: z.string(),
  answered_by: z.string(),
  answered_at: wireTime.nullable(),
  /** The fault that its problem opened or joined. */
  exception_id: z.number().nullable(),
  fault_stage: z.enum(keysOf(faultStageLabels)).nullable(),
  fault_stage_label: z.string(),
  /** The number of further reports that fault has. */
  affected_num: z.number().int(),
  created_at: wireTime,
  updated_at: wireTime,
  state: keptStateSchema.nullable(),
  allowed_actions: z.array(z.string()),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

export const reviewDetailSchema = reviewRowSchema.extend({ timeline: z.array(timelineEntrySchema) });
export type ReviewDetail = z.infer<typeof reviewDetailSchema>;

/** The mean score of the lifts of a company, and of how many reviews. */
export const companyAverageSchema = z.object({
  kind: z.enum(['maintenance', 'property']),
  company_id: z.number(),
  name: z.string(),
  average: z.number(),
  num: z.number().int(),
});
export type CompanyAverage = z.infer<typeof companyAverageSchema>;
