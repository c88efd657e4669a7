import type { FieldValues } from 'react-hook-form';
import type { Observable } from 'rxjs';
import type * as z from 'zod';
import { exceptionStepSchema } from '../../contract/endpoints/exception.ts';
import type { ExceptionDetail, FaultCause } from '../../contract/entities/exception.ts';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import type { UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { custom, textArea, type FormField } from '../../ui/form/formFields.ts';
import { CauseField } from './CauseField.tsx';
import type { FormEvent } from './exceptionSteps.ts';
import { PartsField } from './PartsField.tsx';

/** The context of the forms in addition to the row. */
export interface StepFormContext {
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  /** Null for users who may not upload, who get no photo field. */
  readonly upload: UploadPhoto | null;
  /** Photos are being uploaded. */
  readonly onBusy: (isBusy: boolean) => void;
}

export interface StepForm {
  /** The consequence of the step, or what must be known before it. */
  readonly intro?: string;
  readonly fields: readonly FormField[];
  readonly submitLabel: string;
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

/** The fields of a step. The call's schema validates them. */
export function stepForm(event: FormEvent, row: ExceptionDetail, context: StepFormContext): StepForm {
  switch (event) {
    case 'fault.repaired':
      return {
        submitLabel: '登记修复',
        ...(row.active ? { intro: '设备仍在报告该故障。登记后等待设备消除；若继续报告，请在备注中说明。' } : {}),
        fields: [
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
          note(),
        ],
      };
    case 'fault.confirmed':
      return {
        submitLabel: '确认恢复',
        ...(row.active ? { intro: '设备仍在报告该故障。如已在现场确认恢复，请填写说明。' } : {}),
        fields: [note(row.active)],
      };
    case 'fault.reopened':
      return {
        submitLabel: '重新打开',
        intro: '重新打开后回到待受理，原来的修复记录保留在时间线中。',
        fields: [reason('重新打开的原因')],
      };
    case 'fault.judgedFalse':
    case 'scooter.judgedFalse':
      return { submitLabel: '判定误报', fields: [reason('误报原因')] };
    case 'scooter.removed':
      return {
        submitLabel: '登记移出',
        ...(row.door_held ? { intro: '梯门仍由摄像机保持，移出后还须恢复运行。' } : {}),
        fields: [...photos('现场照片', context), note()],
      };
    case 'scooter.released':
      return { submitLabel: '恢复运行', fields: [note()] };
    case 'scooter.remotelyReleased':
      return {
        submitLabel: '远程解除',
        intro: '解除后梯门立即关闭，电梯恢复运行。请先通过视频或对讲确认轿厢内没有电动车。',
        fields: [reason('远程解除的原因')],
      };
    case 'incident.closed':
      return { submitLabel: '关闭事件', fields: [note()] };
  }
}

/** The schema of a step's own data, as the call takes it. */
export function stepDataSchema(event: FormEvent): z.ZodType<FieldValues, FieldValues> {
  const option = exceptionStepSchema.options.find(({ shape }) => shape.event.value === event);
  if (option === undefined) throw new Error(`the call knows no step ${event}`);
  return option.shape.data;
}
