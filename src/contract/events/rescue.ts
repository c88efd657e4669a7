import * as z from 'zod';
import { comparing, type Compare } from '../comparing.ts';
import { keysOf } from '../exceptions.ts';
import { claimWays, rescueTriggers } from '../labels.ts';
import { notifyChannelLabels } from '../notificationWords.ts';
import type { FactOf } from './facts.ts';
import {
  hasChanges,
  headcount,
  rescueResultSchema,
  resultChangesSchema,
  resultProblems,
  type RescueResult,
} from './rescueResult.ts';
import { responsibleSchema } from './responsible.ts';
import type { StepsOf } from './steps.ts';

const optionalText = z.string().trim().max(500, '最多 500 字').optional();

const receiver = {
  toUserId: z.number('请选择接手人员').int().positive('请选择接手人员'),
  toUserName: z.string('请选择接手人员').min(1, '请选择接手人员'),
  note: optionalText,
};

/** Events of the stream `rescue-<order id>`. */
export const rescueEvents = {
  'rescue.raised': z.object({
    orderId: z.number().int().positive(),
    elevatorId: z.number().int().positive(),
    tag: z.string(),
    addr: z.string(),
    trigger: z.enum(rescueTriggers),
    alarmId: z.number().int().positive().nullable(),
    responsible: responsibleSchema,
    /** 30 in a city area, 60 elsewhere (TSG T5002-2017, 5(4)). */
    arriveLimitMinutes: z.number().int().positive(),
    /** Seconds after the call at which the notice goes to levels 1, 2 and 3. */
    escalateAfterSeconds: z.array(z.number().int().positive()),
    respondLimitSeconds: z.number().int().positive(),
    lapseAfterSeconds: z.number().int().positive(),
    /** The report reached us more than two minutes after the device says it happened. */
    late: z.boolean(),
    /** The person who registered it takes it at once (the next event): it rings nowhere. */
    isTaken: z.boolean().optional(),
    /** Of a call by the code in the car: the lift's own devices showed at that moment that something is wrong. */
    deviceSign: z.boolean().optional(),
    callerName: optionalText,
    callerPhone: optionalText,
    note: optionalText,
  }),
  /** A further call of a lift whose order is open. */
  'rescue.joined': z.object({
    trigger: z.enum(rescueTriggers),
    alarmId: z.number().int().positive().nullable(),
    callerName: optionalText,
    callerPhone: optionalText,
    note: optionalText,
  }),
  'rescue.accepted': z.object({ via: z.enum(claimWays).optional() }),
  /** More time for a claim without progress. */
  'rescue.extended': z.object({ bySeconds: z.number().int().positive(), note: optionalText }),
  /** A colleague is asked to take over; until the answer the order stays with its claimer. */
  'rescue.handOverOffered': z.object({ ...receiver, answerWithinSeconds: z.number().int().positive() }),
  'rescue.handOverAccepted': z.object({}),
  'rescue.handOverDeclined': z.object({ note: optionalText }),
  'rescue.handOverExpired': z.object({}),
  /** Stored before hand-overs were offered: the other had the order at once. */
  'rescue.handedOver': z.object(receiver),
  /** No progress in time, or the claimer's console is gone: the call rings again. */
  'rescue.claimLapsed': z.object({
    cause: z.enum(['noProgress', 'claimerLeft']).optional(),
    /** The claimer's account may no longer answer this call: that ends a claim by telephone too. */
    isBarred: z.literal(true).optional(),
    /** The claimer had asked this colleague to take over, who had not. */
    offeredTo: z.string().max(100).optional(),
  }),
  'rescue.dispatched': z.object({
    level: z.literal([1, 2, 3], '请选择救援级别'),
    who: z.string('请填写派出的救援人员或单位').trim().min(1, '请填写派出的救援人员或单位').max(100, '最多 100 字'),
    phone: z.string().trim().max(30, '最多 30 字').optional(),
    etaMinutes: z
      .number('预计到达须为分钟数')
      .int('预计到达须为整分钟')
      .min(0, '预计到达不能为负')
      .max(240, '预计到达最多 240 分钟')
      .optional(),
    note: optionalText,
  }),
  /** The notice went to the next level, by the clock or because no console could sound. */
  'rescue.escalated': z.object({
    level: z.number().int().min(1),
    reason: z.enum(['unanswered', 'noConsoleArmed', 'byHand', 'rungEmpty']),
    note: optionalText,
  }),
  /** Someone who was called confirmed by a key that they know of it. They take nothing: the call keeps ringing. */
  'rescue.informed': z.object({
    name: z.string().max(100),
    organization: z.string().max(100),
    channel: z.enum(keysOf(notifyChannelLabels)),
    /** The holder of the call when the key was pressed; left out while it was waiting. */
    heldBy: z.string().max(100).optional(),
  }),
  'rescue.arrived': z.object({
    who: optionalText,
    note: optionalText,
    /** The time at which help arrived, as a person states it later: epoch ms, a whole minute. Without it: when it was typed. */
    statedAtMs: z.number().int().optional(),
  }),
  'rescue.released': z.object({ people: headcount('脱困人数'), note: optionalText }),
  'rescue.selfReleased': z.object({ note: optionalText }),
  /** Stored ones are read as they are, whatever their figures; a new one must fit `rescueCompletion`. */
  'rescue.completed': rescueResultSchema.extend({
    /** The number of people released, if the count that was registered turned out to be wrong. */
    releasedNum: headcount('脱困人数').optional(),
    note: optionalText,
  }),
  'rescue.judgedFalse': z.object({
    reason: z.string('请填写误报原因').trim().min(2, '请填写误报原因（至少 2 字）').max(500, '最多 500 字'),
  }),
  /** An addendum to a closed order: the original stays, and the figures count as corrected. */
  'rescue.corrected': z.object({
    reason: z.string('请填写更正原因').trim().min(2, '请填写更正原因（至少 2 字）').max(500, '最多 500 字'),
    changes: resultChangesSchema.refine(hasChanges, '请至少更正一项'),
    /** The values that stood there until now; written by the server. */
    before: resultChangesSchema.optional(),
  }),
  'rescue.noted': z.object({ text: z.string('请填写备注').trim().min(1, '请填写备注').max(500, '最多 500 字') }),
  'rescue.hidden': z.object({
    reason: z.string('请填写删除原因').trim().min(2, '请填写删除原因（至少 2 字）').max(500, '最多 500 字'),
  }),
  'rescue.deadlinePassed': z.object({ kind: z.enum(['respond', 'arrive']) }),
} as const;

