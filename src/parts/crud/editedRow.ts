import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { valuesOf, type FormField } from '../../ui/form/formFields.ts';

interface ListedRow {
  readonly id: number;
  readonly version: number;
}

/**
 * Returns the input of a save: the form's values over the row as the editor read it, so that a member of the schema that has no field keeps
 * its value instead of taking the schema's default. A new row (`base` is null) takes the defaults.
 */
export function savedInput(
  schema: z.ZodObject,
  fields: readonly FormField[],
  base: ListedRow | null,
  values: FieldValues,
): FieldValues {
  if (base === null) return values;
  const shown = new Set<string>(fields.map(({ name }) => name));
  const kept = Object.entries(base).filter(([name]) => Object.hasOwn(schema.shape, name) && !shown.has(name));
  const typed = Object.entries(values).filter(([name]) => shown.has(name));
  return { ...Object.fromEntries([...kept, ...typed]), id: base.id, version: base.version };
}

/** The fields that were left alone take the values of `now`; those that were changed keep what was typed. */
export function takeUntouched(
  form: Pick<UseFormReturn, 'setValue' | 'resetField'>,
  fields: readonly FormField[],
  dirtyFields: Readonly<Record<string, unknown>>,
  now: object,
): void {
  for (const [name, value] of Object.entries(valuesOf(fields, now))) {
    if (dirtyFields[name] !== undefined) continue;
    // An empty list of rows is not registered, and resetting it does nothing.
    form.setValue(name, value);
    form.resetField(name, { defaultValue: value });
  }
}
