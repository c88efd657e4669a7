import { useState } from 'react';
import { exceptionStepSchema, type ExceptionStep } from '../../contract/endpoints/exception.ts';
import type { ExceptionDetail } from '../../contract/entities/exception.ts';
import { stepActions, type FormEvent } from '../../parts/exception/exceptionSteps.ts';
import { stepGone } from '../../parts/exception/stepWords.ts';
import { withOwnFields } from '../../parts/record/withOwnFields.ts';
import { placeOf } from '../../parts/rescue/rescuePresentation.ts';
import { FormFields } from '../../ui/form/FormFields.tsx';
import { valuesOf } from '../../ui/form/formFields.ts';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { stepDataSchema, stepForm, type StepFormContext } from './stepForms.tsx';

export interface StepDialogProps {
  row: ExceptionDetail;
  event: FormEvent;
  /** The lifecycle still allows it. */
  isOffered: boolean;
  context: Omit<StepFormContext, 'onBusy'>;
  onClose: () => void;
  /** Rejects with a CallError: the form stays, with what was typed. */
  onSubmit: (step: ExceptionStep) => Promise<void>;
}

/** The form of one step of an exception. */
export function StepDialog({ row, event, isOffered, context, onClose, onSubmit }: StepDialogProps) {
  const [isUploading, setUploading] = useState(false);
  const { intro, fields, submitLabel } = stepForm(event, row, { ...context, onBusy: setUploading });
  const form = useSchemaForm(stepDataSchema(event), valuesOf(fields, null), { omitsEmpty: true });
  const action = stepActions.find((candidate) => candidate.event === event);
  const blockedBecause = !isOffered ? stepGone : isUploading ? '照片正在上传，请稍候。' : null;
  return (
    <FormDialog
      title={`${action?.label ?? ''}：${row.tag}（${placeOf(row)}）`}
      isOpen
      onClose={onClose}
      form={form}
      fields={fields.map(({ name }) => name)}
      maxWidth={640}
      asksBeforeLoss
      submitLabel={submitLabel}
      submitVariant={action?.isDangerous === true ? 'danger' : 'primary'}
      blockedBecause={blockedBecause}
      onSubmit={async (data) => {
        try {
          await onSubmit(exceptionStepSchema.parse({ id: row.id, event, data }));
        } catch (error) {
          throw withOwnFields(error);
        }
      }}
    >
      {intro !== undefined && (
        <p className={action?.isDangerous === true || row.active ? 'exc-intro exc-intro--high' : 'exc-intro'}>
          <Icon name={action?.isDangerous === true || row.active ? 'exclamation-triangle' : 'info-circle'} />
          {intro}
        </p>
      )}
      <FormFields control={form.control} fields={fields} row={null} />
    </FormDialog>
  );
}
