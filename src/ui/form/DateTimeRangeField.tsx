import { useController, type FieldValues } from 'react-hook-form';
import { anyTime } from '../time/timeRange.ts';
import { DateTimeRange } from './DateTimeRange.tsx';
import type { FieldProps } from './fieldProps.ts';
import '../theme/form.css';

export interface DateTimeRangeFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  hasTime?: boolean;
}

/** From and to; its value is a `TimeRange` in epoch ms. */
export function DateTimeRangeField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  hasTime = false,
}: DateTimeRangeFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  return (
    <div className="ti-field">
      <span className="ti-field__label">
        {label}
        {isRequired && (
          <span className="ti-field__required" aria-hidden="true">
            *
          </span>
        )}
      </span>
      <DateTimeRange
        label={label}
        value={field.value ?? anyTime}
        onChange={field.onChange}
        hasTime={hasTime}
        isDisabled={isDisabled}
      />
      {fieldState.error !== undefined ? (
        <p className="ti-field__error">{fieldState.error.message}</p>
      ) : (
        hint !== undefined && <p className="ti-field__hint">{hint}</p>
      )}
    </div>
  );
}
