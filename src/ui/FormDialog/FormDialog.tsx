import { useId, useState, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../Button/Button.tsx';
import { Dialog } from '../Dialog/Dialog.tsx';
import { applyServerErrors, fieldErrorsOf } from '../form/applyServerErrors.ts';
import { Icon } from '../Icon/Icon.tsx';
import '../form/form.css';

export interface FormDialogProps<Values extends FieldValues, Output> {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** From `useForm`, with the command's own schema as resolver. */
  form: UseFormReturn<Values, unknown, Output>;
  /**
   * Does it. Resolve when it is done (the caller closes the dialog); reject to keep dialog and input. The field
   * messages that an error carries (see `fieldErrorsOf`) land beside the fields.
   */
  onSubmit: (values: Output) => Promise<void>;
  /** The fields that it draws, for the server's messages. */
  fields: readonly FieldPath<Values>[];
  children: ReactNode;
  submitLabel?: string;
  cancelLabel?: string;
  /** False for a form that must be answered: only its own buttons lead on. */
  hasCloseButton?: boolean;
  columns?: 1 | 2 | 3;
  maxWidth?: number;
}

/** What to say above the form about a failed save: the words of the error, else a way on. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : '保存失败，请稍后重试';
}

/** A form in a persistent dialog. What was typed stays until it is saved or cancelled. */
export function FormDialog<Values extends FieldValues, Output>({
  title,
  isOpen,
  onClose,
  form,
  onSubmit,
  fields,
  children,
  submitLabel = '保存',
  cancelLabel = '取消',
  hasCloseButton = true,
  columns = 1,
  maxWidth = 600,
}: FormDialogProps<Values, Output>) {
  const formId = useId();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const { isSubmitting } = form.formState;
  const save = form.handleSubmit(async (values) => {
    setProblems([]);
    try {
      await onSubmit(values);
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error);
      setProblems(fieldErrors.length > 0 ? applyServerErrors(fieldErrors, form.setError, fields) : [messageOf(error)]);
    }
  });
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isPersistent
      hasCloseButton={hasCloseButton}
      maxWidth={maxWidth}
      onClose={() => {
        if (!isSubmitting) onClose();
      }}
      footer={
        <>
          <Button onClick={onClose} disabled={isSubmitting}>
            {cancelLabel}
          </Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} className="ti-form" style={{ '--form-columns': columns }} noValidate onSubmit={(event) => void save(event)}>
        {children}
      </form>
      {problems.length > 0 && (
        <div className="ti-form-error" role="alert">
          <Icon name="exclamation-circle" />
          <span>{problems.join('；')}</span>
        </div>
      )}
    </Dialog>
  );
}
