import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { Button } from '../Button/Button.tsx';
import { LookupInput } from '../Select/LookupInput.tsx';
import type { SelectOption } from '../Select/OptionList.tsx';
import type { SearchOptions } from '../Select/useLookup.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';
import './MultiLookupField.css';

export interface MultiLookupFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  search: SearchOptions<string>;
  /** The words of the values that the row has. */
  initial: readonly SelectOption<string>[];
  placeholder?: string;
}

/** Several of too many to list; its value is an array of the options' values. */
export function MultiLookupField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  search,
  initial,
  placeholder = '输入以搜索，可选多个',
}: MultiLookupFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name });
  const [known, setKnown] = useState<readonly SelectOption<string>[]>(initial);
  const value: unknown = field.value;
  const values = Array.isArray(value) ? value.map(String) : [];
  const labelOf = (ref: string): string => [...known, ...initial].find((option) => option.value === ref)?.label ?? ref;
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <>
          <LookupInput
            value={null}
            onChange={(option) => {
              if (option === null || values.includes(option.value)) return;
              setKnown([...known, option]);
              field.onChange([...values, option.value]);
            }}
            onBlur={field.onBlur}
            search={search}
            label={label}
            id={aria.id}
            describedBy={aria['aria-describedby']}
            placeholder={placeholder}
            isRequired={isRequired}
            isInvalid={fieldState.error !== undefined}
          />
          {values.length > 0 && (
            <ul className="ti-multi-lookup" aria-label={`已选${label}`}>
              {values.map((ref) => (
                <li key={ref}>
                  <Button
                    size="small"
                    icon="times"
                    aria-label={`移除 ${labelOf(ref)}`}
                    onClick={() => field.onChange(values.filter((one) => one !== ref))}
                  >
                    {labelOf(ref)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FieldFrame>
  );
}
