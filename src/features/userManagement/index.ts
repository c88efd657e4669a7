import { createElement } from 'react';
import { firstValueFrom, shareReplay } from 'rxjs';
import { comparing } from '../../contract/comparing.ts';
import { roleList } from '../../contract/endpoints/role.ts';
import { userAccounts, userDelete, userOrganizations, userSave } from '../../contract/endpoints/user.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { custom, text } from '../../ui/form/formFields.ts';
import { listColumn, spokenColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx';
import { selectFilter, textFilter } from '../../ui/list/filters.tsx';
import { MultiLookupField } from '../../ui/form/MultiLookupField.tsx';
import { OneTimePassword } from './OneTimePassword.tsx';
import { NoPassword } from './NoPassword.tsx';
import { RoleField } from './RoleField.tsx';
import { UserAccess } from './UserAccess.tsx';
import { missingUnits, organizationsOf } from './userRows.ts';

/** Users, what they may do and where they are signed in (`/system-settings/user-management`). */
export const createUserManagement = crudScreen({
  name: 'UserManagement',
  list: userAccounts,
  save: userSave,
  remove: userDelete,
  noun: '用户',
  record: 'user',
  importKind: 'user',
  nameOf: (row) => row.name,
  columns: [
    textColumn('account', '账号', { width: 140, isSortable: true }),
    textColumn('name', '姓名', { width: 110, isSortable: true }),
    textColumn('role_label', '角色', { width: 130 }),
    listColumn('organization_names', '单位', ({ label }: { readonly label: string }) => label),
    spokenColumn('mobile', '手机', { width: 130 }),
    statusColumn(
      'is_disabled',
      '状态',
      (isDisabled: boolean) => ({
        label: isDisabled ? '已停用' : '正常',
        icon: isDisabled ? 'ban' : 'check-circle',
      }),
      { width: 100 },
    ),
    statusColumn(
      'online',
      '在线',
      (isOnline: boolean) => ({ label: isOnline ? '在线' : '离线', icon: isOnline ? 'wifi' : 'minus' }),
      { width: 90 },
    ),
  ],
  filters: [
    textFilter('keyword', '关键字', { placeholder: '姓名 / 账号 / 手机' }),
    selectFilter<'state', 'enabled' | 'disabled'>('state', '状态', [
      { value: 'enabled', label: '正常' },
      { value: 'disabled', label: '已停用' },
    ]),
  ],
  fields: ({ call }) => {
    const roles$ = loadWithRetry(() =>
      call(roleList, { page_size: 200, sort: 'id', order: 'asc' }, { quiet: true }),
    ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
    const schema = comparing(userSave.input, async (sound) => missingUnits(sound, await firstValueFrom(roles$)));
    const fields = [
      text('account', '账号', { isRequired: true, hint: '小写字母、数字、点、短横或下划线，登录时使用' }),
      text('name', '姓名', { isRequired: true }),
      text('mobile', '手机', { type: 'tel', placeholder: '11 位数字' }),
      custom('role_id', '角色', {
        emptyValue: null,
        render: (control, row) => createElement(RoleField, { control, row, roles$ }),
      }),
      custom('organizations', '单位', {
        isWide: true,
        emptyValue: [],
        render: (control, row) =>
          createElement(MultiLookupField, {
            control,
            name: 'organizations',
            label: '单位',
            isRequired: true,
            hint: '用户可见所选单位的电梯之和；可选多个',
            initial: organizationsOf(row),
            search: (keyword, signal) => call(userOrganizations, { keyword }, { quiet: true, signal }),
          }),
      }),
    ];
    return { fields, schema };
  },
  formColumns: 2,
  formWidth: 1_000,
  shownAfterSave: ({ answer, input: { name, account }, close }) => {
    const { password, has_password: hasPassword } = userSave.output.parse(answer);
    if (password !== undefined)
      return createElement(OneTimePassword, {
        password,
        title: '用户已新建',
        name: String(name),
        account: String(account),
        onClose: close,
      });
    return hasPassword === false ? createElement(NoPassword, { onClose: close }) : null;
  },
  detail: (deps) => ({
    title: ({ row }) => (row === null ? '用户' : `${row.name}（${row.account}）`),
    render: ({ row, reload }) =>
      row === null ? null : createElement(UserAccess, { key: row.id, deps, user: row, onChanged: reload }),
  }),
  hint: '新建用户后会显示一次性密码，请当面或通过电话告知本人。用户的权限比您多时，密码由超级管理员给出。',
});
