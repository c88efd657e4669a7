import { createElement } from 'react';
import type { Call } from '../../contract/call.ts';
import { permissionTree } from '../../contract/endpoints/permission.ts';
import { roleDelete, roleList, roleSave } from '../../contract/endpoints/role.ts';
import { roleLabels, roleTypes } from '../../contract/labels.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { custom, select, text, toggle } from '../../ui/form/formFields.ts';
import { numberColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';
import { RoleDetail } from './RoleDetail.tsx';
import { PermissionsField } from './PermissionsField.tsx';

/** Read again for each form and detail: the tree may have changed. */
const watchTree = (call: Call) => loadWithRetry(() => call(permissionTree, {}, { quiet: true }));

const typeOptions = roleLabels.map((label, value) => ({ value, label }));

/** Roles and what each may do (`/system-settings/role-authorization`); super administrators edit them. */
export const createRoleAuthorization = crudScreen({
  name: 'RoleAuthorization',
  list: roleList,
  save: roleSave,
  remove: roleDelete,
  noun: '角色',
  record: 'role',
  nameOf: (row) => row.name,
  columns: [
    textColumn('name', '名称', { isSortable: true }),
    textColumn('role_label', '人员类型', { width: 120, isHiddenByDefault: true }),
    statusColumn(
      'is_unscoped',
      '范围',
      (isUnscoped: boolean) => ({
        label: isUnscoped ? '全部电梯' : '按所属单位',
        icon: isUnscoped ? 'globe' : 'sitemap',
      }),
      { width: 124 },
    ),
    {
      id: 'permission_num',
      header: '权限',
      width: 72,
      align: 'right',
      cell: ({ permission_ids: ids }) => `${ids.length} 项`,
      csv: ({ permission_ids: ids }) => ids.length,
    },
    numberColumn('user_num', '用户', { unit: '名', width: 72 }),
    statusColumn(
      'is_default',
      '来源',
      (isDefault: boolean) => ({ label: isDefault ? '默认角色' : '自建角色', icon: isDefault ? 'lock' : 'user-edit' }),
      { isHiddenByDefault: true },
    ),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '名称' })],
  fields: ({ call }) => {
    const tree$ = watchTree(call);
    return [
      text('name', '名称', { isRequired: true }),
      select('role_type', '人员类型', { isRequired: true, options: typeOptions }),
      toggle('is_unscoped', '不限范围', { hint: '可见全部电梯；否则按用户所属单位' }),
      custom('permission_ids', '权限', {
        isWide: true,
        emptyValue: [],
        render: (control) => createElement(PermissionsField, { control, tree$ }),
      }),
    ];
  },
  formColumns: 2,
  detail: ({ call }) => {
    const tree$ = watchTree(call);
    return {
      title: ({ row }) => (row === null ? '角色' : `角色：${row.name}`),
      render: ({ row }) => (row === null ? null : createElement(RoleDetail, { role: row, tree$ })),
    };
  },
  mayEdit: ({ user }) => user.role_type === roleTypes.superAdministrator,
  whoEdits: '角色和权限由超级管理员修改，您可以查看。',
  mayRemove: ({ is_default: isDefault }) => !isDefault,
  hint: '默认角色之外，可按岗位建立自己的角色。',
});
