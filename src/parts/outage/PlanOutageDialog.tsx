import * as z from 'zod';
import type { Call } from '../../contract/call.ts';
import { mostOutageLifts, outagePlan } from '../../contract/endpoints/outage.ts';
import { outageReason } from '../../contract/events/outage.ts';
import { toWireTime } from '../../contract/time.ts';
import { DateTimeRangeField } from '../../ui/form/DateTimeRangeField.tsx';
import { MultiLookupField } from '../../ui/form/MultiLookupField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { liftSearch } from '../lift/liftSearch.ts';

/** From and to of an outage: both are needed, and one error says so beside the field. */
export const outageRange = z
  .object({ fromMs: z.number().nullable(), toMs: z.number().nullable() }, '请选择开始时间与结束时间')
  .refine(({ fromMs, toMs }) => fromMs !== null && toMs !== null, '请选择开始时间与结束时间');

const schema = z.object({
  elevator_ids: z
    .array(z.string(), '请选择电梯')
    .min(1, '请选择电梯')
    .max(mostOutageLifts, `一次最多安排 ${mostOutageLifts} 台`),
  range: outageRange,
  reason: outageReason,
});

interface PlanOutageDialogProps {
  /** Chosen beforehand. */
  lifts?: readonly { readonly id: number; readonly tag: string }[];
  call: Call;
  onPlanned: (ids: readonly number[]) => void;
  onClose: () => void;
}

/** Plans an outage of one lift or several. */
export function PlanOutageDialog({ lifts = [], call, onPlanned, onClose }: PlanOutageDialogProps) {
  const form = useSchemaForm(schema, { elevator_ids: lifts.map(({ id }) => String(id)), reason: '' });
  const search = liftSearch(call);
  return (
    <FormDialog
      title="安排停梯"
      isOpen
      onClose={onClose}
      form={form}
      fields={['elevator_ids', 'range', 'reason']}
      submitLabel="安排"
      asksBeforeLoss
      onSubmit={async ({ elevator_ids: elevatorIds, range, reason }) => {
        const { ids } = await call(
          outagePlan,
          {
            elevator_ids: elevatorIds.map(Number),
            from: toWireTime(range.fromMs ?? 0),
            to: toWireTime(range.toMs ?? 0),
            reason,
          },
          { quiet: true },
        );
        onPlanned(ids);
      }}
    >
      <MultiLookupField
        control={form.control}
        name="elevator_ids"
        label="电梯"
        isRequired
        initial={lifts.map(({ id, tag }) => ({ value: String(id), label: tag }))}
        search={async (keyword, signal) =>
          (await search(keyword, signal)).map((option) => ({ ...option, value: String(option.value) }))
        }
      />
      <DateTimeRangeField control={form.control} name="range" label="停梯时间" isRequired hasTime />
      <TextField
        control={form.control}
        name="reason"
        label="原因"
        isRequired
        placeholder="如：更换曳引钢丝绳"
        maxLength={100}
        hint="停梯期间，重要与一般报警和离线不再提示；困人求救与紧急报警照常。"
      />
    </FormDialog>
  );
}
