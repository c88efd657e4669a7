import * as z from 'zod';
import { rescueEvents } from '../../../contract/events/rescue.ts';
import { arrivalBoundsText, statedTimeMs, timeOfDay } from '../../../contract/statedTime.ts';
import { TextField } from '../../../ui/form/TextField.tsx';
import { QuickFills } from './QuickFills.tsx';
import { StepForm } from './StepForm.tsx';
import type { StepFormProps } from './stepForms.ts';
import { useStepForm } from './useStepForm.ts';

const minutesAgo = [5, 10, 15, 20] as const;
const agoText = (minutes: number): string => `${minutes} 分钟前`;

/** The event, with the time as it is typed. */
const schemaOf = (raisedAtMs: number, nowMs: number) =>
  rescueEvents['rescue.arrived'].extend({
    statedAtMs: z
      .string()
      .superRefine((text, context) => {
        const statedMs = statedTimeMs(text, raisedAtMs);
        if (statedMs !== undefined && statedMs <= nowMs) return;
        const message = statedMs === undefined ? '请按“时:分”填写，如 18:40' : arrivalBoundsText(raisedAtMs, nowMs);
        context.addIssue({ code: 'custom', message });
      })
      .optional(),
  });

/** Help is at the lift: this stops the arrival clock, at the time stated where it is typed later. */
export function ArriveForm({ frame, context }: StepFormProps) {
  const { row, nowMs } = context;
  const raisedAtMs = Date.parse(row.created_at);
  const form = useStepForm(schemaOf(raisedAtMs, nowMs), { who: '', note: '', statedAtMs: '' });
  const possible = minutesAgo.filter((minutes) => nowMs - minutes * 60_000 >= raisedAtMs);
  return (
    <StepForm
      {...frame}
      form={form}
      fields={['who', 'statedAtMs', 'note']}
      submitLabel="确认到场"
      onSubmit={({ statedAtMs: typed, ...data }) => {
        const statedAtMs = typed === undefined ? undefined : statedTimeMs(typed, raisedAtMs);
        return context.submit({ id: row.id, event: 'rescue.arrived', data: { ...data, statedAtMs } });
      }}
    >
      <TextField control={form.control} name="who" label="到场人员" hint="可不填" />
      <TextField
        control={form.control}
        name="statedAtMs"
        label="到场时间"
        maxLength={5}
        placeholder={timeOfDay(nowMs)}
        hint="刚到场可不填；早已到场的填“时:分”，登记时间另行记录"
      />
      {possible.length > 0 && (
        <QuickFills
          label="常用到场时间"
          texts={possible.map(agoText)}
          onFill={(text) => {
            const minutes = possible.find((candidate) => agoText(candidate) === text) ?? 0;
            form.setValue('statedAtMs', timeOfDay(nowMs - minutes * 60_000), { shouldValidate: true });
          }}
        />
      )}
      <TextField control={form.control} name="note" label="备注" />
    </StepForm>
  );
}
