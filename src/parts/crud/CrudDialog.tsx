import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { fieldErrorsOf } from '../../ui/form/applyServerErrors.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { FormFields } from '../../ui/form/FormFields.tsx';
import { valuesOf, type FormField } from '../../ui/form/formFields.ts';
import { refusedInput, useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { savedInput, takeUntouched } from './editedRow.ts';
import type { SaveQuestion } from './saveQuestion.ts';
import { useSaveQuestion } from './useSaveQuestion.tsx';

/** The row in the dialog, null for a new one, which begins with `initial`; `done` follows when the dialog closes. */
export interface EditedRow<Row> {
  readonly row: Row | null;
  readonly initial?: Readonly<Record<string, unknown>>;
  readonly done: () => void;
}

export interface CrudDialogProps<Row extends { readonly id: number; readonly version: number }> {
  title: string;
  row: Row | null;
  /** The values with which a new row begins. */
  initial?: Readonly<Record<string, unknown>> | undefined;
  fields: readonly FormField[];
  /** The save's input. */
  schema: z.ZodObject & z.ZodType<FieldValues, FieldValues>;
  columns: 1 | 2 | 3;
  /** In px. */
  maxWidth: number;
  /** The reason why it cannot be saved now. */
  blockedBecause?: string | null;
  onClose: () => void;
  onSave: (input: FieldValues) => Promise<void>;
  /** The schema of the call, than which the form's may be stricter. */
  callSchema: z.ZodType;
  /** Returns the question that is asked before it is saved; null for nothing. */
  questionOf?: (input: FieldValues) => Promise<SaveQuestion | null>;
  /** The row as it is now. */
  reloadRow: (id: number) => Promise<Row | null>;
  isConflict: (error: unknown) => boolean;
}

/**
 * A row's form. If someone else has saved meanwhile, untouched fields take the new values, and fields that both changed say so
 * and keep what was typed, and the next save writes over the version that is shown.
 */
export function CrudDialog<Row extends { readonly id: number; readonly version: number }>({
  title,
  row,
  initial,
  fields,
  schema,
  columns,
  maxWidth,
  blockedBecause = null,
  onClose,
  onSave,
  callSchema,
  questionOf,
  reloadRow,
  isConflict,
}: CrudDialogProps<Row>) {
  const [base, setBase] = useState(row);
  // Its id tells the schema that the row is not a new one.
  const form = useSchemaForm(schema, {
    ...valuesOf(fields, row ?? initial ?? null),
    ...(row === null ? {} : { id: row.id }),
  });
  const { dirtyFields } = form.formState;
  const { ask, dialog } = useSaveQuestion();

  const takeOver = async (id: number): Promise<void> => {
    const now = await reloadRow(id);
    if (now === null) return;
    setBase(now);
    takeUntouched(form, fields, dirtyFields, now);
  };

  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      form={form}
      fields={fields.map(({ name }) => name)}
      columns={columns}
      maxWidth={maxWidth}
      asksBeforeLoss
      blockedBecause={blockedBecause}
      askWhatElse={async (entered, refused) => {
        const input = await refusedInput(callSchema, savedInput(schema, fields, base, entered), refused);
        if (input !== undefined) await onSave(input);
      }}
      onSubmit={async (values) => {
        const input = savedInput(schema, fields, base, values);
        const question = (await questionOf?.(input)) ?? null;
        if (question !== null) await ask(question);
        try {
          await onSave(input);
        } catch (error) {
          if (base === null || !isConflict(error)) throw error;
          await takeOver(base.id);
          // Conflicts are shown beside their fields; the sentence is shown above the form.
          const both = fieldErrorsOf(error).filter(({ field }) => dirtyFields[field] !== undefined);
          const message = error instanceof Error ? error.message : '';
          throw Object.assign(new Error(message), { fieldErrors: [...both, { field: '', message }] });
        }
      }}
    >
      <FormFields control={form.control} fields={fields} row={base ?? initial ?? null} />
      {dialog}
    </FormDialog>
  );
}
