import * as z from 'zod';
import { keysOf } from '../exceptions.ts';
import { bestScore, longestReview, mostReviewPhotos, reviewProblemLabels, reviewWayLabels } from '../reviews.ts';
import { plainText } from '../text.ts';
import { remark, requiredReason } from './exceptionOpening.ts';
import type { FactOf } from './facts.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

/** Events of the stream `review-<id>`: what one passenger says of a lift, and what becomes of it. */
export const reviewEvents = {
  'review.received': z.object({
    reviewId: z.number().int().positive(),
    elevatorId: z.number().int().positive(),
    tag: z.string(),
    addr: z.string(),
    responsible: responsibleSchema,
    via: z.enum(keysOf(reviewWayLabels)),
    problem: z.enum(keysOf(reviewProblemLabels)).nullable(),
    score: z.number().int().min(1).max(bestScore).nullable(),
    text: z.string().max(longestReview),
    photos: z.array(z.string()).max(mostReviewPhotos),
    /** SHA-256 of the token by which its writer follows it, in hex; null for one that a person registered. */
    followHash: z.string().nullable(),
    /** The fault that the problem opened or joined. */
    exceptionId: z.number().int().positive().nullable(),
    joined: z.boolean(),
  }),
  /** Everybody who scans the lift's code may read it. */
  'review.published': z.object({ note: remark }),
  /** Taken note of, and not shown to the public. */
  'review.kept': z.object({ reason: requiredReason('不公开的原因') }),
  'review.refused': z.object({ reason: requiredReason('不采纳的原因') }),
  /** The writer reads it by their token, and the public where the review is published. */
  'review.answered': z.object({
    text: plainText(longestReview, { absent: '请填写答复', tooLong: `答复最多 ${longestReview} 字` })
      .trim()
      .min(2, '请填写答复（至少 2 字）'),
  }),
} as const;

/** The Chinese name of each step, and who may take it. */
export const reviewSteps = {
  'review.received': { label: '收到评价', by: 'server' },
  'review.published': { label: '公开', by: 'review.handle' },
  'review.kept': { label: '仅内部', by: 'review.handle' },
  'review.refused': { label: '不采纳', by: 'review.handle' },
  'review.answered': { label: '答复', by: 'review.answer' },
} as const satisfies StepsOf<typeof reviewEvents>;

export type ReviewEvent = FactOf<typeof reviewEvents>;
