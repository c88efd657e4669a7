import * as z from 'zod';
import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** The level is the server's to say: by hand one only asks for the next. */
const schema = z.object({ note: rescueEvents['rescue.escalated'].shape.note });

export function EscalateForm({ frame, context }: StepFormProps) {
  const form = useStepForm(schema, { note: '' });
  const level = context.row.notice_level + 1;
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['note']}
      submitLabel={`通知第 ${level} 级`}
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.escalated', data })}
    >
      <p className="rc-form__text">
        {context.row.notice_level === 0 ? '尚未升级通知' : `已通知到第 ${context.row.notice_level} 级`}
        ，提交后立即通知第 {level} 级。
      </p>
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
