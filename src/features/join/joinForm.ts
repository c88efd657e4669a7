import * as z from 'zod';
import { newPassword } from '../../contract/endpoints/auth.ts';

/** Names are the call's, so that the server's field errors find them. */
export const joinFormSchema = z
  .object({ new_password: newPassword, repeated: z.string('请再次填写密码') })
  .refine((form) => form.repeated === form.new_password, { path: ['repeated'], message: '两次填写的密码不一致' });
export type JoinForm = z.infer<typeof joinFormSchema>;
