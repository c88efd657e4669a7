import { useEffect, useRef, type ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { CallError } from '../../../contract/call.ts';
import { focusInPage } from '../../../ui/focus/modalFocus.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { FormProblems } from '../../../ui/form/FormProblems.tsx';
import { useSubmit } from '../../../ui/form/useSchemaForm.ts';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import type { IconName } from '../../../ui/Icon/iconNames.ts';
import { IconButton } from '../../../ui/IconButton/IconButton.tsx';
import { Kbd } from '../../../ui/Kbd/Kbd.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import '../../../ui/theme/form.css';

/** Props that the desk passes to each step's form. */
export interface StepFormFrame {
  title: string;
  icon: IconName;
  /** The lifecycle moved on while the form was open: what was typed stays to be read. */
  isObsolete: boolean;
  onClose: () => void;
}

interface StepFormProps<Values extends FieldValues, Output> extends StepFormFrame {
  form: UseFormReturn<Values, unknown, Output>;
  fields: readonly FieldPath<Values>[];
  /** The field in which typing starts; the first field unless told. */
  focusField?: FieldPath<Values>;
  submitLabel: string;
  /** Rejects with a CallError: the form stays open, and shows the reason. */
  onSubmit: (output: Output) => Promise<void>;
  children: ReactNode;
}

/** The server names a field by its path in the body: `data.who`. */
const fieldOf = (name: string): string => name.replace(/^data\./, '');

/** One step of the rescue to fill in, beside everything else; never a dialog over it. */
export function StepForm<Values extends FieldValues, Output>({
  title,
  icon,
  isObsolete,
  onClose,
  form,
  fields,
  focusField,
  submitLabel,
  onSubmit,
  children,
}: StepFormProps<Values, Output>) {
  const { isSubmitting } = form.formState;
  const { setFocus } = form;
  const start = focusField ?? fields[0];
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const part = formRef.current;
    if (part === null) return;
    focusInPage(part, () => part.focus({ preventScroll: true }));
  }, []);
  const send = async (output: Output): Promise<void> => {
    try {
      await onSubmit(output);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      throw new CallError(
        error.kind,
        error.message,
        error.code,
        error.fieldErrors.map(({ field, message }) => ({ field: fieldOf(field), message })),
      );
    }
  };
  const { submit, problems } = useSubmit(form, fields, send, (error) => error instanceof CallError);
  return (
    <Panel
      title={title}
      icon={icon}
      actions={<IconButton size="small" icon="times" label={`收起${title}（Esc）`} onClick={onClose} />}
    >
      <form
        ref={formRef}
        tabIndex={-1}
        className="rc-form"
        aria-label={title}
        noValidate
        onFocus={({ target, currentTarget }) => {
          // The form library moves the cursor a moment later; a Ctrl+Enter pressed in that moment must not be lost. A
          // click beside the fields moves nothing.
          if (target === currentTarget && !target.matches(':active') && start !== undefined) setFocus(start);
        }}
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          // A key that is held down must not also confirm what its first press asks about.
          const isWanted = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
          if (isWanted && !isSubmitting && !isObsolete) void submit(event);
        }}
      >
        <div className="rc-form__fields">{children}</div>
        {/* Its own success may reach the page by push before the answer does. */}
        {isObsolete && !isSubmitting && (
          <p className="ti-form-error" role="alert">
            <Icon name="exclamation-circle" />
            <span>救援单的状态已变化，这一步不能再提交。请收起表单，按下方可进行的操作继续。</span>
          </p>
        )}
        <FormProblems problems={problems} />
        <div className="rc-form__buttons">
          <Button variant="primary" type="submit" isBusy={isSubmitting} disabled={isObsolete}>
            {submitLabel} <Kbd>Ctrl+Enter</Kbd>
          </Button>
          <Button onClick={onClose} disabled={isSubmitting}>
            收起 <Kbd>Esc</Kbd>
          </Button>
        </div>
      </form>
    </Panel>
  );
}
