import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import type { DeviceRow } from '../../../contract/entities/elevator.ts';
import { deviceBind } from '../../../contract/endpoints/device.ts';
import { deviceVendorOptions } from '../../../contract/entities/deviceModel.ts';
import { deviceTypeOptions } from '../../../contract/deviceTypes.ts';
import { FormDialog } from '../../../ui/FormDialog/FormDialog.tsx';
import { FormFields } from '../../../ui/form/FormFields.tsx';
import { number, select, text, toggle, valuesOf } from '../../../ui/form/formFields.ts';
import { refusedInput, useSchemaForm } from '../../../ui/form/useSchemaForm.ts';

interface BindDeviceDialogProps {
  /** The devices that are bound already: a lift has one collector and one rescue terminal. */
  devices: readonly DeviceRow[];
  /** The server says what is wrong with a device. */
  onBind: (device: object) => Promise<void>;
  onClose: () => void;
}

const schema = deviceBind.input.omit({ elevator_id: true });

/** A new device of the lift; what the server refuses stands beside its field. */
export function BindDeviceDialog({ devices, onBind, onClose }: BindDeviceDialogProps) {
  const hasCollector = devices.some(({ device_type: type }) => type === 'COL');
  const terminal = devices.find(({ is_rescue_terminal: isTerminal }) => isTerminal === true);
  const fields = [
    text('device_key', '设备编号', { isRequired: true, placeholder: '如：COL000123', hint: '也是设备接入时的用户名' }),
    select('device_type', '设备类型', {
      isRequired: true,
      options: hasCollector ? deviceTypeOptions.filter(({ value }) => value !== 'COL') : deviceTypeOptions,
      ...(hasCollector ? { hint: '这台电梯已有采集器' } : {}),
    }),
    select('vendor', '厂商', { isRequired: true, options: deviceVendorOptions, hint: '决定按哪种格式读取消息' }),
    text('model', '型号', { placeholder: '如：TA-C1' }),
    text('firmware', '固件版本'),
    number('report_period', '上报间隔', { unit: '秒', hint: '连续 3 个间隔没有消息即为离线' }),
    ...(terminal === undefined
      ? [
          toggle('is_rescue_terminal', '作为救援终端', {
            isWide: true,
            hint: '与轿厢通话、通知救援结束都经过它；每台电梯一个',
          }),
        ]
      : []),
  ];
  const form = useSchemaForm<FieldValues, z.output<typeof schema>>(schema, {
    ...valuesOf(fields, null),
    device_type: hasCollector ? 'SCR' : 'COL',
    vendor: 'standard',
    report_period: hasCollector ? 60 : 5,
    is_rescue_terminal: terminal === undefined && !hasCollector,
  });
  return (
    <FormDialog
      title="绑定设备"
      isOpen
      form={form}
      fields={['device_key', 'device_type', 'vendor', 'model', 'firmware', 'report_period', 'is_rescue_terminal']}
      columns={2}
      maxWidth={800}
      submitLabel="绑定"
      asksBeforeLoss
      onClose={onClose}
      onSubmit={onBind}
      askWhatElse={async (entered, refused) => {
        const device = await refusedInput(schema, entered, refused);
        if (device !== undefined) await onBind(device);
      }}
    >
      <FormFields control={form.control} fields={fields} row={null} />
    </FormDialog>
  );
}
