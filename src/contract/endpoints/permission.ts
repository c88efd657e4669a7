import * as z from 'zod';
import { comparing } from '../comparing.ts';
import { defineEndpoint } from '../endpoint.ts';
import {
  invalidLinkMessage,
  permissionFields,
  permissionNodeSchema,
  permissionTreeSchema,
  permissionTypes,
} from '../entities/access.ts';
import { pageOf } from '../envelope.ts';
import { editCalls } from '../rowCalls.ts';
import { rowQuerySchema, saveInput, saveOutput } from '../rows.ts';
import { plainText } from '../text.ts';

/** Without a place among its siblings it becomes the last of them. */
const permissionInput = saveInput(permissionFields.extend({ sort: permissionFields.shape.sort.optional() }));

export const permissionTree = defineEndpoint({
  method: 'GET',
  path: '/api/permission/menu-tree',
  permission: 'role.view',
  group: 'access',
  summary: '菜单与权限的树：分组、页面、操作',
  input: z.object({ keyword: plainText(60).optional() }),
  output: z.array(permissionTreeSchema),
});

export const permissionList = defineEndpoint({
  method: 'GET',
  path: '/api/permission/list',
  permission: 'role.view',
  group: 'access',
  summary: '权限列表',
  input: rowQuerySchema,
  output: pageOf(permissionNodeSchema),
});

export const permissionDetail = defineEndpoint({
  method: 'GET',
  path: '/api/permission',
  permission: 'role.view',
  group: 'access',
  summary: '一项权限',
  input: z.object({ id: z.coerce.number('请指定权限').int().positive('请指定权限') }),
  output: permissionNodeSchema,
});

export const { save: permissionSave, remove: permissionDelete } = editCalls({
  noun: '权限',
  path: '/api/permission',
  group: 'access',
  edit: 'role.edit',
  input: comparing(permissionInput, ({ id, type, path }) =>
    id === undefined && type === permissionTypes.page && path === ''
      ? [{ field: 'path', message: invalidLinkMessage }]
      : [],
  ),
  summaries: {
    save: '新建权限（分组，或指向已有页面的链接）；有 id 时修改，换上级即为移动',
    remove: '删除没有下级、也没有角色持有的权限',
  },
});

export const permissionEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/permission',
  permission: 'role.edit',
  group: 'access',
  summary: '修改权限',
  input: permissionInput.extend({ id: z.number('请指定权限').int().positive('请指定权限') }),
  output: saveOutput,
});
