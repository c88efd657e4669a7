import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';

const isEmpty = (value: unknown): boolean => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** An emptied field says nothing, instead of an empty text or null: the contract's optional members are absent. */
function withoutEmpty<Values extends FieldValues>(values: Values): Values {
  const kept = { ...values };
  for (const name in kept) if (isEmpty(kept[name])) delete kept[name];
  return kept;
}

/** A form that validates with the contract's own schema of the step. */
export function useStepForm<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Output> {
  const resolve = zodResolver<Values, unknown, Output>(schema);
  return useForm<Values, unknown, Output>({
    resolver: (values, context, options) => resolve(withoutEmpty(values), context, options),
    defaultValues,
    mode: 'onTouched',
  });
}
