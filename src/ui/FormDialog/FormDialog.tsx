import { useId, useState, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { Button } from '../Button/Button.tsx';
import { Dialog } from '../Dialog/Dialog.tsx';
import { ConfirmDialog } from '../ConfirmDialog/ConfirmDialog.tsx';
import { FormProblems } from '../form/FormProblems.tsx';
import { useSubmit, type AskWhatElse } from '../form/useSchemaForm.ts';
import '../theme/form.css';

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
  /** For a form whose server knows more: see `useSubmit`. */
  askWhatElse?: AskWhatElse<Values> | undefined;
  /** The fields that it draws, for the server's messages. */
  fields: readonly FieldPath<Values>[];
  children: ReactNode;
  submitLabel?: string;
  /** `danger` for what cannot be undone. */
  submitVariant?: 'primary' | 'danger';
  /** The reason why it can no longer be sent, and what to do instead; what was typed stays to be read. */
  blockedBecause?: string | null;
  cancelLabel?: string;
  /** False for a form that must be answered: only its own buttons lead on. */
  hasCloseButton?: boolean;
  columns?: 1 | 2 | 3;
  /** Asks before it closes over something that was typed. */
  asksBeforeLoss?: boolean;
  maxWidth?: number;
}

/** A form in a persistent dialog. What was typed stays until it is saved or cancelled; Escape closes it as long as nothing was. */
export function FormDialog<Values extends FieldValues, Output>({
  title,
  isOpen,
  onClose,
  form,
  onSubmit,
  askWhatElse,
  fields,
  children,
  submitLabel = '保存',
  submitVariant = 'primary',
  blockedBecause = null,
  cancelLabel = '取消',
  hasCloseButton = true,
  columns = 1,
  maxWidth = 600,
  asksBeforeLoss = false,
}: FormDialogProps<Values, Output>) {
  const formId = useId();
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);
  const { isSubmitting, isDirty } = form.formState;
  const { submit, problems } = useSubmit(form, fields, onSubmit, undefined, askWhatElse);
  const leave = (): void => {
    if (isSubmitting) return;
    if (asksBeforeLoss && isDirty) setAskingToDiscard(true);
    else onClose();
  };
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      isPersistent
      closesOnEscape={hasCloseButton && (asksBeforeLoss || !isDirty)}
      hasCloseButton={hasCloseButton}
      maxWidth={maxWidth}
      onClose={leave}
      footer={
        <>
          {/* Beside the button that was pressed: below a long form no one would see it. Its own success may reach the page by push
              before the answer does. */}
          <div className="ti-dialog__problems">
            <FormProblems problems={blockedBecause === null || isSubmitting ? problems : [blockedBecause]} />
          </div>
          <Button onClick={leave} disabled={isSubmitting}>
            {cancelLabel}
          </Button>
          <Button
            variant={submitVariant}
            type="submit"
            form={formId}
            isBusy={isSubmitting}
            disabled={blockedBecause !== null && !isSubmitting}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="ti-form"
        style={{ '--form-columns': columns }}
        noValidate
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || isSubmitting) return;
          if (blockedBecause !== null) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        {children}
      </form>
      {isAskingToDiscard && (
        <ConfirmDialog
          isOpen
          title="放弃修改"
          objectName={title}
          message="已填写的内容尚未保存，关闭后不能恢复。"
          confirmLabel="放弃修改"
          cancelLabel="继续填写"
          tone="danger"
          onConfirm={onClose}
          onCancel={() => setAskingToDiscard(false)}
        />
      )}
    </Dialog>
  );
}
