import * as z from 'zod';
import { rescueEvents } from '../../../contract/events/rescue.ts';
import { noticeText } from '../../../parts/rescue/noticeText.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** The round is the server's to say: by hand one only asks for the next. */
const schema = z.object({ note: rescueEvents['rescue.escalated'].shape.note });

export function EscalateForm({ frame, context }: StepFormProps) {
  const form = useStepForm(schema, { note: '' });
  const { notice_level: level } = context.row;
  const rounds = Math.max(level, context.noticeRounds ?? level);
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['note']}
      submitLabel={`发出第 ${rounds + 1} 轮通知`}
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.escalated', data })}
    >
      <p className="rc-form__text">
        {noticeText(level, rounds)}，提交后立即发出第 {rounds + 1} 轮通知，并按通知阶梯联系这一轮的人员。
      </p>
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
