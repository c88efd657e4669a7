import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { LastLook } from './LastLook.tsx';
import { QuickFills } from './QuickFills.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useLastLook } from './useLastLook.ts';
import { useStepForm } from './useStepForm.ts';

const schema = rescueEvents['rescue.judgedFalse'];
const usualReasons = ['误触报警按钮', '设备误检测', '维保作业或演练', '轿厢内无人'] as const;

/** No one needed help: closes the order with the reason. */
export function JudgeFalseForm({ frame, context }: StepFormProps) {
  const form = useStepForm(schema, { reason: '' });
  const look = useLastLook(
    form,
    schema,
    ({ reason }) => `判定为误报：无人被困，原因“${reason}”`,
    (data) => context.submit({ id: context.row.id, event: 'rescue.judgedFalse', data }),
  );
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['reason']}
      submitLabel={look.text === null ? '判定误报并关闭' : '确认判定误报'}
      onSubmit={look.submit}
    >
      <p className="rc-form__text">请先与轿厢或现场通话，确认无人被困。</p>
      <TextArea control={form.control} name="reason" label="误报原因" isRequired maxLength={500} />
      <QuickFills
        label="常用误报原因"
        texts={usualReasons}
        onFill={(text) => form.setValue('reason', text, { shouldValidate: true })}
      />
      <LastLook text={look.text} />
    </StepForm>
  );
}
