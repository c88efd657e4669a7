import { useController, type Control } from 'react-hook-form';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { Switch } from '../../ui/form/Switch.tsx';

/** A password that is only ever written. Its value: empty to leave it as it is, null to remove it. */
export function CameraSecretField({ control }: { control: Control }) {
  const { field } = useController({ control, name: 'secret' });
  const isRemoved = field.value === null;
  return (
    <>
      {!isRemoved && (
        <PasswordField
          control={control}
          name="secret"
          label="密码"
          hint="已设置的密码不会显示；留空则保持不变"
          autoComplete="new-password"
        />
      )}
      <Switch
        label="清除已设置的密码"
        isOn={isRemoved}
        onChange={(isOn) => {
          field.onChange(isOn ? null : '');
        }}
      />
    </>
  );
}
