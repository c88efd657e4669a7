import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';
import { parseNumberInput } from './parseNumberInput.ts';

export interface NumberFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Shown inside at the right: mA, 秒, 人. */
  unit?: string;
  placeholder?: string;
}

/**
 * A number; its value is a number, or null when empty. It never changes by the scroll wheel, and keeps what
 * was typed (as NaN in the form) so that the schema's message is shown beside it.
 */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired,
  hint,
  isDisabled,
  unit,
  placeholder,
}: NumberFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  const [typed, setTyped] = useState<string | null>(null);
  const value: unknown = field.value;
  // A value that came from elsewhere (a reset, a second editor) replaces what was typed.
  const isTyped = typed !== null && Object.is(parseNumberInput(typed), value);
  const shown = isTyped ? typed : typeof value === 'number' && !Number.isNaN(value) ? String(value) : '';
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <div className="ti-input-affix">
          <input
            {...aria}
            ref={field.ref}
            name={field.name}
            disabled={field.disabled}
            className="ti-input"
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={shown}
            onChange={(event) => {
              setTyped(event.target.value);
              field.onChange(parseNumberInput(event.target.value));
            }}
            onBlur={() => {
              if (typeof value !== 'number' || !Number.isNaN(value)) setTyped(null);
              field.onBlur();
            }}
          />
          {unit !== undefined && <span className="ti-input-affix__unit">{unit}</span>}
        </div>
      )}
    </FieldFrame>
  );
}
