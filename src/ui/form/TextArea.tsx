import { useController, type FieldValues } from 'react-hook-form';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface TextAreaProps<Values extends FieldValues> extends FieldProps<Values> {
  rows?: number;
  placeholder?: string;
  maxLength?: number;
  /** Says how long the text is against this limit, and cuts nothing off: the schema refuses what is longer. */
  countsTo?: number;
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
  countsTo,
}: TextAreaProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  const length = typeof field.value === 'string' ? [...field.value].length : 0;
  const limit = countsTo ?? maxLength;
  const countHint =
    limit !== undefined && length > limit * 0.8
      ? `已输入 ${length.toLocaleString('en-US')} / ${limit.toLocaleString('en-US')} 字`
      : undefined;
  const message = fieldState.error?.message;
  const error =
    message === undefined || countsTo === undefined || length <= countsTo ? message : `${message}（${countHint}）`;
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={countHint ?? hint} error={error}>
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
