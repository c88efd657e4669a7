import type * as z from 'zod';
import type { FieldErrors } from '../../src/contract/envelope.ts';

const mostErrors = 20;

/** At most twenty, each by the path of its field: `data.people`. */
export function toFieldErrors(error: z.core.$ZodError): FieldErrors['errors'] {
  return error.issues
    .slice(0, mostErrors)
    .map(({ path, message }) => ({ field: path.map(String).join('.').slice(0, 100), message }));
}
