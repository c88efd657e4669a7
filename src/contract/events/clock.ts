import * as z from 'zod';

/**
 * Events of the stream `clock`. The server's calendar was moved by so much, ms, negative for back: what is open moves along
 * (decision 0019), so that deadlines count the time that passed. Events before it were written down by the calendar as it was.
 */
export const clockEvents = {
  'clock.stepped': z.object({ byMs: z.number().int() }),
} as const;
