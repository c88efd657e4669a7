import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { roleFields } from '../entities/access.ts';
import { rowCalls } from '../rowCalls.ts';
import { listedRow, saveInput, saveOutput } from '../rows.ts';

const listed = {
  role_label: z.string(),
  /** Every site starts with it; it is never deleted. */
  is_default: z.boolean(),
  /** The caller may give it to a user. */
  is_assignable: z.boolean(),
  /** The number of its users whom the caller manages. */
  user_num: z.number(),
};
export const roleRowSchema = listedRow(roleFields).extend(listed);
export type RoleRow = z.output<typeof roleRowSchema>;

/** Only a super administrator defines roles; a permission alone is not enough. */
export const {
  list: roleList,
  save: roleSave,
  remove: roleDelete,
} = rowCalls({
  noun: '角色',
  path: '/api/role',
  group: 'access',
  view: 'role.view',
  edit: 'role.edit',
  fields: roleFields,
  listed,
  summaries: { remove: '删除没有用户的角色' },
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

export const roleEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/role',
  permission: 'role.edit',
  group: 'access',
  summary: '修改角色',
  input: saveInput(roleFields).extend({ id: z.number('请指定角色').int().positive('请指定角色') }),
  output: saveOutput,
});
