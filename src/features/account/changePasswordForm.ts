import * as z from 'zod';
import { comparing } from '../../contract/comparing.ts';
import { changeOwnPassword } from '../../contract/endpoints/auth.ts';

/** The fields of the dialog; names are the command's, so that the server's field errors find them. */
export const changePasswordFormSchema = comparing(
  z.object({
    old_password: z.string('请填写原密码').min(1, '请填写原密码').max(128, '原密码最多 128 个字符'),
    new_password: changeOwnPassword.input.shape.new_password,
    repeated: z.string('请再次填写新密码').min(1, '请再次填写新密码'),
  }),
  ({ repeated }, { new_password: entered, old_password: old }) => [
    ...(repeated === entered ? [] : [{ field: 'repeated', message: '两次填写的新密码不一致' }]),
    ...(entered === old ? [{ field: 'new_password', message: '新密码不能与原密码相同' }] : []),
  ],
);
export type ChangePasswordForm = z.infer<typeof changePasswordFormSchema>;
