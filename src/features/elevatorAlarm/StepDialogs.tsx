import * as z from 'zod';
import { alarmEvents } from '../../contract/events/alarm.ts';
import { timeOfDay } from '../../contract/statedTime.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { shelfLengthLabels, shelfLengths, shelfUntilMs, shelvingForm } from './shelving.ts';

interface StepDialogProps<Data> {
  /** The name of what is handled: 长时间开门（翠湖花园 DT-0012）. */
  label: string;
  onClose: () => void;
  /** Rejects with a CallError whose fields are those of the step's data. */
  onSubmit: (data: Data) => Promise<void>;
}

const usualShelving: z.input<ReturnType<typeof shelvingForm>> = { length: '60', at: '', reason: '' };
const lengths = shelfLengths.map((value) => ({ value, label: shelfLengthLabels[value] }));

/** Shelves alarms until later, with a reason that the shelved tab shows. */
export function ShelveDialog({
  label,
  readNowMs,
  onClose,
  onSubmit,
}: StepDialogProps<{ untilMs: number; reason: string }> & { readNowMs: () => number }) {
  const form = useSchemaForm(shelvingForm(readNowMs), usualShelving);
  const length = form.watch('length');
  const at = form.watch('at');
  const untilMs = shelfUntilMs({ length, at }, readNowMs());
  return (
    <FormDialog
      title="搁置报警"
      isOpen
      onClose={onClose}
      form={form}
      fields={['length', 'at', 'reason']}
      asksBeforeLoss
      submitLabel="搁置"
      onSubmit={async (values) => {
        const until = shelfUntilMs(values, readNowMs());
        if (until !== undefined) await onSubmit({ untilMs: until, reason: values.reason });
      }}
    >
      <p className="ea-dialog__what">{label}</p>
      <ChoiceField
        control={form.control}
        name="length"
        label="搁置多久"
        isRequired
        columns={3}
        choices={lengths}
        hint={untilMs === undefined ? '最长 8 小时' : `到 ${timeOfDay(untilMs)} 自动恢复；加重时立即恢复`}
      />
      {length === 'at' && (
        <TextField control={form.control} name="at" label="恢复时间" isRequired placeholder="18:00" maxLength={5} />
      )}
      <TextArea
        control={form.control}
        name="reason"
        label="搁置原因"
        isRequired
        maxLength={500}
        placeholder="例如：物业正在搬运家具，门保持打开"
      />
    </FormDialog>
  );
}

const completing = z.object({ note: alarmEvents['alarm.completed'].shape.note });

/** Closes alarms that were handled. */
export function CompleteDialog({ label, onClose, onSubmit }: StepDialogProps<{ note?: string | undefined }>) {
  const form = useSchemaForm(completing, { note: '' }, { omitsEmpty: true });
  return (
    <FormDialog
      title="完成报警"
      isOpen
      onClose={onClose}
      form={form}
      fields={['note']}
      asksBeforeLoss
      submitLabel="完成"
      onSubmit={onSubmit}
    >
      <p className="ea-dialog__what">{label}</p>
      <TextArea
        control={form.control}
        name="note"
        label="处理说明"
        maxLength={500}
        placeholder="可不填，例如：已联系物业，轿门恢复正常"
      />
    </FormDialog>
  );
}

/** Closes one alarm as false, with a reason. */
export function JudgeFalseDialog({ label, onClose, onSubmit }: StepDialogProps<{ reason: string }>) {
  const form = useSchemaForm(alarmEvents['alarm.judgedFalse'], { reason: '' });
  return (
    <FormDialog
      title="判定误报"
      isOpen
      onClose={onClose}
      form={form}
      fields={['reason']}
      asksBeforeLoss
      submitLabel="判定误报"
      onSubmit={onSubmit}
    >
      <p className="ea-dialog__what">{label}</p>
      <TextArea
        control={form.control}
        name="reason"
        label="误报原因"
        isRequired
        maxLength={500}
        placeholder="例如：画面误识别，轿厢内为轮椅"
      />
    </FormDialog>
  );
}
