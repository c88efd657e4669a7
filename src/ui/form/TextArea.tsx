import { useController, type FieldValues } from 'react-hook-form';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface TextAreaProps<Values extends FieldValues> extends FieldProps<Values> {
  rows?: number;
  placeholder?: string;
  maxLength?: number;
}

/** Several lines of text; shows how many characters are left near the limit. */
export function TextArea<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired,
  hint,
  isDisabled,
  rows = 3,
  placeholder,
  maxLength,
}: TextAreaProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  const length = typeof field.value === 'string' ? [...field.value].length : 0;
  const countHint =
    maxLength !== undefined && length > maxLength * 0.8 ? `已输入 ${length} / ${maxLength} 字` : undefined;
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={countHint ?? hint} error={fieldState.error?.message}>
      {(aria) => (
        <textarea
          {...aria}
          {...field}
          value={field.value ?? ''}
          className="ti-input ti-input--area"
          rows={rows}
          placeholder={placeholder}
          maxLength={maxLength}
        />
      )}
    </FieldFrame>
  );
}
