import { useController, type FieldValues } from 'react-hook-form';
import { Switch } from './Switch.tsx';
import type { FieldProps } from './fieldProps.ts';
import '../theme/form.css';

/** On or off; its value is a boolean. */
export function SwitchField<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  isDisabled = false,
}: FieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  return (
    <div className="ti-field">
      <Switch label={label} isOn={field.value === true} onChange={field.onChange} isDisabled={isDisabled} />
      {hint !== undefined && <p className="ti-field__hint">{hint}</p>}
      {fieldState.error !== undefined && <p className="ti-field__error">{fieldState.error.message}</p>}
    </div>
  );
}
