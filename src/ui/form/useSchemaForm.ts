import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { applyServerErrors, fieldErrorsOf } from './applyServerErrors.ts';

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** An emptied field is left out, instead of sending an empty text or null: the contract's optional members are absent. */
export function withoutEmpty<Values extends FieldValues>(values: Values): Values {
  const kept = { ...values };
  for (const name in kept) if (isEmpty(kept[name])) delete kept[name];
  return kept;
}

/** What stands in a number field is text: it is not missing, so the schema's words for a missing number do not fit. */
export const notANumber = '须为数字';

/** Puts those words where a value is NaN, as `NumberField` keeps what is no number. Lists of rows are looked through too. */
function withNumberWords(errors: object, values: unknown): void {
  for (const [name, error] of Object.entries(errors)) {
    const value: unknown = typeof values === 'object' && values !== null ? Reflect.get(values, name) : undefined;
    if (typeof error !== 'object' || error === null) continue;
    if (typeof value === 'number' && Number.isNaN(value)) Object.assign(error, { message: notANumber });
    else if (typeof value === 'object' && value !== null) withNumberWords(error, value);
  }
}

export interface SchemaFormOptions {
  /** Leaves out what was emptied, where the schema's optional members must be absent. */
  readonly omitsEmpty?: boolean;
}

/** A form that validates with the call's own schema, first when a field is left. */
export function useSchemaForm<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
  { omitsEmpty = false }: SchemaFormOptions = {},
): UseFormReturn<Values, unknown, Output> {
  const resolve = zodResolver<Values, unknown, Output>(schema);
  const resolver: typeof resolve = async (values, context, options) => {
    const result = await resolve(omitsEmpty ? withoutEmpty(values) : values, context, options);
    withNumberWords(result.errors, values);
    return result;
  };
  return useForm<Values, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onTouched',
  });
}

/** The message above the form about a failed save: the error's, otherwise a hint on what to do. */
const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : '保存失败，请稍后重试';

/**
 * Submitting a form, the same everywhere: what the server says of a field stands beside it, the rest above the form (`problems`),
 * and nothing that was typed is lost. An error that is not `isExpected` is a fault of ours and is thrown on to the fault reporter.
 */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  onSubmit: (values: Output) => Promise<void>,
  isExpected: (error: unknown) => boolean = () => true,
) {
  const [problems, setProblems] = useState<readonly string[]>([]);
  const submit = form.handleSubmit(async (values) => {
    setProblems([]);
    try {
      await onSubmit(values);
    } catch (error) {
      if (!isExpected(error)) throw error;
      const fieldErrors = fieldErrorsOf(error);
      const unplaced = applyServerErrors(fieldErrors, form.setError, fields);
      setProblems(fieldErrors.length > 0 ? unplaced : [messageOf(error)]);
    }
  });
  return { submit, problems };
}
