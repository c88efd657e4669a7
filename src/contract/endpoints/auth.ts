import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { menuNodeSchema, userInfoSchema } from '../entities/session.ts';
import { isWholeText, plainText } from '../text.ts';

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  permission: 'open',
  group: 'auth',
  summary: '登录',
  input: z.object({
    account: plainText(64, { absent: '请填写账号', tooLong: '账号最多 64 个字符' }).trim().min(1, '请填写账号'),
    password: z
      .string('请填写密码')
      .regex(/^[0-9a-f]{32}$/i, '密码须为 MD5 十六进制（32 位）')
      .transform((hex) => hex.toLowerCase()),
  }),
  output: z.object({ token: z.string(), userInfo: userInfoSchema }),
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  permission: 'signedIn',
  group: 'auth',
  summary: '退出登录',
  input: z.object({ token: plainText(300).optional() }),
  output: z.object({}),
});

export const userMenuTree = defineEndpoint({
  method: 'GET',
  path: '/api/user/menu-tree',
  permission: 'signedIn',
  group: 'access',
  summary: '当前用户的菜单',
  input: z.object({}),
  output: z.array(menuNodeSchema),
});

/** A variant of `GET /api/user`: without an id it is oneself. */
export const userDetail = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  variant: 'own',
  permission: 'signedIn',
  group: 'access',
  summary: '个人信息',
  input: z.object({ id: z.never('请求他人资料需要权限').optional() }),
  output: userInfoSchema,
});

/** Shortest password accepted; the blocklist and the account's own name are refused besides. */
export const passwordMinLength = 10;
/** The rules of a new password, beside its field. */
export const newPasswordHint = `至少 ${passwordMinLength} 个字符，不能是常见密码，也不能包含账号名`;

export const newPassword = z
  .string('请填写新密码')
  .min(passwordMinLength, `新密码至少 ${passwordMinLength} 个字符`)
  .max(128, '新密码最多 128 个字符')
  .refine(isWholeText, '新密码中有不完整的字符，请重新输入');

/**
 * A variant of `PUT /api/user`: changes one's own password. The new one is sent in plain text over TLS, so that the
 * server can judge its strength.
 */
export const changeOwnPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/user',
  variant: 'password',
  permission: 'signedIn',
  group: 'access',
  summary: '修改本人密码',
  input: z.object({
    old_password: z
      .string('请填写原密码')
      .regex(/^[0-9a-f]{32}$/i, '原密码须为 MD5 十六进制（32 位）')
      .transform((hex) => hex.toLowerCase()),
    new_password: newPassword,
  }),
  output: z.object({}),
  hashed: ['new_password'],
});
