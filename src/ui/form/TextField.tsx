import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { Icon } from '../Icon/Icon.tsx';
import type { IconName } from '../Icon/iconNames.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface TextFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  type?: 'text' | 'tel' | 'email' | 'url';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  placeholder?: string;
  icon?: IconName;
  maxLength?: number;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  hasAutoFocus?: boolean;
}

/** One line of text; its value is a string, never null. */
export function TextField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired,
  hint,
  isDisabled,
  type = 'text',
  icon,
  hasAutoFocus,
  ...rest
}: TextFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <div className="ti-input-affix">
          {icon !== undefined && <Icon name={icon} />}
          <input
            {...rest}
            {...aria}
            {...field}
            value={field.value ?? ''}
            type={type}
            className="ti-input"
            autoFocus={hasAutoFocus}
          />
        </div>
      )}
    </FieldFrame>
  );
}
