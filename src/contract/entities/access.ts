import * as z from 'zod';
import { defineRows } from '../defineRows.ts';
import { roleLabels } from '../labels.ts';
import { line, requiredLine } from '../rows.ts';
import { organizationRef } from './person.ts';

const rowId = z.number().int().positive();

/** The type of a menu's node: 0 groups pages, 1 is a page, 2 an action that a role may be allowed. */
export const permissionTypes = { group: 0, page: 1, action: 2 } as const;
export type PermissionType = (typeof permissionTypes)[keyof typeof permissionTypes];
export const permissionTypeLabels: Readonly<Record<PermissionType, string>> = { 0: '分组', 1: '页面', 2: '操作' };

/** Groups may stand in groups, and pages in those: as many levels as header and drawer can show. */
export const mostMenuLevels = 3;

/** The message for a link to anything but a page of the catalogue (specification, section 5). */
export const invalidLinkMessage = '链接不是对象：请从系统已有的页面中选择';

/**
 * Fields of a permission in the editor. There is no code among the fields: a page has the code of the catalogue's screen that it links to, an
 * action keeps its own.
 */
export const permissionFields = z.object({
  name: requiredLine('名称', 20),
  parent_id: rowId.nullable().default(null),
  type: z.literal([0, 1, 2], '请选择类型'),
  /** The name of a screen; empty for what is no page. */
  path: line('链接', 60).default(''),
  icon: line('图标', 30).default(''),
  sort: z.number('请填写排序').int('排序须为整数').min(0, '排序不能小于 0').max(9_999, '排序不能大于 9999'),
  is_show: z.boolean().default(true),
});

export interface PermissionNode extends z.output<typeof permissionFields> {
  readonly id: number;
  readonly version: number;
  readonly code: string;
  readonly parent_name: string;
  /** The title of the page that it links to. */
  readonly page_title: string;
  /** The number of roles that hold it. */
  readonly role_num: number;
}
export interface PermissionTree extends PermissionNode {
  readonly children: readonly PermissionTree[];
}
export const permissionNodeSchema = permissionFields.extend({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  parent_name: z.string(),
  page_title: z.string(),
  role_num: z.number(),
});
export const permissionTreeSchema: z.ZodType<PermissionTree> = permissionNodeSchema.extend({
  get children() {
    return z.array(permissionTreeSchema);
  },
});

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].toSorted((a, b) => a - b);

/** Fields of a role in the editor. Groups are in no role: they are shown for their pages. */
export const roleFields = z.object({
  name: requiredLine('名称', 20),
  role_type: z
    .number('请选择人员类型')
    .int('请选择人员类型')
    .min(0, '请选择人员类型')
    .max(roleLabels.length - 1, '请选择人员类型'),
  /** Sees every lift, whichever organisations its users belong to. */
  is_unscoped: z.boolean().default(false),
  permission_ids: z.array(rowId).max(500, '一个角色最多 500 项权限').transform(ascending).default([]),
});

/** Fields of a user in the editor. Walls have accounts of their own and are no users here. */
export const userFields = z.object({
  account: requiredLine('账号', 64),
  name: requiredLine('姓名', 30),
  mobile: line('手机', 20).regex(/^(\d{11})?$/, '手机号须为 11 位数字'),
  role_id: z.number('请选择角色').int().positive('请选择角色'),
  /** By type and id, `4-301`: the user sees the union of what they see. */
  organizations: z
    .array(organizationRef)
    .max(20, '最多 20 个单位')
    .transform((refs) => [...new Set(refs)].toSorted())
    .default([]),
});
export const unitsMissing = '请至少选择一个单位，否则该用户看不到任何电梯';
/** The pattern of a new account; older ones may have other characters. */
export const accountPattern = /^(?!wall-)[a-z0-9][a-z0-9._-]{1,31}$/;
export const accountRule = '账号为 2 至 32 位小写字母、数字、点、短横或下划线，以字母或数字开头';

/** Permissions, roles and users in the log. */
export const permissionRows = defineRows({ kind: 'permission', label: '权限', logged: permissionFields });
export const roleRows = defineRows({ kind: 'role', label: '角色', logged: roleFields });
/** In a stream of its own: the versions of `user-<id>` rise with each sign-in. */
export const accountRows = defineRows({
  kind: 'account',
  label: '用户',
  record: 'user',
  logged: userFields.extend({ account: z.string(), mobile: z.string() }),
});