type CompletionFigures = RescueResult & {
  readonly releasedNum?: number | undefined;
  readonly note?: string | undefined;
};

const compareCompletion =
  (registeredNum: number | null): Compare<CompletionFigures> =>
  (data) => {
    const { releasedNum, note } = data;
    const differs = releasedNum !== undefined && registeredNum !== null && releasedNum !== registeredNum;
    return [
      ...resultProblems({ ...data, releasedNum: releasedNum ?? registeredNum }),
      ...(differs && !note
        ? [{ field: 'note', message: `脱困人数与登记的 ${registeredNum} 人不同，请在备注中说明原因` }]
        : []),
    ];
  };

/**
 * A completion whose figures agree with each other and with the people registered as released (`registeredNum`; null where no one counted).
 * A count that differs from the registered one needs a word why.
 */
export const rescueCompletion = (registeredNum: number | null) =>
  comparing(rescueEvents['rescue.completed'], compareCompletion(registeredNum));

/**
 * The same as a person sends it: what the detail of the cause is called, the server writes. `isOffered`: the form's own check of that
 * detail, which stands beside whatever else is wrong.
 */
export const rescueCompletionWish = (
  registeredNum: number | null,
  isOffered: (causeDetail: string) => boolean = () => true,
) =>
  comparing(
    rescueEvents['rescue.completed'].omit({ causeDetailLabel: true }).extend({
      causeDetail: rescueResultSchema.shape.causeDetail.refine(
        (code) => code === undefined || code === '' || isOffered(code),
        '请选择具体原因',
      ),
    }),
    compareCompletion(registeredNum),
  );

/** The Chinese name of each step, and who may take it. */
export const rescueSteps = {
  'rescue.raised': { label: '发起救援', by: 'server' },
  'rescue.joined': { label: '并入呼叫', by: 'server' },
  'rescue.accepted': { label: '受理', by: 'rescue.answer' },
  'rescue.extended': { label: '延长', by: 'rescue.handle' },
  'rescue.handOverOffered': { label: '转交', by: 'rescue.handle' },
  'rescue.handOverAccepted': { label: '接收转交', by: 'rescue.handle' },
  'rescue.handOverDeclined': { label: '拒绝转交', by: 'rescue.handle' },
  'rescue.handOverExpired': { label: '结束转交', by: 'server' },
  /** Offered for pages of an earlier version; the server stores an offer instead. */
  'rescue.handedOver': { label: '转交', by: 'rescue.handle' },
  'rescue.claimLapsed': { label: '释放受理', by: 'server' },
  'rescue.dispatched': { label: '派出', by: 'rescue.handle' },
  'rescue.escalated': { label: '升级通知', by: 'rescue.handle' },
  'rescue.informed': { label: '已知晓', by: 'server' },
  'rescue.arrived': { label: '到场', by: 'rescue.handle' },
  'rescue.released': { label: '脱困', by: 'rescue.handle' },
  'rescue.selfReleased': { label: '自行脱困', by: 'rescue.handle' },
  'rescue.completed': { label: '完成', by: 'rescue.handle' },
  'rescue.judgedFalse': { label: '误报', by: 'rescue.handle' },
  'rescue.corrected': { label: '更正', by: 'rescue.handle' },
  'rescue.noted': { label: '备注', by: 'rescue.handle' },
  'rescue.hidden': { label: '删除', by: 'rescue.delete' },
  'rescue.deadlinePassed': { label: '记录超时', by: 'server' },
} as const satisfies StepsOf<typeof rescueEvents>;

export type RescueEvent = FactOf<typeof rescueEvents>;
export type RescueEventType = keyof typeof rescueEvents;
