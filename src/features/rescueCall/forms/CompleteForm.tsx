import { rescueEvents } from '../../../contract/events/rescue.ts';
import { rescueCauseLabels, rescueCauses } from '../../../contract/labels.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
] as const;
const causes = rescueCauses.map((value) => ({ value, label: rescueCauseLabels[value] }));
const handedTo = [
  { value: 'none', label: '无需' },
  { value: '120', label: '120' },
  { value: '119', label: '119' },
  { value: '110', label: '110' },
] as const;

/** Closes the order: how many, why, and what became of them. */
export function CompleteForm({ frame, context }: StepFormProps) {
  const people = context.row.people_num ?? (context.peopleInCar === 0 ? null : context.peopleInCar);
  const form = useStepForm(rescueEvents['rescue.completed'], {
    ...(people === null ? {} : { peopleNum: people }),
    injuredNum: 0,
    vulnerableNum: 0,
    handedTo: 'none',
    note: '',
  });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['peopleNum', 'injuredNum', 'vulnerableNum', 'cause', 'wasTrapped', 'calledBack', 'handedTo', 'note']}
      submitLabel="完成救援"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.completed', data })}
    >
      <div className="rc-form__triple">
        <NumberField control={form.control} name="peopleNum" label="被困人数" isRequired unit="人" />
        <NumberField control={form.control} name="injuredNum" label="受伤人数" isRequired unit="人" />
        <NumberField control={form.control} name="vulnerableNum" label="老幼病残孕" isRequired unit="人" />
      </div>
      <ChoiceField control={form.control} name="cause" label="原因" isRequired choices={causes} />
      <div className="rc-form__pair">
        <ChoiceField control={form.control} name="wasTrapped" label="确有人员被困" isRequired choices={yesNo} />
        <ChoiceField control={form.control} name="calledBack" label="已电话回访" isRequired choices={yesNo} />
      </div>
      <ChoiceField control={form.control} name="handedTo" label="移交" isRequired columns={4} choices={handedTo} />
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
