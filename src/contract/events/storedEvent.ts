import * as z from 'zod';

/** The author of an event, as they were at that moment. */
export const actorSchema = z.object({
  kind: z.enum(['user', 'device', 'system', 'simulator']),
  id: z.union([z.number(), z.string()]),
  name: z.string(),
  roleType: z.number().int().optional(),
  /** The name of the user's role then (调度员); absent in events stored before actors carried it. */
  role: z.string().optional(),
  /** A user's right to decide about calls that others have (`rescue.supervise`); absent in events stored before actors carried it. */
  supervises: z.boolean().optional(),
});
export type Actor = z.infer<typeof actorSchema>;

/** An event as the log keeps it. `data` is parsed by the schema of its type after upcasting. */
const storedEventSchema = z.object({
  position: z.number().int().positive(),
  stream: z.string(),
  version: z.number().int().positive(),
  type: z.string(),
  data: z.unknown(),
  actor: actorSchema,
  /** By the reporter's clock, epoch ms. */
  atMs: z.number().int(),
  /** By the server's clock when it was committed, epoch ms; deadlines run from here. */
  receivedAtMs: z.number().int(),
  messageId: z.string().optional(),
  causationPosition: z.number().int().optional(),
  correlationId: z.string().optional(),
  prevHash: z.string(),
  hash: z.string(),
});
export type StoredEvent = z.infer<typeof storedEventSchema>;
