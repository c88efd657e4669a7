import * as z from 'zod';

const version = z.number().int().positive();

/** Events of the stream `secret-<device key>`: which version of its secret a device must show. The secret itself is in no event. */
export const deviceSecretEvents = {
  'deviceSecret.renewed': z.object({
    deviceKey: z.string(),
    /** Absent where an old client gave none. */
    reason: z.string().optional(),
    before: z.object({ secretVersion: version }),
    after: z.object({ secretVersion: version }),
  }),
} as const;
