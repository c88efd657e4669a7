import { useController, type FieldValues } from 'react-hook-form';
import type { SelectOption } from '../Select/OptionList.tsx';
import { MultiSelect } from '../Select/MultiSelect.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface MultiSelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
}

/** Any of several; its value is an array of the options' values. */
export function MultiSelectField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  options,
  placeholder = '请选择',
}: MultiSelectFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <MultiSelect
          value={field.value ?? []}
          options={options}
          onChange={field.onChange}
          onBlur={field.onBlur}
          label={label}
          id={aria.id}
          labelledBy={`${aria.id}-label`}
          describedBy={aria['aria-describedby']}
          placeholder={placeholder}
          isDisabled={isDisabled}
          isRequired={isRequired}
          isInvalid={fieldState.error !== undefined}
        />
      )}
    </FieldFrame>
  );
}
