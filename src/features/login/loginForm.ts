import * as z from 'zod';
import { login } from '../../contract/endpoints/auth.ts';

/** The typed values; the password becomes its MD5 only on the wire (specification, section 7). */
export const loginFormSchema = z.object({
  account: login.input.shape.account,
  password: z.string('请填写密码').min(1, '请填写密码').max(128, '密码最多 128 个字符'),
});
export type LoginForm = z.infer<typeof loginFormSchema>;
