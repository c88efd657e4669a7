import * as z from 'zod';
import { idsSchema, pageQuerySchema, type FieldErrors } from './envelope.ts';
import { isPlainText, plainText } from './text.ts';

/** Text of one line with its words for what is wrong; trimmed. */
export const line = (label: string, longest: number) =>
  z
    .string(`请填写${label}`)
    .trim()
    .max(longest, `${label}最多 ${longest} 个字符`)
    .refine(isPlainText, `${label}含有无法保存的字符，请删去后重试`);
export const requiredLine = (label: string, longest: number) => line(label, longest).min(1, `请填写${label}`);
/** A telephone number as people write it, or nothing. */
export const telephone = (label: string) =>
  line(label, 20).regex(/^(\+?[\d() -]{3,20})?$/, `${label}只能有数字、空格、括号与短横`);

/** A day, `2026-11-30`; it must be one of the calendar. */
export const requiredDay = (label: string) => z.iso.date(`请选择${label}`);
/** The same, or an empty text where none is known. */
export const optionalDay = (label: string) =>
  z
    .string(`请选择${label}`)
    .max(10, `请选择${label}`)
    .refine((day) => day === '' || z.iso.date().safeParse(day).success, `请选择${label}`);

/** A month of the city's calendar. */
export const monthText = z.string('请指定月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份须为 2026-11 的形式');

/** The issue of an end that lies before its start, beside `field`. Days as text sort as the calendar does; a day that is not known agrees. */
export const endsBeforeItStarts = (
  field: string,
  start: string | undefined,
  end: string | undefined,
): FieldErrors['errors'] =>
  start !== undefined && end !== undefined && end < start ? [{ field, message: '结束日期不能早于开始日期' }] : [];

/**
 * The input of a save besides the row's own fields: without an id it creates. `version` is that of the row as the editor read it; an old
 * client sends none, and then the last one to save wins.
 */
const savedRowSchema = z.object({
  id: z.number().int().positive().optional(),
  version: z.number().int().min(0).optional(),
});
export const saveInput = <Shape extends z.core.$ZodShape>(fields: z.ZodObject<Shape>) =>
  savedRowSchema.extend(fields.shape);
/** The result of a save. */
export const saveOutput = z.object({ id: z.number(), version: z.number() });
/** Ids in the address of a GET call, `3,17,4`, at most so many. */
export const idsInAddress = (most: number) =>
  z
    .string('请指定编号')
    .regex(/^\d{1,15}(,\d{1,15})*$/, 'ids 须为以逗号分隔的编号')
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= most, `一次最多 ${most} 个编号`);
export const removeInput = idsSchema;
export const removeOutput = z.object({ removed: z.number() });

/** A row of a list: the row's fields as they are saved, with its id and version. */
export const listedRow = <Shape extends z.core.$ZodShape>(fields: z.ZodObject<Shape>) =>
  fields.extend({ id: z.number(), version: z.number() });
/** A list's query: page, order, and `id` for one row alone. */
export const rowQuerySchema = pageQuerySchema.extend({
  id: z.coerce.number().int().positive().optional(),
  keyword: plainText(60).optional(),
});
