import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** The people got out without help, for instance because the lift ran on. */
export function SelfReleaseForm({ frame, context }: StepFormProps) {
  const form = useStepForm(rescueEvents['rescue.selfReleased'], { note: '' });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['note']}
      submitLabel="确认自行脱困"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.selfReleased', data })}
    >
      <TextField control={form.control} name="note" label="说明" hint="请先与被困人员或现场通话确认" />
    </StepForm>
  );
}
