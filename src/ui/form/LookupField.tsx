import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LookupInput } from '../Select/LookupInput.tsx';
import type { SelectOption } from '../Select/OptionList.tsx';
import type { SearchOptions } from '../Select/useLookup.ts';
import { ChooserFrame } from './ChooserFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface LookupFieldProps<
  Values extends FieldValues,
  Value extends string | number,
> extends FieldProps<Values> {
  search: SearchOptions<Value>;
  /** The words of the value that the row has. */
  initial?: SelectOption<Value> | null;
  placeholder?: string;
  hasAutoFocus?: boolean;
  /** Called with the whole option, for anything else the form shows of it. */
  onChosen?: (option: SelectOption<Value> | null) => void;
}

/** One of too many to list; its value is the option's value, or null. */
export function LookupField<Values extends FieldValues, Value extends string | number>({
  search,
  initial = null,
  placeholder = '输入以搜索',
  hasAutoFocus = false,
  onChosen,
  ...rest
}: LookupFieldProps<Values, Value>) {
  const [chosen, setChosen] = useState<SelectOption<Value> | null>(null);
  return (
    <ChooserFrame {...rest}>
      {(props, field) => (
        <LookupInput
          {...props}
          // A reset form no longer has a value, whatever was chosen before; a row that was read again has another one.
          value={[chosen, initial].find((option) => option?.value === field.value) ?? null}
          onChange={(option) => {
            setChosen(option);
            field.onChange(option?.value ?? null);
            onChosen?.(option);
          }}
          search={search}
          placeholder={placeholder}
          hasAutoFocus={hasAutoFocus}
        />
      )}
    </ChooserFrame>
  );
}
