import type { FieldValues } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type * as z from 'zod';
import { exceptionStepSchema } from '../../contract/endpoints/exception.ts';
import type { ExceptionDetail, FaultCause } from '../../contract/entities/exception.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { FormEvent } from '../../parts/exception/exceptionSteps.ts';
import { stepWords, type StepWords } from '../../parts/exception/stepWords.ts';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import type { UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { custom, select, textArea, type FormField } from '../../ui/form/formFields.ts';
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

const stopChoices = [
  { value: true, label: '是' },
  { value: false, label: '否' },
  { value: '', label: '未登记' },
] as const;

/** Tells the answer that counts if the person does not say. */
function stopHint({ stops_car: isStopped }: ExceptionDetail): string {
  if (isStopped === null) return '按消息码与现象无法判断，未登记则不计入停梯时间';
  return `未登记时按消息码与现象计为${isStopped ? '停梯' : '未停梯'}`;
}

/** The fields that a step has before its reason or remark. */
function fieldsBefore(event: FormEvent, row: ExceptionDetail, context: StepFormContext): readonly FormField[] {
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
        custom('stopsCar', '是否停梯', {
          emptyValue: '',
          render: (control) => (
            <ChoiceField<FieldValues, boolean | ''>
              control={control}
              name="stopsCar"
              label="是否停梯"
              columns={3}
              choices={stopChoices}
              hint={stopHint(row)}
            />
          ),
        }),
        ...(row.rescues.length === 0
          ? []
          : [
              select('rescueOrderId', '造成的困人', {
                hint: '选定后，该救援单未填的具体原因按本次故障原因统计',
                options: row.rescues.map(({ id, created_at: at, trigger_label: trigger }) => ({
                  value: id,
                  label: `救援单 ${id}`,
                  detail: `${toDisplayTime(at).slice(5, 16)} ${trigger}`,
                })),
              }),
            ]),
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
    fields: [...fieldsBefore(event, row, context), label === undefined ? note(needsRemark) : reason(label)],
  };
}

/** The schema of a step's own data, as the call takes it. */
export function stepDataSchema(event: FormEvent): z.ZodType<FieldValues, FieldValues> {
  const option = exceptionStepSchema.options.find(({ shape }) => shape.event.value === event);
  if (option === undefined) throw new Error(`the call knows no step ${event}`);
  return option.shape.data;
}
