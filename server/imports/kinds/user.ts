import { userFields } from '../../../src/contract/entities/access.ts';
import { mayAssign } from '../../access/assignment.ts';
import { readRoles } from '../../access/roles.ts';
import { readSteps } from '../../domain/readSteps.ts';
import type { UserDesk } from '../../domain/base/user.ts';
import { codeColumn, lookupColumn, lookupsColumn, textColumn, type ImportColumn } from '../columns.ts';
import { importDesk, textsOf, type ImportDesk } from '../importDesk.ts';
import { namedOrganizations } from '../named.ts';

export const userColumns: readonly ImportColumn[] = [
  codeColumn('account', '账号', {
    isRequired: true,
    isUnique: true,
    aliases: ['登录账号', '帐号', '用户名', '登录名'],
  }),
  textColumn('name', '姓名', { isRequired: true, aliases: ['用户姓名', '名字'] }),
  codeColumn('mobile', '手机', { isTelephone: true, aliases: ['手机号', '手机号码', '联系电话', '电话'] }),
  lookupColumn('role_id', '角色', 'role', { isRequired: true, aliases: ['用户角色'] }),
  lookupsColumn('organizations', '单位', 'organization', { width: 36, aliases: ['所属单位', '单位名称', '管辖单位'] }),
];

/** Users: one is known by the account. New ones sign in once someone has reset their password or given them a join code. */
export const userImport = (desk: UserDesk): ImportDesk =>
  importDesk({
    kind: 'user',
    columns: userColumns,
    fields: userFields,
    batch: desk.batch,
    takenFields: ['account'],
    defaults: { mobile: '' },
    names: {
      organization: namedOrganizations,
      async role(reads, by) {
        return (await readSteps(reads, readRoles(reads)))
          .filter((role) => mayAssign(by, role))
          .map(({ id, name }) => ({ value: id, name, fullName: name }));
      },
    },
    keyOf: () => undefined,
    async match(reads, rows) {
      const accounts = textsOf(rows, 'account');
      const found = await reads
        .selectFrom('users')
        .select(['id', 'account'])
        .where('account', 'in', accounts)
        .execute();
      return rows.map((row) => found.filter(({ account }) => account === row.get('account')).map(({ id }) => id));
    },
    async afterRows(changes) {
      for (const change of changes) await desk.onChanged(change);
    },
  });
