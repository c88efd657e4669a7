import type { FieldValues } from 'react-hook-form';
import type { SelectOption } from '../Select/OptionList.tsx';
import { MultiSelect } from '../Select/MultiSelect.tsx';
import { ChooserFrame } from './ChooserFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface MultiSelectFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  options: readonly SelectOption[];
  placeholder?: string;
}

/** Any of several; its value is an array of the options' values. */
export function MultiSelectField<Values extends FieldValues>({
  options,
  placeholder = '请选择',
  ...rest
}: MultiSelectFieldProps<Values>) {
  return (
    <ChooserFrame {...rest}>
      {(props, field) => (
        <MultiSelect
          {...props}
          labelledBy={`${props.id}-label`}
          value={field.value ?? []}
          options={options}
          onChange={field.onChange}
          placeholder={placeholder}
        />
      )}
    </ChooserFrame>
  );
}
