import * as z from 'zod';
import { brandFields } from '../endpoints/brand.ts';
import { personFields } from '../endpoints/person.ts';

/**
 * A row of base data as an editor changed it: null before it was created and after it was removed. Telephone numbers are masked,
 * because the log is kept forever. `isUnversioned`: an old client saved without saying which version it had read.
 */
const rowChanged = <Fields extends z.ZodObject>(fields: Fields) =>
  z.object({ id: z.number().int().positive(), before: fields.nullable(), after: fields.nullable(), isUnversioned: z.boolean().optional() });

/** Mobile numbers of people stand masked in the log. */
const maskedPerson = personFields.extend({ mobile: z.string() });

/** Events of the streams `brand-<id>` and `person-<id>`. */
export const baseDataEvents = {
  'brand.changed': rowChanged(brandFields),
  'person.changed': rowChanged(maskedPerson),
} as const;
export type BaseDataEventType = keyof typeof baseDataEvents;
