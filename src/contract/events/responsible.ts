import * as z from 'zod';

/** The organisations responsible for the lift at the moment of an event, so that later edits of base data change no record. */
export const responsibleSchema = z.object({
  communityId: z.number(),
  communityName: z.string(),
  areaId: z.number(),
  fullArea: z.string(),
  propertyId: z.number().nullable(),
  propertyName: z.string(),
  maintenanceId: z.number().nullable(),
  maintenanceName: z.string(),
  brandId: z.number().nullable(),
  brandName: z.string(),
});
export type Responsible = z.infer<typeof responsibleSchema>;
