import { useController, type FieldValues } from 'react-hook-form';
import type { SelectOption } from '../Select/OptionList.tsx';
import { Select } from '../Select/Select.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface SelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
  isClearable?: boolean;
}

/** One of several; its value is the option's value, or null. */
export function SelectField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  options,
  placeholder = '请选择',
  isClearable = false,
}: SelectFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <Select
          value={field.value ?? null}
          options={options}
          onChange={field.onChange}
          onBlur={field.onBlur}
          focusRef={field.ref}
          label={label}
          id={aria.id}
          labelledBy={`${aria.id}-label`}
          describedBy={aria['aria-describedby']}
          placeholder={placeholder}
          isClearable={isClearable}
          isDisabled={isDisabled}
          isRequired={isRequired}
          isInvalid={fieldState.error !== undefined}
        />
      )}
    </FieldFrame>
  );
}
