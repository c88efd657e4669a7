import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** A line in the timeline; the claimer's note also shows that someone is working on it. */
export function NoteForm({ frame, context }: StepFormProps) {
  const form = useStepForm(rescueEvents['rescue.noted'], { text: '' });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['text']}
      submitLabel="添加备注"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.noted', data })}
    >
      <TextArea control={form.control} name="text" label="备注" isRequired rows={4} maxLength={500} />
    </StepForm>
  );
}
