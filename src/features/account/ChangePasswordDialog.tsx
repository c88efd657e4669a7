import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { CallError } from '../../contract/call.ts';
import { newPasswordHint } from '../../contract/endpoints/auth.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { changePasswordFormSchema, type ChangePasswordForm } from './changePasswordForm.ts';
import './account.css';

export interface ChangePasswordDialogProps {
  /** The account still has a password set by someone else: the dialog says why it opened, and the only alternative is to sign out. */
  isDue: boolean;
  /** Rejects with a CallError, whose field errors land beside the fields. */
  onSubmit: (form: ChangePasswordForm) => Promise<void>;
  /** Rejects with what the server would say against the new password; nothing is verified or changed. */
  onJudge: (newPassword: string) => Promise<void>;
  onClose: () => void;
}

const fieldNames = ['old_password', 'new_password', 'repeated'] as const;
const empty: ChangePasswordForm = { old_password: '', new_password: '', repeated: '' };

const placing =
  <Asked,>(ask: (asked: Asked) => Promise<void>, fields: readonly (keyof ChangePasswordForm)[]) =>
  async (asked: Asked): Promise<void> => {
    try {
      await ask(asked);
    } catch (error) {
      throw error instanceof CallError && error.fieldErrors.length > 0
        ? Object.assign(new Error(error.message), {
            errors: error.fieldErrors.filter(({ field }) => fields.some((name) => name === field)),
          })
        : error;
    }
  };

/** Change password, 800 px wide (specification, section 2). Mounted only while open, so that nothing typed is kept. */
export function ChangePasswordDialog({ isDue, onSubmit, onJudge, onClose }: ChangePasswordDialogProps) {
  const form = useForm<ChangePasswordForm>({ resolver: zodResolver(changePasswordFormSchema), defaultValues: empty });
  return (
    <FormDialog
      title="修改密码"
      isOpen
      onClose={onClose}
      form={form}
      onSubmit={placing(onSubmit, fieldNames)}
      askWhatElse={placing(({ new_password: entered }) => onJudge(entered), ['new_password'])}
      fields={fieldNames}
      maxWidth={800}
      submitLabel="保存新密码"
      {...(isDue ? { cancelLabel: '退出登录', hasCloseButton: false } : {})}
    >
      {isDue && (
        <p className="ti-account__why">
          <Icon name="info-circle" />
          您还在使用初始密码。为防止他人冒用账号操作电梯，请先设置只有您自己知道的新密码。
        </p>
      )}
      <PasswordField control={form.control} name="old_password" label="原密码" isRequired />
      <PasswordField
        control={form.control}
        name="new_password"
        label="新密码"
        isRequired
        autoComplete="new-password"
        hint={newPasswordHint}
      />
      <PasswordField
        control={form.control}
        name="repeated"
        label="再次填写新密码"
        isRequired
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
