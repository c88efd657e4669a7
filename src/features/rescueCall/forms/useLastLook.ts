import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { withoutEmpty } from '../../../ui/form/useSchemaForm.ts';

interface LastLookAt<Output> {
  /** The summary to confirm; null until it is asked for, and again after any change. */
  readonly text: string | null;
  /** The first time it asks; with the same values again it submits. */
  readonly submit: (output: Output) => Promise<void>;
}

/** Before a step that closes the order, its form shows in one sentence what will be kept, and asks once more. */
export function useLastLook<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  schema: z.ZodType<Output, Values>,
  describe: (output: Output) => string,
  onSubmit: (output: Output) => Promise<void>,
): LastLookAt<Output> {
  const [asked, setAsked] = useState<string | null>(null);
  const typed = schema.safeParse(withoutEmpty(form.watch()));
  const isAsking = asked !== null && typed.success && JSON.stringify(typed.data) === asked;
  return {
    text: isAsking ? describe(typed.data) : null,
    submit: async (output) => {
      const given = JSON.stringify(output);
      if (given === asked) return onSubmit(output);
      setAsked(given);
    },
  };
}
