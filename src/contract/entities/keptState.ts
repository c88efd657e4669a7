import * as z from 'zod';

/** XState's value of a state: a name, or the names by region or parent. */
export type KeptValue = string | { readonly [name: string]: KeptValue | undefined };
export const keptValueSchema: z.ZodType<KeptValue> = z.lazy(() =>
  z.union([z.string(), z.record(z.string(), keptValueSchema)]),
);

/**
 * A lifecycle's state as a row carries it: the machine's own JSON after `version` events of the stream. A client restores it, applies the
 * facts that pushes bring, and asks the same machine as the server.
 */
export const keptStateSchema = z.object({
  version: z.number().int().positive(),
  value: keptValueSchema,
  context: z.record(z.string(), z.unknown()),
});
export type KeptState = z.infer<typeof keptStateSchema>;
