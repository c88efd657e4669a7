import { rescueEvents } from '../../../contract/events/rescue.ts';
import { loading } from '../../../streams/loading/loadState.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

/** The name follows from the chosen person. */
const schema = rescueEvents['rescue.handOverOffered'].omit({ toUserName: true, answerWithinSeconds: true });

/** Someone else is asked to take over; the current holder is not offered. */
export function HandOverForm({ frame, context }: StepFormProps) {
  const users = useObservable(context.users$, loading);
  const form = useStepForm(schema, { note: '' });
  const others = users.kind === 'ready' ? users.value.filter(({ id }) => id !== context.row.accepted_by?.id) : [];
  const options = others.map(({ id, name, role_label: role, online }) => ({
    value: id,
    label: `${name}（${role}${online ? '，在线' : '，不在线'}）`,
  }));
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['toUserId', 'note']}
      submitLabel="请其接手"
      onSubmit={(data) =>
        context.submit({
          id: context.row.id,
          event: 'rescue.handOverOffered',
          data: { ...data, toUserName: others.find(({ id }) => id === data.toUserId)?.name ?? '' },
        })
      }
    >
      <p className="rc-form__text">对方 60 秒内接收后由其负责；未接收前仍由原受理人负责。</p>
      <SelectField
        control={form.control}
        name="toUserId"
        label="接手人员"
        isRequired
        options={options}
        placeholder={users.kind === 'loading' ? '正在读取人员…' : '请选择'}
        {...(users.kind === 'failed' ? { hint: `无法读取人员：${users.message}` } : {})}
        {...(users.kind === 'ready' && others.length === 0 ? { hint: '没有其他可接听的人员，请电话联系管理员' } : {})}
      />
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
