import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { useSchemaForm } from '../../../ui/form/useSchemaForm.ts';

/** A form that validates with the contract's own schema of the step. */
export const useStepForm = <Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Output> => useSchemaForm(schema, defaultValues, { omitsEmpty: true });
