import * as z from 'zod';
import { bulletinContent } from '../bulletin/bulletinContent.ts';
import { bulletinComments } from '../bulletin/bulletinComments.ts';
import { monthText } from '../rows.ts';

/**
 * Events of the streams `bulletinIssue-<month>.<region>`: a month's bulletin was frozen. Each is the next version of the one before, and
 * nothing changes or removes it.
 */
export const bulletinEvents = {
  'bulletin.frozen': z.object({
    month: monthText,
    /** Null for the whole city. */
    areaId: z.number().int().positive().nullable(),
    /** As the region was called then. */
    areaName: z.string(),
    version: z.number().int().positive(),
    content: bulletinContent,
    comments: bulletinComments,
    /** The last place of the log before the content was counted. */
    countedAt: z.number().int().min(0),
  }),
} as const;
export type FrozenBulletin = z.output<(typeof bulletinEvents)['bulletin.frozen']>;
