import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { Button } from '../../ui/Button/Button.tsx';
import { FormFields } from '../../ui/form/FormFields.tsx';
import { valuesOf, type FormField } from '../../ui/form/formFields.ts';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { useSchemaForm, useSubmit } from '../../ui/form/useSchemaForm.ts';

interface SetupFormProps {
  /** The fields' own rules: those of the call that takes them. */
  schema: z.ZodType<FieldValues, FieldValues>;
  fields: readonly FormField[];
  initial: Readonly<Record<string, unknown>>;
  submitLabel: string;
  /** Rejects to keep what was typed, with the server's words beside the fields. */
  onSubmit: (values: FieldValues) => Promise<void>;
}

/** A step's few fields on the page itself. */
export function SetupForm({ schema, fields, initial, submitLabel, onSubmit }: SetupFormProps) {
  const form = useSchemaForm(schema, valuesOf(fields, initial));
  const names = fields.map(({ name }) => name);
  const { submit, problems } = useSubmit(form, names, onSubmit);
  return (
    <form className="setup-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="ti-form" style={{ '--form-columns': 2 }}>
        <FormFields control={form.control} fields={fields} row={initial} />
      </div>
      <FormProblems problems={problems} />
      <Button variant="primary" type="submit" isBusy={form.formState.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
