import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import { accountPattern, accountRule, userFields } from '../entities/access.ts';
import { pageOf, wireTime } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';
import { plainText } from '../text.ts';
import { newPassword } from './auth.ts';

const userId = z.number('请指定用户').int().positive('请指定用户');
const namedId = z.object({ id: userId });
const askedId = z.object({ id: z.coerce.number('请指定用户').int().positive('请指定用户') });

export const userRowSchema = listedRow(userFields).extend({
  role_label: z.string(),
  organization_names: z.array(z.object({ value: z.string(), label: z.string() })),
  is_disabled: z.boolean(),
  must_change_password: z.boolean(),
  online: z.boolean(),
});
export type UserRow = z.output<typeof userRowSchema>;

/**
 * A variant of the list of users: the accounts that the caller may manage, because every lift that they see is in the
 * caller's scope; also those that are disabled.
 */
export const userAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/user/list',
  variant: 'accounts',
  permission: 'user.view',
  group: 'access',
  summary: '可管理的账号',
  input: rowQuerySchema.extend({
    can: z.never('未知的用途').optional(),
    role_id: z.coerce.number().int().positive().optional(),
    state: z.enum(['enabled', 'disabled']).optional(),
  }),
  output: pageOf(userRowSchema),
});

/** A variant of `GET /api/user`: another's record, by its id. */
export const userRecord = defineEndpoint({
  method: 'GET',
  path: '/api/user',
  variant: 'record',
  permission: 'user.view',
  group: 'access',
  summary: '一个可管理的账号',
  input: askedId,
  output: userRowSchema,
});

/** False while nobody can sign in as the user: somebody who holds the user's permissions gives a password or a join code. */
const hasPassword = z.boolean().optional();

/** The one-time password of a new user is in this answer and nowhere else; absent if the user may do what the caller may not. */
export const userSave = defineEndpoint({
  method: 'POST',
  path: '/api/user',
  permission: 'user.edit',
  group: 'access',
  summary: '新建用户，返回一次性密码；有 id 时修改',
  input: comparing(saveInput(userFields), ({ id, account }) =>
    id === undefined && account !== undefined && !accountPattern.test(account)
      ? [{ field: 'account', message: accountRule }]
      : [],
  ),
  output: saveOutput.extend({ password: z.string().optional(), has_password: hasPassword }),
});

/** A variant of `PUT /api/user`: another's record. One's own role and organisations are for others to change. */
export const userEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/user',
  variant: 'record',
  permission: 'user.edit',
  group: 'access',
  summary: '修改用户',
  input: saveInput(userFields).extend({ id: userId }),
  output: saveOutput.extend({ has_password: hasPassword }),
});

export const userDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/user',
  permission: 'user.edit',
  group: 'access',
  summary: '删除未关联人员的用户',
  input: removeInput,
  output: removeOutput,
});

/** Returns the organisations to which a user can belong, in the caller's scope. */
export const userOrganizations = defineEndpoint({
  method: 'GET',
  path: '/api/user/organizations',
  permission: 'user.edit',
  group: 'access',
  summary: '可选的单位（名称的一部分）',
  input: z.object({ keyword: plainText(60).default('') }),
  output: z.array(z.object({ value: z.string(), label: z.string(), detail: z.string() })),
});

/** The user's live sessions, and the newest of what the log has about signing in. */
export const userSignIns = defineEndpoint({
  method: 'GET',
  path: '/api/user/sign-ins',
  permission: 'user.access',
  group: 'access',
  summary: '一个用户的在线会话与最近 50 条登录记录',
  input: askedId,
  output: z.object({
    /** The expiry of a join code that no one has used yet. */
    join_code_expires_at: wireTime.nullable(),
    sessions: z.array(
      z.object({ id: z.string(), ip: z.string(), browser: z.string(), signed_in_at: wireTime, last_seen_at: wireTime }),
    ),
    records: z.array(
      z.object({ id: z.number(), at: wireTime, action: z.string(), ip: z.string(), actor_name: z.string() }),
    ),
  }),
});

/**
 * A code that opens `/join/<code>` once, for this user alone: the person sets a password there. A new one takes the place of the one
 * before. The code is in this answer and nowhere else.
 */
export const userJoinCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/join-qrcode',
  permission: 'user.access',
  group: 'access',
  summary: '生成加入二维码：本人扫码设置密码，24 小时内有效，仅可用一次',
  input: namedId,
  output: z.object({ code: z.string(), path: z.string(), expires_at: wireTime }),
});

export const userJoinCodeRevoke = defineEndpoint({
  method: 'POST',
  path: '/api/user/join-qrcode/revoke',
  permission: 'user.access',
  group: 'access',
  summary: '撤销加入二维码',
  input: namedId,
  output: z.object({}),
});

const joinCode = z.string('加入码无效').regex(/^[\w-]{22}$/, '加入码无效');

export const joinLook = defineEndpoint({
  method: 'POST',
  path: '/api-open/join/look',
  permission: 'open',
  group: 'access',
  summary: '加入码属于哪个账号',
  input: z.object({ code: joinCode }),
  output: z.object({ account: z.string(), name: z.string(), expires_at: wireTime }),
});

/** Every session of the account ends; the code is used up. */
export const joinAccept = defineEndpoint({
  method: 'POST',
  path: '/api-open/join',
  permission: 'open',
  group: 'access',
  summary: '凭加入码设置账号的密码',
  input: z.object({ code: joinCode, new_password: newPassword }),
  output: z.object({ account: z.string() }),
  hashed: ['new_password'],
});
