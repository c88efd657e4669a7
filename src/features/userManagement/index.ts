import { roleList } from '../../contract/endpoints/role.ts';
import { userAccounts, userDelete, userOrganizations, userSave } from '../../contract/endpoints/user.ts';
import { crudScreen } from '../../parts/crud/crudScreen.tsx';
import { custom, lookup, text } from '../../ui/form/formFields.ts';
import { textColumn } from '../../ui/list/columns.tsx';
import { textFilter } from '../../ui/list/filters.tsx';

/** Users and their access (`/system-settings/user-management`). */
export const createUserManagement = crudScreen({
  name: 'UserManagement',
  list: userAccounts,
  save: userSave,
  remove: userDelete,
  noun: '用户',
  record: 'user',
  nameOf: (row) => row.name,
  columns: [textColumn('account', '账号', { isSortable: true })],
  filters: [textFilter('keyword', '关键字', { placeholder: '姓名 / 账号 / 手机' })],
  fields: ({ call }) => [
    text('account', '账号', { isRequired: true }),
    text('name', '姓名', { isRequired: true }),
    text('mobile', '手机', { type: 'tel' }),
    lookup('role_id', '角色', {
      isRequired: true,
      search: async (keyword, signal) =>
        (await call(roleList, { keyword }, { quiet: true, signal })).list.map(({ id, name: label }) => ({
          value: id,
          label,
        })),
      labelOf: (row) => ('role_label' in row ? String(row.role_label) : null),
    }),
    custom('organizations', '单位', { emptyValue: [], render: () => String(userOrganizations.path) }),
  ],
  formColumns: 2,
  formWidth: 1_000,
});
