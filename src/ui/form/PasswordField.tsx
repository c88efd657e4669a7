import { useState } from 'react';
import { useController, type FieldValues } from 'react-hook-form';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import type { FieldProps } from './fieldProps.ts';

export interface PasswordFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  placeholder?: string;
  autoComplete?: 'current-password' | 'new-password';
}

/** A password with a button that shows it. Enter submits the form as in any field. */
export function PasswordField<Values extends FieldValues>({
  control,
  name,
  label,
  isRequired,
  hint,
  isDisabled,
  autoComplete = 'current-password',
  placeholder,
}: PasswordFieldProps<Values>) {
  const { field, fieldState } = useController({ control, name, disabled: isDisabled ?? false });
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} isRequired={isRequired} hint={hint} error={fieldState.error?.message}>
      {(aria) => (
        <div className="ti-input-affix">
          <Icon name="lock" />
          <input
            {...aria}
            {...field}
            value={field.value ?? ''}
            type={isShown ? 'text' : 'password'}
            className="ti-input"
            autoComplete={autoComplete}
            placeholder={placeholder}
          />
          <IconButton
            size="small"
            icon={isShown ? 'eye-slash' : 'eye'}
            label={isShown ? '隐藏密码' : '显示密码'}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
