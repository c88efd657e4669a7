import * as z from 'zod';
import { exceptionSourceLabels, keysOf, longestComment, mostPhotos } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import { plainText } from '../text.ts';
import { responsibleSchema } from './responsible.ts';

/**
 * The data of the first event of each exception, with everything that decided it, so that later edits of base data change no
 * record.
 */
export const exceptionOpening = {
  /** From the same counter as rescue orders: no exception has the number of an order. */
  exceptionId: z.number().int().positive(),
  elevatorId: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  responsible: responsibleSchema,
  source: z.enum(keysOf(exceptionSourceLabels)),
  /** Empty where no device reported it. */
  deviceKey: z.string(),
  /** Our message code; empty where no code says it. */
  code: z.string(),
  level: z.literal([1, 2, 3]),
  alarmId: z.number().int().positive().nullable(),
  /** Reached us more than two minutes after the device says that it happened. */
  late: z.boolean(),
  /** Handling is overdue this long after receipt. */
  handleLimitSeconds: z.number().int().positive(),
  callerName: z.string().max(50).optional(),
  callerPhone: z.string().max(20).optional(),
  note: z.string().max(500).optional(),
  photos: z.array(z.string()).max(mostPhotos).optional(),
};

/** A further report of what is open already. */
export const exceptionRepeat = z.object({
  source: z.enum(keysOf(exceptionSourceLabels)),
  alarmId: z.number().int().positive().nullable(),
  late: z.boolean(),
  /** The number of reports that this stands for; one where it is absent. */
  times: z.number().int().positive().optional(),
  callerName: z.string().max(50).optional(),
  callerPhone: z.string().max(20).optional(),
  note: z.string().max(500).optional(),
  photos: z.array(z.string()).max(mostPhotos).optional(),
});

export const remark = plainText(500, { tooLong: '最多 500 字' }).trim().optional();
export const requiredReason = (label: string) =>
  plainText(500, { absent: `请填写${label}`, tooLong: `${label}最多 500 字` })
    .trim()
    .min(2, `请填写${label}（至少 2 字）`);

export const exceptionComment = z.object({
  text: plainText(longestComment, { absent: '请填写评论', tooLong: `评论最多 ${longestComment} 字，请分几次发表` })
    .trim()
    .min(1, '请填写评论'),
  photos: photoNames.optional(),
});
export const exceptionHidden = z.object({ reason: requiredReason('删除原因') });
