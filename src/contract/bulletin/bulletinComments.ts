import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { monthText } from '../rows.ts';
import { plainText } from '../text.ts';
import { bulletinSectionTitles, type BulletinSection } from './bulletinContent.ts';

export const longestComment = 1_000;
const comment = plainText(longestComment, {
  tooLong: `评注最多 ${longestComment.toLocaleString('en-US')} 个字`,
}).default('');

/** A comment on each section; empty for none. */
export const bulletinComments = z.object({
  total: comment,
  region: comment,
  response: comment,
  site: comment,
  time: comment,
  cause: comment,
  age: comment,
  brand: comment,
  maintenance: comment,
}) satisfies z.ZodObject<Record<BulletinSection, typeof comment>>;
export type BulletinComments = z.output<typeof bulletinComments>;

/** The draft of a month's bulletin: its figures are counted when it is read, so only the comments are kept. */
export const bulletinFields = bulletinComments.extend({
  month: monthText,
  /** Null for the whole city. */
  area_id: z.number().int().positive().nullable(),
});
export type BulletinValues = z.output<typeof bulletinFields>;

/** Comments in the log. */
export const bulletinRows = defineRows({
  kind: 'bulletin',
  label: '救援月报评注',
  logged: bulletinFields,
  words: { month: '月份', ...bulletinSectionTitles },
});
