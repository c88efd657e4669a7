import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { roleFields } from '../entities/access.ts';
import { pageOf } from '../envelope.ts';
import { listedRow, removeInput, removeOutput, rowQuerySchema, saveInput, saveOutput } from '../rows.ts';

export const roleRowSchema = listedRow(roleFields).extend({
  role_label: z.string(),
  /** Every site starts with it; it is never deleted. */
  is_default: z.boolean(),
  /** The caller may give it to a user. */
  is_assignable: z.boolean(),
  /** Of the users whom the caller manages. */
  user_num: z.number(),
});
export type RoleRow = z.output<typeof roleRowSchema>;

export const roleList = defineEndpoint({
  method: 'GET',
  path: '/api/role/list',
  permission: 'role.view',
  group: 'access',
  summary: '角色列表',
  input: rowQuerySchema,
  output: pageOf(roleRowSchema),
});

export const roleDetail = defineEndpoint({
  method: 'GET',
  path: '/api/role',
  permission: 'role.view',
  group: 'access',
  summary: '一个角色',
  input: z.object({ id: z.coerce.number('请指定角色').int().positive('请指定角色') }),
  output: roleRowSchema,
});

/** Only a super administrator defines roles; a permission alone is not enough. */
export const roleSave = defineEndpoint({
  method: 'POST',
  path: '/api/role',
  permission: 'role.edit',
  group: 'access',
  summary: '新建角色；有 id 时修改',
  input: saveInput(roleFields),
  output: saveOutput,
});

export const roleEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/role',
  permission: 'role.edit',
  group: 'access',
  summary: '修改角色',
  input: saveInput(roleFields).extend({ id: z.number('请指定角色').int().positive('请指定角色') }),
  output: saveOutput,
});

export const roleDelete = defineEndpoint({
  method: 'DELETE',
  path: '/api/role',
  permission: 'role.edit',
  group: 'access',
  summary: '删除没有用户的角色',
  input: removeInput,
  output: removeOutput,
});
