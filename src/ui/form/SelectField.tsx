import type { FieldValues } from 'react-hook-form';
import type { SelectOption } from '../Select/OptionList.tsx';
import { Select } from '../Select/Select.tsx';
import { ChooserFrame } from './ChooserFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface SelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
  isClearable?: boolean;
}

/** One of several; its value is the option's value, or null. */
export function SelectField<Values extends FieldValues>({
  options,
  placeholder = '请选择',
  isClearable = false,
  ...rest
}: SelectFieldProps<Values>) {
  return (
    <ChooserFrame {...rest}>
      {(props, field) => (
        <Select
          {...props}
          labelledBy={`${props.id}-label`}
          value={field.value ?? null}
          options={options}
          onChange={field.onChange}
          focusRef={field.ref}
          placeholder={placeholder}
          isClearable={isClearable}
        />
      )}
    </ChooserFrame>
  );
}
