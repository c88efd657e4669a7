import * as z from 'zod';
import { comparing } from '../../contract/comparing.ts';
import { newPassword } from '../../contract/endpoints/auth.ts';

/** Names are the call's, so that the server's field errors find them. */
export const joinFormSchema = comparing(
  z.object({ new_password: newPassword, repeated: z.string('请再次填写密码').min(1, '请再次填写密码') }),
  ({ repeated }, { new_password: entered }) =>
    repeated === entered ? [] : [{ field: 'repeated', message: '两次填写的密码不一致' }],
);
