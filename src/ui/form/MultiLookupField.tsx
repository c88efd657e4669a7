import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../Button/Button.tsx';
import { LookupInput } from '../Select/LookupInput.tsx';
import type { SelectOption } from '../Select/OptionList.tsx';
import type { SearchOptions } from '../Select/useLookup.ts';
import { ChooserFrame } from './ChooserFrame.tsx';
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
  search,
  initial,
  placeholder = '输入以搜索，可选多个',
  ...rest
}: MultiLookupFieldProps<Values>) {
  const [known, setKnown] = useState<readonly SelectOption<string>[]>(initial);
  const labelOf = (ref: string): string => [...known, ...initial].find((option) => option.value === ref)?.label ?? ref;
  return (
    <ChooserFrame {...rest}>
      {(props, { value, onChange }) => {
        const chosen: unknown = value;
        const values = Array.isArray(chosen) ? chosen.map(String) : [];
        return (
          <>
            <LookupInput
              {...props}
              value={null}
              onChange={(option) => {
                if (option === null || values.includes(option.value)) return;
                setKnown([...known, option]);
                onChange([...values, option.value]);
              }}
              search={search}
              placeholder={placeholder}
            />
            {values.length > 0 && (
              <ul className="ti-multi-lookup" aria-label={`已选${props.label}`}>
                {values.map((ref) => (
                  <li key={ref}>
                    <Button
                      size="small"
                      icon="times"
                      aria-label={`移除 ${labelOf(ref)}`}
                      disabled={props.isDisabled}
                      onClick={() => onChange(values.filter((one) => one !== ref))}
                    >
                      {labelOf(ref)}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        );
      }}
    </ChooserFrame>
  );
}
