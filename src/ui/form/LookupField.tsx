import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { LookupInput } from '../Select/LookupInput.tsx';
import type { SelectOption } from '../Select/OptionList.tsx';
import type { SearchOptions } from '../Select/useLookup.ts';
import { FieldFrame } from './FieldFrame.tsx';
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
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  search,
  initial = null,
  placeholder = '输入以搜索',
  hasAutoFocus = false,
  onChosen,
}: LookupFieldProps<Values, Value>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  const [chosen, setChosen] = useState<SelectOption<Value> | null>(null);
  // A reset form no longer has a value, whatever was chosen before; a row that was read again has another one.
  const shown = [chosen, initial].find((option) => option?.value === field.value) ?? null;
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <LookupInput
          value={shown}
          onChange={(option) => {
            setChosen(option);
            field.onChange(option?.value ?? null);
            onChosen?.(option);
          }}
          onBlur={field.onBlur}
          search={search}
          label={label}
          id={aria.id}
          describedBy={aria['aria-describedby']}
          placeholder={placeholder}
          isDisabled={isDisabled}
          isRequired={isRequired}
          isInvalid={fieldState.error !== undefined}
          hasAutoFocus={hasAutoFocus}
        />
      )}
    </FieldFrame>
  );
}
