import { useEffect } from 'react';
import * as z from 'zod';
import { rescueEvents } from '../../../contract/events/rescue.ts';
import { responseLevelLabels } from '../../../contract/labels.ts';
import { ChoiceField } from '../../../ui/form/ChoiceField.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { AlsoFor, idsInText, textOfIds } from './AlsoFor.tsx';
import { dispatchPresets, isPresetWho, type DispatchPreset, type ResponseLevel } from './dispatchPresets.ts';
import { QuickFills } from './QuickFills.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const levels: readonly { value: ResponseLevel; label: string }[] = [
  { value: 1, label: `1 级\n${responseLevelLabels[1]}` },
  { value: 2, label: `2 级\n${responseLevelLabels[2]}` },
  { value: 3, label: `3 级\n${responseLevelLabels[3]}` },
];

/** `alsoFor`: the ids of the other calls that the team goes to, as `idsInText` reads them. */
const schema = rescueEvents['rescue.dispatched'].extend({ alsoFor: z.string().optional() });

/** The people sent, their level, and the time of their arrival. */
export function DispatchForm({ frame, context }: StepFormProps) {
  const presets = dispatchPresets(context);
  const usual = presets[1][0];
  const form = useStepForm(schema, {
    level: 1,
    who: usual?.who ?? '',
    phone: usual?.phone ?? '',
    note: '',
    alsoFor: '',
  });
  const level = form.watch('level');
  const alsoFor = idsInText(form.watch('alsoFor'));
  const siblings = context.team?.siblings ?? [];
  const also = siblings.filter(({ id }) => alsoFor.has(id));
  // The form may open before the lift's contacts have loaded: fields still empty are filled in then.
  const { getValues, setValue } = form;
  const usualWho = usual?.who ?? '';
  const usualPhone = usual?.phone ?? '';
  useEffect(() => {
    if (usualPhone !== '' && getValues('phone') === '' && getValues('who') === usualWho) setValue('phone', usualPhone);
  }, [usualWho, usualPhone, getValues, setValue]);
  const fill = ({ who, phone }: DispatchPreset): void => {
    form.setValue('who', who, { shouldValidate: true });
    form.setValue('phone', phone, { shouldValidate: true });
  };
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['level', 'who', 'phone', 'etaMinutes', 'note']}
      focusField="who"
      submitLabel={also.length === 0 ? '确认派出' : `确认派往 ${also.length + 1} 台电梯`}
      onSubmit={async ({ alsoFor: _ids, ...data }) => {
        await context.submit({ id: context.row.id, event: 'rescue.dispatched', data });
        if (also.length > 0) context.team?.dispatch(also, data);
      }}
    >
      <ChoiceField
        control={form.control}
        name="level"
        label="救援级别"
        isRequired
        columns={3}
        choices={levels}
        onChoose={(chosen) => {
          const [first] = presets[chosen];
          if (first !== undefined && isPresetWho(form.getValues('who'), presets)) fill(first);
        }}
      />
      <TextField control={form.control} name="who" label="派出人员或单位" isRequired maxLength={100} />
      <QuickFills
        label="常用派出单位"
        texts={presets[level].map(({ who }) => who)}
        onFill={(text) => fill(presets[level].find(({ who }) => who === text) ?? { who: text, phone: '' })}
      />
      <div className="rc-form__pair">
        <TextField control={form.control} name="phone" type="tel" label="联系电话" maxLength={30} />
        <NumberField control={form.control} name="etaMinutes" label="预计到达" unit="分钟" />
      </div>
      <TextField control={form.control} name="note" label="备注" />
      <AlsoFor
        of={context.row}
        rows={siblings}
        legend={`同时派往您已受理的其他 ${siblings.length} 台电梯`}
        chosen={alsoFor}
        onChoose={(ids) => form.setValue('alsoFor', textOfIds(ids))}
      />
    </StepForm>
  );
}
