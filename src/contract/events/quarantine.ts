import * as z from 'zod';

/** Events of the stream `quarantine-<id>`: a device message that could not be taken, and who looked into it. */
export const quarantineEvents = {
  /** `repeatNum`: how often it had come when it was looked into; one that comes again is open again. */
  'quarantine.resolved': z.object({
    quarantineId: z.number().int().positive(),
    repeatNum: z.number().int().positive(),
    note: z.string(),
    /** The rescue that was opened, or joined, because of it. */
    rescueOrderId: z.number().int().positive().optional(),
  }),
} as const;
