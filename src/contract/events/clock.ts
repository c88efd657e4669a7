import * as z from 'zod';

/**
 * Events of the stream `clock`. The server's calendar was moved by this many ms, negative for back: everything open moves with it
 * (decision 0019), so that deadlines count the time that passed. Events before it were written down by the calendar as it was.
 */
export const clockEvents = {
  'clock.stepped': z.object({ byMs: z.number().int() }),
} as const;
