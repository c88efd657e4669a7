import * as z from 'zod';
import { pushEventSchema, pushedFactSchema, serverFrameSchema } from './push.ts';
import { toldOfAlarm } from './streamChange.ts';

/**
 * Kinds of pushes that tell clients up to version 1.5, whose first frame does not ask for `streams`, that a record moved on: a kind for each
 * sort of record instead of `stream.changed`. They are served as before; a lifecycle that came later has no kind for them.
 */
const olderChanges = [
  z.object({
    kind: z.literal('rescue.changed'),
    orderId: z.number(),
    elevatorId: z.number(),
    type: z.string(),
    fact: pushedFactSchema.optional(),
  }),
  z.object({
    kind: z.literal('alarm.changed'),
    alarmId: z.number(),
    elevatorId: z.number(),
    type: z.string(),
    raised: toldOfAlarm.optional(),
  }),
  z.object({
    kind: z.literal('device.changed'),
    deviceKey: z.string(),
    elevatorId: z.number(),
    status: z.number(),
    flapping: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('exception.changed'),
    exceptionId: z.number(),
    type: z.literal([2, 3, 4]),
    elevatorId: z.number(),
    event: z.string(),
  }),
  z.object({
    kind: z.literal('notification.changed'),
    notificationId: z.number(),
    rescueOrderId: z.number().nullable(),
    elevatorId: z.number().nullable(),
    event: z.string(),
  }),
] as const;

/** An event of a push in the form of any client of ours. */
export const anyPushEventSchema = z.discriminatedUnion('kind', [...pushEventSchema.options, ...olderChanges]);
export type AnyPushEvent = z.infer<typeof anyPushEventSchema>;

/** A frame to any client of ours. */
export const anyServerFrameSchema = serverFrameSchema.extend({ event: anyPushEventSchema.optional() });
export type AnyServerFrame = z.infer<typeof anyServerFrameSchema>;
