import * as z from 'zod';
import { responsibleSchema } from './responsible.ts';

/** Events of the stream `notice-<source>`: a platform notice (auto-action 7) to named people. */
export const noticeEvents = {
  'notice.raised': z.object({
    title: z.string(),
    detail: z.string(),
    /** 0 for those who answer; 1 and up for the levels of the escalation ladder. */
    level: z.number().int().min(0),
    rescueOrderId: z.number().int().positive().nullable(),
    elevatorId: z.number().int().positive().nullable(),
    /** The fault, scooter or incident that it is about. */
    exceptionId: z.number().int().positive().optional(),
    /** The consoles of those who answer for the lift ring, under the title of the rule. */
    ring: z
      .object({
        title: z.string(),
        tag: z.string(),
        addr: z.string(),
        alarmId: z.number().int().positive().nullable(),
        alarmKind: z.string(),
        priority: z.literal([1, 2, 3]),
        responsible: responsibleSchema,
      })
      .optional(),
    /** Each gets one row; the same event never notifies a person twice. */
    userIds: z.array(z.number().int().positive()).min(1),
  }),
  'notice.read': z.object({ noticeIds: z.array(z.number().int().positive()) }),
} as const;

/** A recipient's row is named by the event and the place in its list, so that a rebuild gives the same ids. Clients get it sealed. */
export const noticeIdOf = (position: number, recipientIndex: number): number => position * 1_000 + recipientIndex;
export const mostRecipients = 1_000;
