import { rescueEvents } from '../../../contract/events/rescue.ts';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { QuickFills } from './QuickFills.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const usualReasons = ['误触报警按钮', '设备误检测', '维保作业或演练', '轿厢内无人'] as const;

/** No one needed help: closes the order with the reason. */
export function JudgeFalseForm({ frame, context }: StepFormProps) {
  const form = useStepForm(rescueEvents['rescue.judgedFalse'], { reason: '' });
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['reason']}
      submitLabel="判定误报并关闭"
      onSubmit={(data) => context.submit({ id: context.row.id, event: 'rescue.judgedFalse', data })}
    >
      <p className="rc-form__text">请先与轿厢或现场通话，确认无人被困。</p>
      <TextArea control={form.control} name="reason" label="误报原因" isRequired maxLength={500} />
      <QuickFills
        label="常用误报原因"
        texts={usualReasons}
        onFill={(text) => form.setValue('reason', text, { shouldValidate: true })}
      />
    </StepForm>
  );
}
