import * as z from 'zod';

/** The stream of the synthetic call. It is about no lift, so that no statistic, list or recording knows it. */
export const probeStream = 'probe';

/** Events of the stream `probe`: the synthetic call has come from a device's connection to the log. */
export const probeEvents = {
  'probe.sent': z.object({
    probeId: z.string().min(8).max(64),
    /** The time at which it left, by the server's calendar. */
    sentAtMs: z.number().int(),
  }),
} as const;
