import { useState } from 'react';
import { CallError } from '../../../contract/call.ts';
import { deviceTypeLabels } from '../../../contract/deviceTypes.ts';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog/ConfirmDialog.tsx';
import type { DeviceAct } from './deviceActs.ts';

interface DeviceActDialogProps {
  act: DeviceAct;
  device: DeviceRow;
  /** Rejects with a CallError; the dialog then stays open with what was typed. */
  onConfirm: (reason: string) => Promise<void>;
  onCancel: () => void;
}

const messageOf = (error: unknown): string =>
  error instanceof CallError ? (error.fieldErrors[0]?.message ?? error.message) : '未能完成，请重试';

/** Asks before something is done to a device, and for the reason. */
export function DeviceActDialog({ act, device, onConfirm, onCancel }: DeviceActDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async (reason: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await onConfirm(reason);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={act.title}
      objectName={`${deviceTypeLabels[device.device_type]} ${device.device_key}`}
      message={act.message(device)}
      confirmLabel={act.label}
      tone={act.tone}
      {...(act.asksReason
        ? { reason: { label: '原因', isRequired: true, placeholder: '如：更换采集器', maxLength: 500 } }
        : {})}
      isBusy={isBusy}
      error={problem}
      onConfirm={(reason) => void confirm(reason)}
      onCancel={onCancel}
    />
  );
}
