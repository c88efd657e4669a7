import { useController, type FieldValues } from 'react-hook-form';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

/** One day, `2026-11-30`; an empty text where none is chosen. */
export function DateField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired,
  hint,
  isDisabled,
}: FieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => <input {...aria} {...field} value={field.value ?? ''} type="date" className="ti-input" />}
    </FieldFrame>
  );
}
