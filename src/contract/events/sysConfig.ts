import * as z from 'zod';

/** Events of the stream `config`: each change of a setting, with before and after. */
export const configEvents = {
  'config.changed': z.object({
    changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })).min(1),
  }),
} as const;
