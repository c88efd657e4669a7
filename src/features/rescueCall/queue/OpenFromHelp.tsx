import { useState } from 'react';
import type * as z from 'zod';
import { exceptionReport } from '../../../contract/endpoints/rescue.ts';
import type { QuarantineRow } from '../../../contract/entities/alarmRecord.ts';
import type { ElevatorRow } from '../../../contract/entities/elevator.ts';
import { namedCall, plainReason } from '../../../contract/possibleHelp.ts';
import { toDisplayTime } from '../../../contract/time.ts';
import { FormDialog } from '../../../ui/FormDialog/FormDialog.tsx';
import { LookupField } from '../../../ui/form/LookupField.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { createRequestId } from '../../../ui/form/createRequestId.ts';
import { useStepForm } from '../forms/useStepForm.ts';

const schema = exceptionReport.input.pick({ elevator_id: true, caller_phone: true, detail: true });

/** The registered report: the lift, where to ring back, and what is known. */
export type HelpReport = z.output<typeof schema> & { readonly request_id: string };

type Lift = Pick<ElevatorRow, 'id' | 'tag' | 'addr' | 'community_name' | 'full_area' | 'rescue_code' | 'sos_tel'>;

/** Opens a rescue because of a message that the system could not read. */
export interface HelpRescue {
  /** Lifts by code, tag, address or community, for a sender that belongs to none. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Lift[]>;
  /** Opens or joins the rescue and marks the message as dealt with; rejects with what to tell the person. */
  readonly open: (message: QuarantineRow, report: HelpReport) => Promise<void>;
}

/** Returns the known facts, in the record's words. */
function detailOf(message: QuarantineRow): string {
  const times = message.repeat_num > 1 ? `，共收到 ${message.repeat_num} 次` : '';
  return `疑似求救的设备消息：${namedCall(message.payload) ?? '种类不明'}，${toDisplayTime(message.created_at)} 收到${times}，${plainReason(message.reason)}`;
}

/** Opens a rescue for the lift that the sender belongs to, or for one that the dispatcher finds. */
export function OpenFromHelp({
  message,
  rescue,
  onClose,
}: {
  message: QuarantineRow;
  rescue: HelpRescue;
  onClose: () => void;
}) {
  const [requestId] = useState(createRequestId);
  const [telephones] = useState(() => new Map<number, string>());
  const form = useStepForm(schema, {
    ...(message.elevator_id === null ? {} : { elevator_id: message.elevator_id }),
    caller_phone: message.sos_tel,
    detail: detailOf(message),
  });
  const search = async (text: string, signal: AbortSignal) => {
    const lifts = await rescue.search(text, signal);
    for (const { id, sos_tel: telephone } of lifts) telephones.set(id, telephone);
    return lifts.map((lift) => ({
      value: lift.id,
      label: `${lift.community_name} ${lift.addr}`,
      detail: `${lift.tag} · 救援码 ${lift.rescue_code} · ${lift.full_area}`,
    }));
  };
  return (
    <FormDialog
      isOpen
      title="按疑似求救开救援单"
      submitLabel="开救援单"
      form={form}
      fields={['elevator_id', 'caller_phone', 'detail']}
      onClose={onClose}
      onSubmit={async (values) => {
        await rescue.open(message, { ...values, request_id: requestId });
        onClose();
      }}
    >
      {message.elevator_id === null ? (
        <LookupField
          control={form.control}
          name="elevator_id"
          label="电梯"
          isRequired
          hasAutoFocus
          hint="发来消息的设备没有登记，请按电话、监控或现场情况确定是哪台电梯。"
          placeholder="救援码 / 标签 / 地址 / 小区"
          search={search}
          onChosen={(option) => form.setValue('caller_phone', telephones.get(option?.value ?? 0) ?? '')}
        />
      ) : (
        <p>
          电梯：<b>{message.tag}</b> {message.community_name} {message.addr}
        </p>
      )}
      <TextField control={form.control} name="caller_phone" type="tel" label="轿厢求救电话" isRequired maxLength={20} />
      <TextArea control={form.control} name="detail" label="情况说明" rows={3} maxLength={500} />
    </FormDialog>
  );
}
