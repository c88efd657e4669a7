import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBrandDesk } from '../../server/domain/base/brand.ts';
import type { Principal } from '../../server/access/principal.ts';
import { exportHandlers } from '../../server/http/handlers/exports.ts';
import type { SignedInRequest } from '../../server/http/handlers.ts';
import { SentFile } from '../../server/http/sentFile.ts';
import type { ImportDesk } from '../../server/imports/importDesk.ts';
import { Imports } from '../../server/imports/imports.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { listAudit } from '../../server/queries/audit.ts';
import { listCommunities } from '../../server/queries/community.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import type { ParsedInputOf } from '../../src/contract/endpoint.ts';
import { auditList } from '../../src/contract/endpoints/audit.ts';
import { communityList } from '../../src/contract/endpoints/community.ts';
import { exportList as exportListCall } from '../../src/contract/endpoints/exports.ts';
import { failOnTrouble, openImportDesks } from '../support/importDesks.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { postgresOfFile } from '../support/postgresOfFile.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

const postgres = postgresOfFile();

const { users, roles } = smallCity;
const rowNum = 40;
/** Rows that are written together: none after these. */
const portion = 8;

describe.each(['sqlite', 'postgres'] as const)('long work on %s', (kind) => {
  const clock = new VirtualClock();
  let opened: TestStore;
  let store: EventStore;
  let admin: Principal;
  let chief: Principal;
  let imports: Imports;

  const disable = () =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', users.admin));
    });
  const narrowRole = () =>
    store.write(function* (queries) {
      const [permission] = yield* run(
        queries.selectFrom('permissions').select('id').where('code', '=', 'community.edit'),
      );
      yield* run(
        queries
          .deleteFrom('role_permissions')
          .where('role_id', '=', roles.administrator)
          .where('permission_id', '=', permission?.id ?? 0),
      );
    });
  const narrowScope = () =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('user_organizations').set({ org_id: 3 }).where('user_id', '=', users.admin));
    });
  const resetPassword = () =>
    store.write(function* (queries) {
      yield* run(queries.updateTable('users').set({ must_change_password: 1 }).where('id', '=', users.admin));
    });
  const cuts = [
    ['disabled', disable, '账号已停用或删除'],
    ['given a role with less', narrowRole, '角色的权限已减少'],
    ['given a smaller scope', narrowScope, '负责的范围已变更'],
    ['given a one-time password', resetPassword, '密码已被重置，须先修改密码'],
  ] as const;

  /** Imports whose worker is cut off as soon as this many rows were written, or taken back. */
  const cutAfter = async (rows: number, what: 'write' | 'revert', cut: () => Promise<unknown>) => {
    const desks = await openImportDesks(store, clock);
    let left = rows;
    const counted = async <Result>(doing: Promise<Result>): Promise<Result> => {
      const result = await doing;
      left -= 1;
      if (left === 0) await cut();
      return result;
    };
    const community: ImportDesk = {
      ...desks.community,
      ...(what === 'write'
        ? { write: (...row: Parameters<ImportDesk['write']>) => counted(desks.community.write(...row)) }
        : { revert: (...row: Parameters<ImportDesk['revert']>) => counted(desks.community.revert(...row)) }),
    };
    imports = new Imports({ store, clock, onTrouble: failOnTrouble, desks: { ...desks, community } });
  };
  const upload = async (name = '区') => {
    const head = ['名称', '区域', '经度', '纬度'];
    const rows = Array.from({ length: rowNum }, (_, index) => [`${name}${index}`, '东湖区', '120.1', '30.2']);
    const id = await imports.upload(admin, 'community', '小区.xlsx', await sheetOf([head, ...rows]));
    await imports.settled();
    return id;
  };
  const commit = async (id: number) => {
    await imports.commit(admin, id);
    await imports.settled();
  };
  const communityNum = async () => (await store.rows.selectFrom('communities').select('id').execute()).length;
  const reasons = async () =>
    (await listAudit(store, chief, auditList.input.parse({ record: 'user' }))).list
      .filter(({ action }) => action === '操作中途停止')
      .map(({ record_id: id, changes }) => [id, changes.map(({ after }) => after).join()]);

  beforeEach(async () => {
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createMigratedDatabase() } : {}),
    });
    ({ store } = opened);
    await writeSmallCity(store);
    [admin, chief] = await Promise.all([principalOf(store, users.admin), principalOf(store, users.super)]);
  });
  afterEach(() => opened.dispose());

  test.each(cuts)(
    'an import whose user is %s writes no further portion, keeps what is whole, says why, and can be taken back by others',
    async (_what, cut, why) => {
      await cutAfter(3, 'write', cut);
      const id = await upload();
      await commit(id);
      const outcome = `写入已中止：已写入的 ${portion} 行保留，其余 ${rowNum - portion} 行没有写入`;
      expect(await imports.find(id)).toMatchObject({ state: 'stopped', note: `操作人“关立”${why}，${outcome}` });
      expect(await communityNum()).toBe(2 + portion);
      expect(await reasons()).toEqual([[String(users.admin), `导入“小区.xlsx”：${why}，${outcome}`]]);

      await imports.undo(chief, id);
      await imports.settled();
      expect(await imports.find(id)).toMatchObject({ state: 'undone', note: '' });
      expect(await communityNum()).toBe(2);
    },
  );

  test.each(cuts)(
    'a restart does not go on with the import of a user who was %s meanwhile',
    async (_what, cut, why) => {
      await cutAfter(rowNum, 'write', () => Promise.reject(new Error('not reached')));
      const id = await upload();
      // As a server leaves it that ends right after the confirmation.
      const found = await imports.find(id);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('imports').set({ state: 'writing' }).where('id', '=', id));
      });
      expect(found?.worker).toBeTruthy();
      await cut();
      const before = await store.head();
      await imports.resume();
      await imports.settled();
      expect(await imports.find(id)).toMatchObject({ state: 'stopped', note: expect.stringContaining(`“关立”${why}`) });
      expect((await store.readAll(before)).map(({ type }) => type)).toEqual(['user.workStopped']);
      expect(await communityNum()).toBe(2);
    },
  );

  test('the check of a file ends with its user', async () => {
    await cutAfter(1, 'write', disable);
    const file = await sheetOf([
      ['名称', '区域', '经度', '纬度'],
      ['甲', '东湖区', '120.1', '30.2'],
    ]);
    await disable();
    const id = await imports.upload(admin, 'community', '小区.xlsx', file);
    await imports.settled();
    expect(await imports.find(id)).toMatchObject({
      state: 'stopped',
      note: '操作人“关立”账号已停用或删除，检查已中止，没有写入任何数据',
    });
    await expect(imports.undo(chief, id)).rejects.toThrow('这次导入没有写入任何行，无需撤销');
  });

  test('undoing ends with its user, and others finish it', async () => {
    await cutAfter(3, 'revert', disable);
    const id = await upload();
    await commit(id);
    expect(await communityNum()).toBe(2 + rowNum);
    await imports.undo(admin, id);
    await imports.settled();
    expect(await imports.find(id)).toMatchObject({
      state: 'stopped',
      note: `操作人“关立”账号已停用或删除，退回已中止：还有 ${rowNum - portion} 行没有退回`,
    });
    await imports.undo(chief, id);
    await imports.settled();
    expect(await imports.find(id)).toMatchObject({ state: 'undone' });
    expect(await communityNum()).toBe(2);
  });

  test('work goes on while its user gains rights', async () => {
    await cutAfter(3, 'write', () =>
      store.write(function* (queries) {
        yield* run(
          queries.updateTable('users').set({ role_id: roles.superAdministrator }).where('id', '=', users.admin),
        );
      }),
    );
    const id = await upload();
    await commit(id);
    expect(await imports.find(id)).toMatchObject({ state: 'done' });
  });

  test.each(cuts)('an export whose user is %s ends broken, and the audit says why', async (_what, cut, why) => {
    await store.write(function* (queries) {
      yield* run(
        queries.insertInto('communities').values(
          Array.from({ length: 300 }, (_, index) => ({
            id: 1_000 + index,
            name: `区${index}`,
            address: '',
            area_id: 2,
            lng: 120.1,
            lat: 30.2,
          })),
        ),
      );
    });
    const { exportList } = exportHandlers({ store, clock }, () => ({
      communityList: (query: ParsedInputOf<typeof communityList>, { principal }: SignedInRequest) =>
        listCommunities(store, principal, query),
    }));
    const asked = exportListCall.input.parse({
      path: communityList.path,
      variant: communityList.variant,
      query: {},
      columns: [{ field: 'name', header: '名称', as: 'text' }],
      format: 'csv',
      name: '小区',
    });
    const request: SignedInRequest = {
      principal: admin,
      ip: '127.0.0.1',
      agent: '',
      file: undefined,
      cookie: '',
      isEncrypted: false,
      origin: '',
      token: '',
      setCookie: () => undefined,
      clearCache: () => undefined,
    };
    const body = async () => {
      const file = await exportList(asked, request);
      if (!(file instanceof SentFile) || file.body instanceof Uint8Array) throw new Error('no stream');
      return file.body;
    };
    expect((await buffer(await body())).toString().trim().split('\n')).toHaveLength(303);
    const second = await body();
    await cut();
    await expect(buffer(second)).rejects.toThrow(why);
    expect(await reasons()).toEqual([[String(users.admin), `导出“小区”：${why}，导出已中止，文件不完整`]]);
  });

  test('removing many rows ends with its user, and says how many are gone', async () => {
    let removed = 0;
    const brands = createBrandDesk({
      store,
      clock,
      onTrouble: failOnTrouble,
      onChanged: async ({ after }) => {
        if (after !== null) return;
        removed += 1;
        if (removed === 1) await disable();
      },
    });
    const ids: number[] = [];
    for (let index = 0; index < 25; index += 1)
      ids.push((await brands.save(admin, { name: `牌${index}`, contact_mobile: '', address: '' })).id);
    await expect(brands.remove(admin, ids)).rejects.toThrow('账号已停用或删除，已完成 20 条，其余 5 条没有执行');
    expect(removed).toBe(20);
    expect(await reasons()).toEqual([
      [String(users.admin), '删除品牌：账号已停用或删除，已完成 20 条，其余 5 条没有执行'],
    ]);
  });
});
