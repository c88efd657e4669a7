import * as z from 'zod';
import { keysOf } from '../exceptions.ts';
import { photoNames } from '../photoNames.ts';
import { requiredLine } from '../rows.ts';
import { plainText } from '../text.ts';
import { itemAnswerLabels, namedItem } from './checkItem.ts';

/** A place, in degrees of WGS-84 as a telephone states it, or of GCJ-02 as an event keeps it, and how exact the telephone says it is. */
export const statedPlaceSchema = z.object({
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
  accuracyM: z.number().min(0).max(100_000),
});

/** The technical parameters that the record must name (TSG T5002-2017, article 8). */
export const liftParametersSchema = z.object({
  registrationCode: z.string(),
  drive: z.string(),
  ratedLoadKg: z.number().nullable(),
  ratedSpeedMps: z.number().nullable(),
  floorsNum: z.number().nullable(),
  stopsNum: z.number().nullable(),
  doorsNum: z.number().nullable(),
});

/** An answer other than plain 'normal'; every other item of the list was found normal. */
export const deviationSchema = z.object({
  ...namedItem,
  answer: z.enum(keysOf(itemAnswerLabels)),
  note: plainText(200, { tooLong: '每项说明最多 200 字' }).optional(),
  value: z.number().optional(),
  photos: photoNames.optional(),
});
export type Deviation = z.infer<typeof deviationSchema>;

/** Parts that were replaced. */
export const replacedPartSchema = z.object({
  name: requiredLine('部件名称', 40),
  serial: plainText(40, { tooLong: '编号最多 40 字' }).trim().default(''),
  num: z.number('请填写数量').int('数量须为整数').min(1, '数量至少为 1').max(99, '数量最多 99'),
});
