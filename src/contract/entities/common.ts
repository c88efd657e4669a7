import * as z from 'zod';

export const statusIndexSchema = z.literal([0, 1, 2, 3]);

/** A company as a detail shows it: property or maintenance. */
export const companyContactSchema = z.object({
  id: z.number(),
  name: z.string(),
  contact_mobile: z.string(),
  /** Answered day and night; empty if none is recorded, absent from older servers. See `companyLines`. */
  duty_phone: z.string().optional(),
  address: z.string(),
});
export const personRefSchema = z.object({ id: z.number(), name: z.string() });
