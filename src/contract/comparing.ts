import type * as z from 'zod';
import type { FieldErrors } from './envelope.ts';

/**
 * Finds what is wrong with fields in combination. `sound` has the fields that fit their own schemas, parsed; `entered` has all of
 * them, those that do not fit as they were entered.
 */
export type Compare<Output> = (
  sound: Partial<Output>,
  entered: Readonly<Record<string, unknown>>,
) => FieldErrors['errors'] | Promise<FieldErrors['errors']>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The schema with a comparison that runs in the same round as the fields' own checks, so that a form marks at once all that is wrong:
 * a plain refinement of an object waits until every single field fits. A field that does not fit gets no second message. A schema whose
 * comparison answers a promise can only be parsed asynchronously, as forms do.
 */
export function comparing<Schema extends z.ZodObject>(schema: Schema, compare: Compare<z.output<Schema>>): Schema {
  return schema.superRefine(
    (value, context) => {
      const wrong = new Set(context.issues.map(({ path }) => String(path?.[0])));
      const sound: Partial<z.output<Schema>> = { ...value };
      for (const name of wrong) Reflect.deleteProperty(sound, name);
      const add = (found: FieldErrors['errors']): void => {
        for (const { field, message } of found)
          if (!wrong.has(field)) context.addIssue({ code: 'custom', path: [field], message });
      };
      const found = compare(sound, value);
      return found instanceof Promise ? found.then(add) : add(found);
    },
    { when: ({ value }) => isObject(value) },
  );
}
