import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import { exceptionReport } from '../../../contract/endpoints/rescue.ts';
import { ElevatorChoice } from '../../../parts/lift/ElevatorChoice.tsx';
import type { ElevatorSearch } from '../../../streams/fleet/searchElevators.ts';
import { FormDialog } from '../../../ui/FormDialog/FormDialog.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useStepForm } from '../forms/useStepForm.ts';

const schema = exceptionReport.input.omit({ type: true, request_id: true });
export type NewCall = ParsedInputOf<typeof exceptionReport>;
export interface NewCallDialogProps {
  /** Created once for this form, so that a repeated submit is harmless. */
  requestId: string;
  search: ElevatorSearch;
  onSearch: (keyword: string) => void;
  onClose: () => void;
  /** Rejects with a CallError: the form stays, with what was typed. */
  onSubmit: (call: NewCall) => Promise<void>;
}

/** Someone rings the hotline: find the lift, note who rang, and a rescue begins. */
export function NewCallDialog({ requestId, search, onSearch, onClose, onSubmit }: NewCallDialogProps) {
  const form = useStepForm(schema, { caller_name: '', caller_phone: '', detail: '' });
  return (
    <FormDialog
      isOpen
      title="新建电话报警"
      columns={2}
      maxWidth={720}
      submitLabel="登记并发起救援"
      form={form}
      fields={['elevator_id', 'caller_name', 'caller_phone', 'detail']}
      onClose={onClose}
      onSubmit={(values) => onSubmit({ ...values, type: 1, request_id: requestId })}
    >
      <ElevatorChoice
        control={form.control}
        name="elevator_id"
        search={search}
        onSearch={onSearch}
        openRescueText="这台电梯已有进行中的救援，提交后并入该救援单。"
        onNext={() => form.setFocus('caller_phone')}
      />
      <TextField control={form.control} name="caller_phone" type="tel" label="回拨电话" isRequired maxLength={20} />
      <TextField control={form.control} name="caller_name" label="报警人" maxLength={50} />
      <div className="ti-form__whole">
        <TextArea
          control={form.control}
          name="detail"
          label="情况说明"
          rows={2}
          maxLength={500}
          placeholder="被困人数、有无老人儿童孕妇、身体不适等"
        />
      </div>
    </FormDialog>
  );
}
