import type * as z from 'zod';
import { rescueCompletionWish } from '../../../contract/events/rescue.ts';
import { releaseWayOptions, rescueCauseLabels, rescueCauses } from '../../../contract/labels.ts';
import { CauseDetailField } from '../../../parts/causes/CauseDetailField.tsx';
import { nameOfOffered } from '../../../parts/causes/causeChoices.ts';
import { loading } from '../../../streams/loading/loadState.ts';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { describeResult } from '../../../machines/describeResult.ts';
import { LastLook } from './LastLook.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useLastLook } from './useLastLook.ts';
import { useStepForm } from './useStepForm.ts';

const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
] as const;
const causeChoices = rescueCauses.map((value) => ({ value, label: rescueCauseLabels[value] }));
const handedTo = [
  { value: 'none', label: '无需' },
  { value: '120', label: '120' },
  { value: '119', label: '119' },
  { value: '110', label: '110' },
] as const;

type CompletionData = z.output<ReturnType<typeof rescueCompletionWish>>;

/** Closes the order: how many, why, and what became of them. */
export function CompleteForm({ frame, context }: StepFormProps) {
  const registeredNum = context.row.stage === 'released' ? context.row.people_num : null;
  const causes = useObservable(context.causes$, loading);
  const catalogue = causes.kind === 'ready' ? causes.value : null;
  // Retired since it was chosen, in a draft for example. What is not read, the server checks.
  const isOffered = (code: string): boolean => catalogue === null || nameOfOffered(catalogue, code) !== undefined;
  const schema = rescueCompletionWish(registeredNum, isOffered);
  const people = context.row.people_num ?? (context.peopleInCar === 0 ? null : context.peopleInCar);
  const form = useStepForm(schema, {
    ...(people === null ? {} : { peopleNum: people }),
    ...(registeredNum === null ? {} : { releasedNum: registeredNum }),
    injuredNum: 0,
    vulnerableNum: 0,
    handedTo: 'none',
    causeDetail: '',
    note: '',
  });
  // A count as it was registered is not said again.
  const newOf = ({ releasedNum, ...data }: CompletionData): CompletionData =>
    releasedNum === undefined || releasedNum === registeredNum ? data : { ...data, releasedNum };
  const look = useLastLook(
    form,
    schema,
    (data) =>
      describeResult({
        ...data,
        releasedNum: data.releasedNum ?? registeredNum,
        causeDetailLabel: nameOfOffered(catalogue ?? [], data.causeDetail),
      }),
    (data) => context.submit({ id: context.row.id, event: 'rescue.completed', data: newOf(data) }),
  );
  return (
    <StepForm
      {...frame}
      form={form}
      fields={[
        'peopleNum',
        'injuredNum',
        'vulnerableNum',
        'cause',
        'causeDetail',
        'wasTrapped',
        'calledBack',
        'handedTo',
        'releaseWay',
        'releasedNum',
        'note',
      ]}
      submitLabel={look.text === null ? '完成救援' : '确认完成救援'}
      onSubmit={look.submit}
    >
      <div className="rc-form__triple">
        <NumberField control={form.control} name="peopleNum" label="被困人数" isRequired unit="人" />
        <NumberField control={form.control} name="injuredNum" label="受伤人数" isRequired unit="人" />
        <NumberField control={form.control} name="vulnerableNum" label="老幼病残孕" isRequired unit="人" />
      </div>
      <ChoiceField
        control={form.control}
        name="cause"
        label="原因"
        isRequired
        choices={causeChoices}
        // Each cause has details of its own.
        onChoose={() => form.setValue('causeDetail', '')}
      />
      <CauseDetailField control={form.control} name="causeDetail" cause={form.watch('cause')} causes={causes} />
      <div className="rc-form__pair">
        <ChoiceField control={form.control} name="wasTrapped" label="确有人员被困" isRequired choices={yesNo} />
        <ChoiceField control={form.control} name="calledBack" label="已电话回访" isRequired choices={yesNo} />
      </div>
      <ChoiceField control={form.control} name="handedTo" label="移交" isRequired columns={4} choices={handedTo} />
      {registeredNum !== null && (
        <NumberField
          control={form.control}
          name="releasedNum"
          label="脱困人数"
          unit="人"
          hint={`已登记 ${registeredNum} 人；登记有误可在此改正`}
        />
      )}
      <div className="rc-form__pair">
        <SelectField
          control={form.control}
          name="releaseWay"
          label="脱困方式"
          placeholder="未登记"
          isClearable
          options={releaseWayOptions}
        />
        <TextField control={form.control} name="note" label="备注" />
      </div>
      <LastLook text={look.text} />
    </StepForm>
  );
}
