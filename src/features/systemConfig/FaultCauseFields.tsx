import { useWatch, type Control } from 'react-hook-form';
import type { Observable } from 'rxjs';
import { subsystemLabels } from '../../contract/entities/faultCause.ts';
import { keysOf } from '../../contract/exceptions.ts';
import type { FaultCause } from '../../contract/entities/exception.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';

function Fixed({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className="ti-field">
      <p className="ti-field__label">{label}</p>
      <p className="system-config__fixed">{value}</p>
      <p className="system-config__quiet">{hint}</p>
    </div>
  );
}

/** The code of a cause: entered once, then only shown. */
export function CauseCodeField({ control, isFixed }: { control: Control; isFixed: boolean }) {
  const code: unknown = useWatch({ control, name: 'code' });
  if (isFixed) return <Fixed label="编码" value={String(code)} hint="记录以编码引用原因，定下后不再改变" />;
  return <TextField control={control} name="code" label="编码" isRequired hint="数字或字母，如 311；定下后不再改变" />;
}

/** The cause of level 1 under which it stands. One of level 1 stays there. */
export function CauseParentField({
  control,
  tops$,
  isTop,
}: {
  control: Control;
  tops$: Observable<readonly FaultCause[]>;
  isTop: boolean;
}) {
  const tops = useObservable<readonly FaultCause[]>(tops$, []);
  if (isTop) return <Fixed label="上级原因" value="无（一级原因）" hint="一级原因不能移到其他原因之下" />;
  return (
    <SelectField
      control={control}
      name="parent_code"
      label="上级原因"
      options={[
        { value: '', label: '无（一级原因）' },
        ...tops
          .filter(({ is_retired: isRetired }) => !isRetired)
          .map(({ code, name }) => ({ value: code, label: name, detail: code })),
      ]}
    />
  );
}

/** The subsystem that a diagnosis attributes such a fault to. A cause of level 2 has that of the one above it unless it has its own. */
export function CauseSubsystemField({ control }: { control: Control }) {
  const parent: unknown = useWatch({ control, name: 'parent_code' });
  const isTop = typeof parent !== 'string' || parent === '';
  return (
    <SelectField
      control={control}
      name="subsystem"
      label="子系统"
      hint={isTop ? '智能诊断按子系统归类故障；人为、外部等不归入任何子系统的选“无”' : '与上级原因不同时才需选择'}
      options={[
        { value: '', label: isTop ? '未登记' : '随上级原因' },
        ...keysOf(subsystemLabels).map((value) => ({ value, label: subsystemLabels[value] })),
      ]}
    />
  );
}
