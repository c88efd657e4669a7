import { createElement } from 'react';
import { permissionDelete, permissionSave, permissionTree } from '../../contract/endpoints/permission.ts';
import { permissionTypeLabels, type PermissionType } from '../../contract/entities/access.ts';
import { roleTypes } from '../../contract/labels.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { custom, number, text, toggle } from '../../ui/form/formFields.ts';
import { numberColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';
import { LinkField } from './LinkField.tsx';

const typeIcons = { 0: 'folder', 1: 'file', 2: 'bolt' } as const;

/** The menu and what roles may be allowed (`/system-settings`), as a tree; super administrators edit it. */
export const createPermissionManagement = crudScreen({
  name: 'PermissionManagement',
  list: permissionTree,
  save: permissionSave,
  remove: permissionDelete,
  noun: '权限',
  record: 'permission',
  nameOf: (row) => row.name,
  childrenOf: (row) => row.children,
  columns: [
    textColumn('name', '名称', { width: 260 }),
    statusColumn(
      'type',
      '类型',
      (type: PermissionType) => ({ label: permissionTypeLabels[type], icon: typeIcons[type] }),
      { width: 90 },
    ),
    textColumn('page_title', '页面'),
    textColumn('code', '权限编码', { width: 160 }),
    numberColumn('sort', '排序', { width: 70 }),
    statusColumn(
      'is_show',
      '菜单',
      (isShown: boolean) => ({ label: isShown ? '显示' : '不显示', icon: isShown ? 'eye' : 'eye-slash' }),
      { width: 100 },
    ),
    numberColumn('role_num', '角色', { unit: '个', width: 80 }),
  ],
  filters: [textFilter('keyword', '关键字', { placeholder: '名称 / 页面 / 编码' })],
  fields: ({ call }) => [
    text('name', '名称', { isRequired: true }),
    number('sort', '排序', { hint: '同级按此从小到大排列' }),
    custom('type', '类型', {
      isWide: true,
      emptyValue: 1,
      render: (control, row) => createElement(LinkField, { control, row, call }),
    }),
    text('icon', '图标', { placeholder: '图标名，如 users' }),
    toggle('is_show', '显示在菜单', { hint: '不显示的页面，有权限的用户仍可打开' }),
    // Drawn beside the type.
    custom('path', '链接', { emptyValue: '', render: () => null }),
    custom('parent_id', '上级', { emptyValue: null, render: () => null }),
  ],
  formColumns: 2,
  newFrom: {
    label: '新增下级',
    isOffered: ({ type }) => type === 0,
    values: ({ id, name, children }) => ({
      parent_id: id,
      parent_name: name,
      sort: Math.max(0, ...children.map(({ sort }) => sort)) + 1,
      type: 1,
      is_show: true,
    }),
  },
  mayRemove: ({ type }) => type !== 2,
  mayEdit: ({ user }) => user.role_type === roleTypes.superAdministrator,
  whoEdits: '菜单和权限由超级管理员修改，您可以查看。',
  hint: '先建立分组，再在其下加入页面的链接。',
});
