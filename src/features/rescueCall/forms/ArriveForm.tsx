import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** Help is at the lift: this stops the arrival clock. */
export function ArriveForm({ frame, context }: StepFormProps) {
  const form = useStepForm(rescueEvents['rescue.arrived'], { who: '', note: '' });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['who', 'note']}
      submitLabel="确认到场"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.arrived', data })}
    >
      <TextField control={form.control} name="who" label="到场人员" hint="可不填；到场时间以提交时刻为准" />
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
