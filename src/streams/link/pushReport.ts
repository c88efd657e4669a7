import * as z from 'zod';
import { consoleFrameSchema, type ServerFrame } from '../../contract/push.ts';
import { resumePointSchema } from '../../contract/resumePoint.ts';

/** A report of the push link: its state, and what came through it. */
export const pushReportSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('link'),
    state: z.enum(['connecting', 'live', 'stale', 'waiting', 'refused', 'closed']),
    sinceMs: z.number(),
    /** While waiting: when it will be retried. */
    retryInMs: z.number().optional(),
    /** With `refused`: this page had to give way to a newer one of the same user, whose session continues. */
    isCrowdedOut: z.boolean().optional(),
  }),
  /** The socket is open and the first frame is sent; `live` follows with the first answer. */
  z.object({ kind: z.literal('opened') }),
  /** A batch of frames, in order. Already parsed by the worker, which belongs to the same build: not parsed again here. */
  z.object({ kind: z.literal('frames'), frames: z.custom<readonly ServerFrame[]>(Array.isArray) }),
  z.object({ kind: z.literal('malformed'), problem: z.string() }),
]);
export type PushReport = z.infer<typeof pushReportSchema>;

/** Commands to the push link while it runs. */
const pushCommandSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('console'), state: consoleFrameSchema.shape.console }),
  z.object({ kind: z.literal('reconnect') }),
  /** The sign-in was renewed: from now on this is the first frame, on a new connection immediately. */
  z.object({ kind: z.literal('renew'), hello: z.string() }),
  z.object({ kind: z.literal('close') }),
]);
export type PushCommand = z.infer<typeof pushCommandSchema>;

/** The address, the session and the starting point of a connection. */
const pushTargetSchema = z.object({
  url: z.string(),
  /** `<user id>@<fragment>`, the specification's first frame. */
  hello: z.string(),
  resume: resumePointSchema.nullable(),
});
export type PushTarget = z.infer<typeof pushTargetSchema>;

/** From the page to the worker; `open` comes first and once. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), target: pushTargetSchema }),
  z.object({ kind: z.literal('command'), command: pushCommandSchema }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;
