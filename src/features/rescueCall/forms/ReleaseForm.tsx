import { rescueEvents } from '../../../contract/events/rescue.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** The people are out of the car. */
export function ReleaseForm({ frame, context }: StepFormProps) {
  const { peopleInCar } = context;
  const form = useStepForm(rescueEvents['rescue.released'], {
    note: '',
    ...(peopleInCar === null || peopleInCar === 0 ? {} : { people: peopleInCar }),
  });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['people', 'note']}
      submitLabel="确认脱困"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.released', data })}
    >
      <NumberField
        control={form.control}
        name="people"
        label="脱困人数"
        isRequired
        unit="人"
        {...(peopleInCar === null ? {} : { hint: `轿厢最近检测到 ${peopleInCar} 人，请与现场核对` })}
      />
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
