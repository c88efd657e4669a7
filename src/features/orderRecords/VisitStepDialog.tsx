import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { visitStepSchema, type VisitStep } from '../../contract/endpoints/visit.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import { withOwnFields } from '../../parts/record/withOwnFields.ts';
import { FormFields } from '../../ui/form/FormFields.tsx';
import { custom, date, text, textArea, valuesOf, type FormField } from '../../ui/form/formFields.ts';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { SignatureField } from './SignatureField.tsx';
import { nameOf } from './visitLook.ts';
import type { VisitSources } from './visitSources.ts';
import { labelOf, type DeskStep } from './visitSteps.ts';
import { WorkersField } from './WorkersField.tsx';

interface VisitStepDialogProps {
  row: VisitDetail;
  event: DeskStep;
  /** The lifecycle still allows it. */
  isOffered: boolean;
  sources: Pick<VisitSources, 'upload' | 'workers' | 'step'>;
  onClose: () => void;
  onDone: () => void;
}

interface StepForm {
  readonly intro: string;
  readonly fields: readonly FormField[];
}

const remark = (label: string, isRequired = false): FormField =>
  textArea(label === '备注' ? 'note' : 'reason', label, {
    maxLength: 500,
    isWide: true,
    ...(isRequired ? { isRequired, hint: '至少 2 个字' } : {}),
  });

function photosOf(
  label: string,
  upload: VisitSources['upload'],
  onBusy: (isBusy: boolean) => void,
): readonly FormField[] {
  if (upload === null) return [];
  return [
    custom('photos', label, {
      emptyValue: [],
      isWide: true,
      render: (control) => (
        <PhotosField control={control} name="photos" label={label} upload={upload} onBusy={onBusy} />
      ),
    }),
  ];
}

function stepForm(
  event: DeskStep,
  row: VisitDetail,
  { upload, workers }: Pick<VisitSources, 'upload' | 'workers'>,
  onBusy: (isBusy: boolean) => void,
): StepForm {
  switch (event) {
    case 'visit.assigned':
      return {
        intro: `需要 ${row.workers_needed} 名维保人员；计划日期不能晚于到期日 ${row.due_on ?? ''}。`,
        fields: [
          custom('person_ids', '维保人员', {
            emptyValue: [],
            isWide: true,
            render: (control) => (
              <WorkersField
                control={control}
                name="person_ids"
                companyId={row.maintenance_id}
                on={row.planned_on ?? row.due_on ?? ''}
                workers={workers}
              />
            ),
          }),
          date('planned_on', '计划日期', { hint: '留空为不改变' }),
        ],
      };
    case 'visit.enteredFromPaper':
      return {
        intro: '按纸质记录补录，须附记录照片；该记录将一直标记为“纸质补录”，没有设备佐证。',
        fields: [
          date('done_on', '完成日期', { isRequired: true }),
          text('worker_names', '维保人员', { isRequired: true, placeholder: '按记录上的签名' }),
          ...photosOf('纸质记录照片', upload, onBusy),
          remark('备注'),
        ],
      };
    case 'visit.countersigned':
      return {
        intro: '会签后记录不再改变，更正只能以补充说明附后。仅该小区登记的电梯安全员可以会签。',
        fields: [
          custom('signature', '安全员签名', {
            emptyValue: '',
            isWide: true,
            render: (control) => <SignatureField control={control} name="signature" label="安全员签名" />,
          }),
          remark('备注'),
        ],
      };
    case 'visit.rejected':
      return { intro: '退回后由维保人员重新作业并提交，期限继续计算。', fields: [remark('退回原因', true)] };
    case 'visit.brokenOff':
      return { intro: '中止后须重新签到；电梯恢复正常报警。', fields: [remark('中止原因', true)] };
    case 'visit.amended':
      return {
        intro: '补充说明附在记录之后，不改变原记录。',
        fields: [
          textArea('text', '补充说明', { maxLength: 500, isWide: true, isRequired: true, hint: '至少 2 个字' }),
          ...photosOf('照片', upload, onBusy),
        ],
      };
    case 'visit.replanned':
      return {
        intro: '本单作废；周期内的维保由平台按同一期限重新排期。',
        fields: [remark('备注')],
      };
  }
}

/** The schema of a step's own data, as the call takes it. */
function stepDataSchema(event: DeskStep): z.ZodType<FieldValues, FieldValues> {
  const option = visitStepSchema.options.find(({ shape }) => shape.event.value === event);
  if (option === undefined) throw new Error(`the call knows no step ${event}`);
  return option.shape.data;
}

const dangerous: ReadonlySet<DeskStep> = new Set(['visit.rejected', 'visit.brokenOff', 'visit.replanned']);

/** The form of one step of a visit. */
export function VisitStepDialog({ row, event, isOffered, sources, onClose, onDone }: VisitStepDialogProps) {
  const [isUploading, setUploading] = useState(false);
  const { intro, fields } = stepForm(event, row, sources, setUploading);
  const known = { person_ids: row.workers.map(({ id }) => id) };
  const form = useSchemaForm(stepDataSchema(event), valuesOf(fields, known), { omitsEmpty: true });
  const blockedBecause = !isOffered
    ? '状态已变化，这一步不能再提交。请关闭表单，按现在可进行的操作继续。'
    : isUploading
      ? '照片正在上传，请稍候。'
      : null;
  return (
    <FormDialog
      title={`${labelOf(event)}：${nameOf(row)}`}
      isOpen
      onClose={onClose}
      form={form}
      fields={fields.map(({ name }) => name)}
      maxWidth={600}
      asksBeforeLoss
      submitLabel={labelOf(event)}
      submitVariant={dangerous.has(event) ? 'danger' : 'primary'}
      blockedBecause={blockedBecause}
      onSubmit={async (data) => {
        try {
          const step: VisitStep = visitStepSchema.parse({ id: row.id, event, data });
          await sources.step(step);
        } catch (error) {
          throw withOwnFields(error);
        }
        onDone();
      }}
    >
      <p className="or-intro">
        <Icon name="info-circle" />
        {intro}
      </p>
      <FormFields control={form.control} fields={fields} row={null} />
    </FormDialog>
  );
}
