import { beforeEach, describe, expect, test } from 'vitest';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createPermissionDesk, type PermissionValues } from '../../../server/domain/base/permission.ts';
import { createRoleDesk, type RoleValues } from '../../../server/domain/base/role.ts';
import { createUserDesk, type UserValues } from '../../../server/domain/base/user.ts';
import { createPersonDesk } from '../../../server/domain/base/person.ts';
import { listRoles } from '../../../server/queries/role.ts';
import { loadPermissionTree } from '../../../server/queries/permission.ts';
import { listAccounts } from '../../../server/queries/user.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { userAccounts } from '../../../src/contract/endpoints/user.ts';
import { roleList } from '../../../src/contract/endpoints/role.ts';
import { testPasswords } from '../../support/testAccess.ts';
import { principalOf, smallCity } from '../../support/smallCity.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

const permissionRow = (values: Partial<PermissionValues>) => ({
  name: '夜班',
  parent_id: null,
  type: 0 as const,
  path: '',
  icon: '',
  is_show: true,
  ...values,
});

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, entries } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let people: ReturnType<typeof createPersonDesk>;
  beforeEach(async () => {
    ({ store, admin, colleague, property } = now());
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });

  const whoMay = async (code: string): Promise<readonly number[]> =>
    (
      await store.rows
        .selectFrom('role_permissions as rp')
        .innerJoin('permissions as p', 'p.id', 'rp.permission_id')
        .select('rp.role_id')
        .where('p.code', '=', code)
        .where('p.type', '<>', 0)
        .execute()
    ).map(({ role_id: roleId }) => roleId);
  const nodes = (path: string) =>
    store.rows.selectFrom('permissions').selectAll().where('path', '=', path).executeTakeFirstOrThrow();
  const rolesSeenBy = async (by: Principal) => {
    const { list } = await listRoles(store, by, roleList.input.parse({ page_size: 100 }));
    return list.map(({ role_type: type, is_unscoped: isUnscoped, user_num: num }) => ({ type, isUnscoped, num }));
  };
  const roleRow = async (id: number) => {
    const [row] = (await listRoles(store, colleague, roleList.input.parse({ id }))).list;
    if (row === undefined) throw new Error(`there is no role ${id}`);
    return row;
  };
  const roleValues = async (id: number): Promise<RoleValues> => {
    const { name, role_type, is_unscoped, permission_ids } = await roleRow(id);
    return { name, role_type, is_unscoped, permission_ids };
  };
  const userRow = async (id: number): Promise<UserValues> => {
    const [row] = (await listAccounts(store, colleague, () => false, userAccounts.input.parse({ id }))).list;
    if (row === undefined) throw new Error(`there is no user ${id}`);
    const { account, name, mobile, role_id, organizations } = row;
    return { account, name, mobile, role_id, organizations };
  };

  describe('who may do what', () => {
    const { users, roles, cityAreaId } = smallCity;
    let userDesk: ReturnType<typeof createUserDesk>;
    let roleDesk: ReturnType<typeof createRoleDesk>;
    let permissionDesk: ReturnType<typeof createPermissionDesk>;
    const accessChanged: (number | undefined)[] = [];
    const guard = {
      account: 'night.shift',
      name: '夜班',
      mobile: '13800001234',
      role_id: roles.dispatcher,
      organizations: [`1-${cityAreaId}`],
    };
    const nightRole: RoleValues = { name: '夜班调度', role_type: 5, is_unscoped: false, permission_ids: [] };
    const supersLeft = async () =>
      (
        await store.rows
          .selectFrom('users')
          .select('id')
          .where('role_id', '=', roles.superAdministrator)
          .where('is_disabled', '=', 0)
          .execute()
      ).length;

    beforeEach(async () => {
      const directory = await Directory.load(store);
      accessChanged.length = 0;
      const sessions = { accessChanged: (userId?: number) => void accessChanged.push(userId) };
      userDesk = createUserDesk({ store, clock, onTrouble, directory, passwords: testPasswords, sessions });
      roleDesk = createRoleDesk({ store, clock, onTrouble });
      permissionDesk = createPermissionDesk({ store, clock, onTrouble });
    });

    test('a new user gets a one-time password that is shown once, and masked words in the log', async () => {
      const { id, password } = await userDesk.save(colleague, guard);
      expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
      const stored = await store.rows.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(stored).toMatchObject({ must_change_password: 1, is_disabled: 0, account: 'night.shift' });
      const log = JSON.stringify([await store.readStream(`account-${id}`), stored]);
      expect(log).not.toContain(password);
      expect(JSON.stringify(await store.readStream(`account-${id}`))).not.toContain('13800001234');
      expect(await userRow(id)).toEqual(guard);
      expect(await entries(colleague, { record: 'user', record_id: String(id) })).toMatchObject([{ action: '新建' }]);
    });

    const holding = (...ids: readonly (number | undefined)[]): RoleValues => ({
      ...nightRole,
      permission_ids: ids.filter((id) => id !== undefined),
    });

    test('a role that was changed shows in the log which permissions it gained and lost, by name', async () => {
      const named = await store.rows
        .selectFrom('permissions')
        .select(['id', 'name'])
        .where('type', '=', 2)
        .orderBy('id')
        .execute();
      const [lost, kept, gained] = named;
      const { id, version } = await roleDesk.save(colleague, holding(lost?.id, kept?.id));
      await roleDesk.save(colleague, { ...holding(kept?.id, gained?.id), id, version });
      expect((await entries(colleague, { record: 'role', record_id: String(id) }))[0]).toMatchObject({
        action: '修改',
        changes: [{ field: '权限', before: lost?.name, after: gained?.name }],
      });
    });

    test.each([
      ['super administrator', 'superAdministrator'],
      ['administrator', 'administrator'],
    ] as const)('an administrator gives no one the role %s', async (_name, key) => {
      expect(await refusalOf(userDesk.save(admin, { ...guard, role_id: roles[key] }))).toMatchObject(
        key === 'administrator' ? [{ field: 'role_id' }] : [],
      );
      await expect(
        userDesk.save(admin, { ...(await userRow(users.dispatcher1)), id: users.dispatcher1, role_id: roles[key] }),
      ).rejects.toThrow();
      expect((await userRow(users.dispatcher1)).role_id).toBe(roles.dispatcher);
    });

    test('an administrator gives every other default role, and no role of the site’s own', async () => {
      const others = [roles.dispatcher, roles.installer, roles.property, roles.maintenance, roles.regulator];
      for (const [index, roleId] of others.entries())
        await userDesk.save(admin, { ...guard, account: `colleague${index}`, role_id: roleId });
      const { id: own } = await roleDesk.save(colleague, nightRole);
      expect(await refusalOf(userDesk.save(admin, { ...guard, role_id: own }))).toEqual([
        { field: 'role_id', message: '您无权授予“夜班调度”角色' },
      ]);
      const { id } = await userDesk.save(colleague, { ...guard, role_id: own });
      expect(await refusalOf(userDesk.save(admin, { ...guard, id, role_id: roles.installer }))).toEqual([
        { field: 'role_id', message: '您无权更换“夜班调度”角色' },
      ]);
    });

    test('nobody raises themselves: neither role nor organisations are one’s own to change', async () => {
      const own = await userRow(users.admin);
      expect(
        await refusalOf(userDesk.save(admin, { ...own, id: users.admin, role_id: roles.dispatcher })),
      ).toContainEqual({ field: 'role_id', message: '不能修改自己的角色' });
      expect(
        await refusalOf(userDesk.save(admin, { ...own, id: users.admin, organizations: [`1-${cityAreaId}`, '4-301'] })),
      ).toContainEqual({ field: 'organizations', message: '不能修改自己的单位' });
      await userDesk.save(admin, { ...own, id: users.admin, name: '关立新' });
      expect((await userRow(users.admin)).name).toBe('关立新');
    });

    test('a user is made and moved only inside what the administrator looks after', async () => {
      await expect(userDesk.save(property, { ...guard, role_id: roles.property })).rejects.toThrow(
        '保存后的用户不在您的管辖范围内',
      );
      const { id } = await userDesk.save(property, { ...guard, role_id: roles.property, organizations: ['4-301'] });
      await expect(
        userDesk.save(property, { ...guard, id, role_id: roles.property, organizations: ['4-301', '4-302'] }),
      ).rejects.toThrow('保存后的用户不在您的管辖范围内');
      expect(await refusalOf(userDesk.save(colleague, { ...guard, id, organizations: ['4-301', '4-999'] }))).toEqual([
        { field: 'organizations', message: '有单位不存在，或不在您的管辖范围内，请重新选择' },
      ]);
      expect(await refusalOf(userDesk.save(colleague, { ...guard, id, organizations: [] }))).toMatchObject([
        { field: 'organizations' },
      ]);
    });

    test('a foreign user is one that does not exist', async () => {
      const values = { ...guard, organizations: ['4-301'] };
      const [foreign, absent] = await Promise.all(
        [users.dispatcher1, 999_999].map((id) =>
          userDesk.save(property, { ...values, id }).catch((error: Error) => error),
        ),
      );
      expect(foreign).toEqual(absent);
      await expect(userDesk.remove(property, [users.super])).rejects.toThrow('人员不存在，或您无权管理');
    });

    test('an account has its own name, in letters that no one mistakes', async () => {
      await userDesk.save(admin, guard);
      expect(await refusalOf(userDesk.save(admin, guard))).toEqual([
        { field: 'account', message: '账号已被使用，请换一个' },
      ]);
      for (const account of ['Admin', 'wall-9', '管理员', 'a', '-x1'])
        expect(await refusalOf(userDesk.save(admin, { ...guard, account }))).toMatchObject([{ field: 'account' }]);
    });

    test('two super administrators who remove or demote each other at the same moment leave one', async () => {
      const second = await userDesk.save(colleague, {
        ...guard,
        account: 'super2',
        role_id: roles.superAdministrator,
        organizations: [],
      });
      const other = await principalOf(store, second.id);
      const demoted = { role_id: roles.dispatcher, organizations: ['1-1'] };
      await Promise.allSettled([
        userDesk.remove(colleague, [second.id]),
        userDesk.save(other, { ...(await userRow(users.super)), ...demoted, id: users.super }),
      ]);
      expect(await supersLeft()).toBe(1);
      const [left] = await store.rows
        .selectFrom('users')
        .select('id')
        .where('role_id', '=', roles.superAdministrator)
        .execute();
      await expect(userDesk.remove(await principalOf(store, left?.id ?? 0), [left?.id ?? 0])).rejects.toThrow(
        '不能对自己的账号执行此操作',
      );
    });

    test('a removed user leaves nothing, and its id is given to no one', async () => {
      const { id } = await userDesk.save(admin, guard);
      await userDesk.remove(admin, [id]);
      expect(accessChanged).toContain(id);
      expect(await store.rows.selectFrom('user_organizations').selectAll().where('user_id', '=', id).execute()).toEqual(
        [],
      );
      expect((await userDesk.save(admin, guard)).id).toBeGreaterThan(id);
      await expect(userDesk.save(colleague, { ...guard, id })).rejects.toThrow('人员不存在，或您无权管理');
    });

    test('a user who is a person of base data is not removed', async () => {
      await people.save(colleague, {
        name: '王芳',
        mobile: '',
        organization: '4-301',
        duties: [],
        certificates: [],
        user_id: users.property,
      });
      await expect(userDesk.remove(colleague, [users.property])).rejects.toThrow('仍有 1 名人员使用这个用户，不能删除');
    });

    test('only a super administrator defines roles, whatever permission an administrator was given', async () => {
      for (const by of [admin, { ...admin, permissions: colleague.permissions }]) {
        await expect(roleDesk.save(by, nightRole)).rejects.toThrow('只有超级管理员可以维护角色与权限');
        await expect(roleDesk.remove(by, [roles.regulator])).rejects.toThrow('只有超级管理员可以维护角色与权限');
        await expect(
          permissionDesk.save(by, {
            name: '我的',
            parent_id: null,
            type: 0,
            path: '',
            icon: '',
            is_show: true,
          }),
        ).rejects.toThrow('只有超级管理员可以维护角色与权限');
      }
    });

    test('an administrator of one area sees how many super administrators there are, and of their own people only', async () => {
      const [all, own] = [await rolesSeenBy(colleague), await rolesSeenBy(property)];
      const unlimited = all.filter(({ isUnscoped }) => isUnscoped);
      expect(unlimited.some(({ num }) => num > 0)).toBe(true);
      expect(own.filter(({ isUnscoped }) => isUnscoped)).toEqual(unlimited);
      expect(own).not.toEqual(all);
    });

    test('a role is made, counted, changed and removed, with before and after in the log', async () => {
      const page = await nodes('BrandInfo');
      const { id } = await roleDesk.save(colleague, { ...nightRole, permission_ids: [page.id, page.id] });
      expect(await roleRow(id)).toMatchObject({ permission_ids: [page.id], user_num: 0, is_default: false });
      expect(await whoMay('brand.view')).toContain(id);
      const user = await userDesk.save(colleague, { ...guard, role_id: id });
      await expect(roleDesk.remove(colleague, [id])).rejects.toThrow('仍有 1 个用户使用这个角色，不能删除');
      await roleDesk.save(colleague, { ...nightRole, id });
      expect(await whoMay('brand.view')).not.toContain(id);
      await userDesk.remove(colleague, [user.id]);
      await roleDesk.remove(colleague, [id]);
      expect((await store.readStream(`role-${id}`)).map(({ data }) => data)).toMatchObject([
        { before: null, after: { name: '夜班调度', permission_ids: [page.id] } },
        { before: { permission_ids: [page.id] }, after: { permission_ids: [] } },
        { after: null },
      ]);
      await expect(roleDesk.save(colleague, { ...nightRole, id })).rejects.toThrow('角色不存在');
      expect((await roleDesk.save(colleague, nightRole)).id).toBeGreaterThan(id);
    });

    test('a role is refused beside the field: its name, its kind, permissions that are not there', async () => {
      const group = await nodes('base-data');
      expect(await refusalOf(roleDesk.save(colleague, { ...nightRole, name: '超级管理员' }))).toEqual([
        { field: 'name', message: '已有同名角色' },
      ]);
      expect(await refusalOf(roleDesk.save(colleague, { ...nightRole, role_type: 0 }))).toMatchObject([
        { field: 'role_type' },
      ]);
      for (const id of [999_999, group.id])
        expect(await refusalOf(roleDesk.save(colleague, { ...nightRole, permission_ids: [id] }))).toMatchObject([
          { field: 'permission_ids' },
        ]);
      // A wall's role is the program's own, by its id and by its name.
      await expect(roleDesk.save(colleague, { ...nightRole, id: 900_001 })).rejects.toThrow('角色不存在');
    });

    test('the super administrator’s role keeps what gives permissions back, and no default role is removed', async () => {
      const own = await roleValues(roles.superAdministrator);
      expect(
        await refusalOf(
          roleDesk.save(colleague, { ...own, id: roles.superAdministrator, is_unscoped: false, permission_ids: [] }),
        ),
      ).toMatchObject([{ field: 'is_unscoped' }, { field: 'permission_ids' }]);
      expect(
        await refusalOf(
          roleDesk.save(colleague, { ...(await roleValues(roles.property)), id: roles.property, role_type: 0 }),
        ),
      ).toMatchObject([{ field: 'role_type' }]);
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('users').where('role_id', '=', roles.regulator));
      });
      await expect(roleDesk.remove(colleague, [roles.regulator])).rejects.toThrow('默认角色不能删除');
    });

    test('a new permission is a group or a link to a page, with the page’s own code', async () => {
      const { id: group } = await permissionDesk.save(colleague, permissionRow({}));
      const brandPage = await nodes('BrandInfo');
      expect(
        await refusalOf(permissionDesk.save(colleague, permissionRow({ name: '品牌', type: 1, path: 'BrandInfo' }))),
      ).toEqual([{ field: 'path', message: '“品牌信息”已链接到这个页面' }]);
      for (const path of ['', '/evil', 'https://example.com', 'Brandinfo', 'IntelligentDiagnosis'])
        expect(
          await refusalOf(permissionDesk.save(colleague, permissionRow({ name: '坏', type: 1, path }))),
        ).toMatchObject([{ field: 'path', message: expect.stringContaining('链接不是对象') }]);
      expect(
        await refusalOf(permissionDesk.save(colleague, permissionRow({ name: '坏', path: 'BrandInfo' }))),
      ).toHaveLength(1);
      expect(await refusalOf(permissionDesk.save(colleague, permissionRow({ name: '坏', type: 2 })))).toMatchObject([
        { field: 'type' },
      ]);
      await expect(permissionDesk.remove(colleague, [brandPage.id])).rejects.toThrow('个角色使用这个权限，不能删除');
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('role_permissions').where('permission_id', '=', brandPage.id));
      });
      await permissionDesk.remove(colleague, [brandPage.id]);
      const again = await permissionDesk.save(
        colleague,
        permissionRow({ name: '品牌', parent_id: group, type: 1, path: 'BrandInfo' }),
      );
      expect(await nodes('BrandInfo')).toMatchObject({ id: again.id, code: 'brand.view', sort: 1, parent_id: group });
      await expect(permissionDesk.remove(colleague, [group])).rejects.toThrow(
        '仍有 1 项下级权限使用这个权限，不能删除',
      );
    });

    test('the code of a permission follows no edit, so that no role gains another one by it', async () => {
      const { code: _code, ...page } = await nodes('BrandInfo');
      const kept = { ...page, type: 1 as const, is_show: true };
      expect(await refusalOf(permissionDesk.save(colleague, { ...kept, path: 'AuditLog' }))).toMatchObject([
        { field: 'path' },
      ]);
      expect(await refusalOf(permissionDesk.save(colleague, { ...kept, type: 2 }))).toMatchObject([{ field: 'type' }]);
      await permissionDesk.save(colleague, { ...kept, name: '厂家' });
      expect(await nodes('BrandInfo')).toMatchObject({ name: '厂家', code: 'brand.view' });
      const action = await store.rows
        .selectFrom('permissions')
        .select('id')
        .where('code', '=', 'brand.edit')
        .executeTakeFirstOrThrow();
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('role_permissions').where('permission_id', '=', action.id));
      });
      await expect(permissionDesk.remove(colleague, [action.id])).rejects.toThrow('操作由系统提供，不能删除');
    });

    test('the tree has no cycle, no page within a page, and no fourth level', async () => {
      const { id: top } = await permissionDesk.save(colleague, permissionRow({}));
      const { id: middle } = await permissionDesk.save(colleague, permissionRow({ parent_id: top }));
      const { id: low } = await permissionDesk.save(colleague, permissionRow({ parent_id: middle }));
      const cycle = { field: 'parent_id', message: '不能移到自己或自己的下级之下' };
      for (const parent of [top, middle, low])
        expect(
          await refusalOf(permissionDesk.save(colleague, { ...permissionRow({ parent_id: parent }), id: top })),
        ).toContainEqual(cycle);
      expect(await refusalOf(permissionDesk.save(colleague, permissionRow({ parent_id: low })))).toEqual([
        { field: 'parent_id', message: '菜单最多 3 级' },
      ]);
      const { id: other } = await permissionDesk.save(colleague, permissionRow({ name: '白班' }));
      expect(
        await refusalOf(permissionDesk.save(colleague, { ...permissionRow({ parent_id: other }), id: top })),
      ).toEqual([{ field: 'parent_id', message: '菜单最多 3 级' }]);
      const { id: page } = await nodes('BrandInfo');
      expect(await refusalOf(permissionDesk.save(colleague, permissionRow({ parent_id: page })))).toEqual([
        { field: 'parent_id', message: '上级须为分组' },
      ]);
      const tree = await loadPermissionTree(store, colleague, '夜班');
      expect(tree).toMatchObject([{ id: top, children: [{ id: middle, children: [{ id: low }] }] }]);
    });
  });
});
