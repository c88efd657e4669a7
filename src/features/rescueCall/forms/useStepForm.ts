import { use, useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { useSchemaForm } from '../../../ui/form/useSchemaForm.ts';
import { StepDraftContext } from './DraftContext.ts';

/** A form that validates with the contract's own schema of the step, and begins with what was typed before. */
export function useStepForm<Values extends FieldValues, Output extends FieldValues>(
  schema: z.ZodType<Output, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Output> {
  const draft = use(StepDraftContext);
  const [typed] = useState(() => draft?.read() ?? {});
  const form = useSchemaForm(schema, Object.assign({}, defaultValues, typed), { omitsEmpty: true });
  const { watch } = form;
  useEffect(() => {
    if (draft === null) return;
    const keeping = watch((values) => draft.keep(values));
    return () => keeping.unsubscribe();
  }, [draft, watch]);
  return form;
}
