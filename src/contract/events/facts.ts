import type * as z from 'zod';
import type { Actor } from './storedEvent.ts';

/** The schemas of one stream's events by type. */
export type FactSchemas = Readonly<Record<string, z.ZodType>>;

/**
 * An event as a lifecycle machine receives it: what happened, to whom it is due and when.
 * `receivedAtMs` is the server's clock: deadlines run from it, never from a device's clock.
 */
export type FactOf<Schemas extends FactSchemas> = {
  [Type in keyof Schemas & string]: {
    readonly type: Type;
    readonly data: z.infer<Schemas[Type]>;
    readonly actor: Actor;
    readonly atMs: number;
    readonly receivedAtMs: number;
  };
}[keyof Schemas & string];
