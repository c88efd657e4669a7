import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { companyAverageSchema, reviewDetailSchema, reviewRowSchema } from '../entities/review.ts';
import { pageOf, pageQuerySchema, wireFlag, wireTime, type FieldErrors } from '../envelope.ts';
import { reviewEvents } from '../events/review.ts';
import { keysOf } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import {
  bestScore,
  longestReview,
  mostReviewPhotos,
  reviewProblemLabels,
  reviewStageLabels,
  reviewVerdictLabels,
} from '../reviews.ts';
import { idText, plainText } from '../text.ts';

/** The words of a review, of passengers and of users who write down what they are told. */
export const reviewWords = {
  problem: z.enum(keysOf(reviewProblemLabels), '请选择遇到的问题').optional(),
  score: z
    .number('请打 1 到 5 分')
    .int('请打 1 到 5 分')
    .min(1, '请打 1 到 5 分')
    .max(bestScore, '请打 1 到 5 分')
    .optional(),
  text: plainText(longestReview, { tooLong: `最多 ${longestReview} 字` })
    .trim()
    .default(''),
  photos: photoNames.max(mostReviewPhotos, `最多 ${mostReviewPhotos} 张照片`).default([]),
};

interface Said {
  readonly problem?: string | undefined;
  readonly score?: number | undefined;
}
/** A report names a problem, a score or both. */
const saysSomething = ({ problem, score }: Said): FieldErrors['errors'] =>
  problem === undefined && score === undefined
    ? [{ field: 'problem', message: '请选择遇到的问题，或打 1 到 5 分' }]
    : [];

const reviewId = z.number('请指定评价').int().positive('请指定评价');
const step = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ id: reviewId, event: z.literal(type), data });

/** Writes down what somebody said of a lift, by telephone or at the desk. */
export const reviewReport = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/comment',
  variant: 'report',
  permission: 'exception.report',
  group: 'elevator',
  summary: '登记评价或问题（不带 id）；问题随即开故障，或并入该电梯同类的未完成故障',
  input: comparing(
    z.object({
      id: z.never().optional(),
      elevator_id: z.number('请选择电梯').int().positive('请选择电梯'),
      ...reviewWords,
      /** Makes a repeated submit harmless. */
      request_id: idText.min(8).max(64),
    }),
    saysSomething,
  ),
  output: z.object({ id: z.number(), exception_id: z.number().nullable(), joined: z.boolean() }),
});

/** Every step of a review, by the machine's own event name. */
const reviewStepSchema = z.discriminatedUnion(
  'event',
  [
    step('review.published', reviewEvents['review.published']),
    step('review.kept', reviewEvents['review.kept']),
    step('review.refused', reviewEvents['review.refused']),
    step('review.answered', reviewEvents['review.answered']),
  ],
  '未知的处理步骤',
);
export type ReviewStep = z.infer<typeof reviewStepSchema>;

/** Takes a step; which permission it needs beside the call's own, the lifecycle says. */
export const reviewHandle = defineEndpoint({
  method: 'POST',
  path: '/api/elevator/comment',
  variant: 'handle',
  permission: 'review.view',
  group: 'elevator',
  summary: '处理评价（id、event、data）：公开、仅内部、不采纳、答复',
  input: reviewStepSchema,
  output: reviewDetailSchema,
});

export const reviewDetail = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/comment',
  permission: 'review.view',
  group: 'elevator',
  summary: '评价详情',
  input: z.object({ id: z.coerce.number('请指定评价').int().positive('请指定评价') }),
  output: reviewDetailSchema,
});

export const reviewList = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/comment/list',
  permission: 'review.view',
  group: 'elevator',
  summary: '电梯评价列表；waiting=1 只含待审核或待答复的',
  input: pageQuerySchema.extend({
    id: z.coerce.number().int().positive().optional(),
    elevator_id: z.coerce.number().int().positive().optional(),
    community_id: z.coerce.number().int().positive().optional(),
    waiting: wireFlag.optional(),
    stage: z.enum(keysOf(reviewStageLabels)).optional(),
    verdict: z.enum(keysOf(reviewVerdictLabels)).optional(),
    problem: z.enum(keysOf(reviewProblemLabels)).optional(),
    score: z.coerce.number().int().min(1).max(bestScore).optional(),
    keyword: plainText(60, { tooLong: '关键字最多 60 字' }).trim().optional(),
    from: wireTime.optional(),
    to: wireTime.optional(),
  }),
  output: pageOf(reviewRowSchema),
});

/** Ours, beside the specification's calls. */
export const reviewAverages = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/comment/averages',
  permission: 'review.view',
  group: 'elevator',
  summary: '各维保单位、物业单位的平均分与评价数；不采纳的不计',
  input: z.object({ from: wireTime.optional(), to: wireTime.optional() }),
  output: z.object({ list: z.array(companyAverageSchema) }),
});

const unitSchema = z.object({
  role: z.string(),
  name: z.string(),
  /** Of the company's duty desk; empty where only a person's own number is known. */
  telephone: z.string(),
});
const day = z.string();

/** The facts about a lift that a passenger may read before they write. Days are `2026-11-30`, null where nobody knows. */
const commentInfoSchema = z.object({
  community_name: z.string(),
  addr: z.string(),
  rescue_code: z.string(),
  /** 正常, 检修中 or 停用. */
  state_label: z.string(),
  hotline: z.string(),
  units: z.array(unitSchema),
  last_service_on: day.nullable(),
  next_service_on: day.nullable(),
  last_inspection_on: day.nullable(),
  next_inspection_on: day.nullable(),
});
export type CommentInfo = z.infer<typeof commentInfoSchema>;

export const infoForComment = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/info-for-comment',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '填写评价前的电梯信息：单位、上次与下次维保和检验',
  input: z.object({ elevator_id: z.coerce.number('请选择电梯').int().positive('请选择电梯') }),
  output: commentInfoSchema,
});

/** The code in the sign's address, `/q/<code>`. */
const liftCode = plainText(64, { absent: '请提供二维码中的编码' });

export const openInfoForComment = defineEndpoint({
  method: 'GET',
  path: '/api-open/elevator/info-for-comment',
  permission: 'open',
  group: 'open',
  summary: '按二维码查询电梯信息；upload_token 可上传 3 张照片，2 小时内有效',
  input: z.object({ code: liftCode }),
  output: commentInfoSchema.extend({ upload_token: z.string() }),
});

export const openComment = defineEndpoint({
  method: 'POST',
  path: '/api-open/elevator/comment',
  permission: 'open',
  group: 'open',
  summary: '乘客评价或报告问题；照片须先上传；凭返回的 token 在 follow_url 查看进展',
  input: comparing(
    z.object({ code: liftCode, ...reviewWords, upload_token: plainText(100).optional() }),
    saysSomething,
  ),
  output: z.object({ token: z.string(), follow_url: z.string() }),
});

export const openUploadFile = defineEndpoint({
  method: 'POST',
  path: '/api-open/upload-file',
  permission: 'open',
  group: 'open',
  summary: '上传评价照片（JPEG、PNG，最大 5 MB）；不带 token 每小时 5 张；一天内未被评价使用即删除',
  transport: 'upload',
  input: z.object({ token: plainText(100).optional() }),
  output: z.object({ url: z.string(), name: z.string(), size: z.number() }),
});
