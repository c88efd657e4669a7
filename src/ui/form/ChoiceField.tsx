import { useController, type FieldValues } from 'react-hook-form';
import { Icon } from '../Icon/Icon.tsx';
import type { FieldProps } from './fieldProps.ts';
import '../theme/form.css';
import './ChoiceField.css';

export interface Choice<Value extends string | number | boolean> {
  readonly value: Value;
  /** A line break in it is drawn as one. */
  readonly label: string;
}

export interface ChoiceFieldProps<
  Values extends FieldValues,
  Value extends string | number | boolean,
> extends FieldProps<Values> {
  choices: readonly Choice<Value>[];
  /** Side by side; 2 by default. */
  columns?: number;
  /** Called besides the form, for fields that depend on this one. */
  onChoose?: (value: Value) => void;
}

/** One of a few, all in sight: quicker than a list that must be opened. Arrow keys move the choice. */
export function ChoiceField<Values extends FieldValues, Value extends string | number | boolean>({
  control,
  name,
  label,
  isRequired = false,
  hint,
  isDisabled = false,
  choices,
  columns = 2,
  onChoose,
}: ChoiceFieldProps<Values, Value>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled });
  const value: unknown = field.value;
  const error = fieldState.error?.message;
  return (
    <fieldset className="ti-choice" aria-invalid={error === undefined ? undefined : true} disabled={isDisabled}>
      <legend className="ti-field__label">
        {label}
        {isRequired && (
          <span className="ti-field__required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div className="ti-choice__options" style={{ '--columns': columns }}>
        {choices.map((choice, index) => (
          <label key={String(choice.value)} className="ti-choice__option">
            <input
              type="radio"
              name={field.name}
              value={String(choice.value)}
              checked={value === choice.value}
              // Focus goes to the checked one, or to the first.
              ref={
                value === choice.value || (index === 0 && !choices.some((other) => other.value === value))
                  ? field.ref
                  : undefined
              }
              onBlur={field.onBlur}
              onChange={() => {
                field.onChange(choice.value);
                onChoose?.(choice.value);
              }}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined ? (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {error}
        </p>
      ) : (
        hint !== undefined && <p className="ti-field__hint">{hint}</p>
      )}
    </fieldset>
  );
}
