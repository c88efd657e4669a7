import type { FieldValues } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type * as z from 'zod';
import { exceptionStepSchema } from '../../contract/endpoints/exception.ts';
import type { ExceptionDetail, FaultCause } from '../../contract/entities/exception.ts';
import type { FormEvent } from '../../parts/exception/exceptionSteps.ts';
import { stepWords, type StepWords } from '../../parts/exception/stepWords.ts';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import type { UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { custom, textArea, type FormField } from '../../ui/form/formFields.ts';
import { CauseField } from './CauseField.tsx';
import { PartsField } from './PartsField.tsx';

/** The context of the forms in addition to the row. */
export interface StepFormContext {
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  /** Null for users who may not upload, who get no photo field. */
  readonly upload: UploadPhoto | null;
  /** Photos are being uploaded. */
  readonly onBusy: (isBusy: boolean) => void;
}

export interface StepForm extends Pick<StepWords, 'intro' | 'submitLabel'> {
  readonly fields: readonly FormField[];
}

const note = (isRequired = false): FormField =>
  textArea('note', isRequired ? '说明' : '备注', {
    maxLength: 500,
    isWide: true,
    ...(isRequired ? { isRequired } : {}),
  });
const reason = (label: string): FormField =>
  textArea('reason', label, { maxLength: 500, isRequired: true, isWide: true, hint: '至少 2 个字' });
const photos = (label: string, { upload, onBusy }: StepFormContext): readonly FormField[] =>
  upload === null
    ? []
    : [
        custom('photos', label, {
          emptyValue: [],
          isWide: true,
          render: (control) => (
            <PhotosField control={control} name="photos" label={label} upload={upload} onBusy={onBusy} />
          ),
        }),
      ];

/** The fields that a step has before its reason or remark. */
function fieldsBefore(event: FormEvent, context: StepFormContext): readonly FormField[] {
  switch (event) {
    case 'fault.repaired':
      return [
        custom('cause', '故障原因', {
          emptyValue: null,
          isWide: true,
          render: (control) => <CauseField control={control} causes$={context.causes$} />,
        }),
        custom('parts', '更换部件', {
          emptyValue: [],
          isWide: true,
          render: (control) => <PartsField control={control} />,
        }),
        ...photos('修复照片', context),
      ];
    case 'scooter.removed':
      return photos('现场照片', context);
    default:
      return [];
  }
}

/** The fields of a step. The call's schema validates them. */
export function stepForm(event: FormEvent, row: ExceptionDetail, context: StepFormContext): StepForm {
  const { reason: label, needsRemark = false, ...words } = stepWords(event, row);
  return {
    ...words,
    fields: [...fieldsBefore(event, context), label === undefined ? note(needsRemark) : reason(label)],
  };
}

/** The schema of a step's own data, as the call takes it. */
export function stepDataSchema(event: FormEvent): z.ZodType<FieldValues, FieldValues> {
  const option = exceptionStepSchema.options.find(({ shape }) => shape.event.value === event);
  if (option === undefined) throw new Error(`the call knows no step ${event}`);
  return option.shape.data;
}
