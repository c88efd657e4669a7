import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ChannelRow } from '../../contract/entities/notification.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { FieldProps } from '../../ui/form/fieldProps.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';

interface SecretFieldProps<Values extends FieldValues> extends Pick<FieldProps<Values>, 'control' | 'name'> {
  field: ChannelRow['fields'][number];
}

/** A secret, which no one can read once it is set; 更换 asks for a new one. */
export function SecretField<Values extends FieldValues>({ control, name, field }: SecretFieldProps<Values>) {
  const [isReplacing, setReplacing] = useState(!field.is_set);
  if (!isReplacing)
    return (
      <div className="ti-field">
        <span className="ti-field__label">{field.label}</span>
        <span className="nc-secret">
          <Icon name="lock" />
          已设置
          <Button size="small" variant="plain" aria-label={`更换${field.label}`} onClick={() => setReplacing(true)}>
            更换
          </Button>
        </span>
      </div>
    );
  return (
    <PasswordField
      control={control}
      name={name}
      label={field.label}
      isRequired={field.is_required}
      autoComplete="new-password"
      hint={field.is_set ? '保存后替换原来的；留空则不变' : field.hint || '保存后不再显示'}
    />
  );
}
