import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import { createBrandDesk, type BrandValues } from '../../server/domain/brand.ts';
import { Directory } from '../../server/domain/directory.ts';
import { createPersonDesk } from '../../server/domain/person.ts';
import { listAccounts } from '../../server/queries/access.ts';
import type { RowChange } from '../../server/domain/rowDesk.ts';
import { listBrands } from '../../server/queries/brand.ts';
import { listPeople, listPersonOrganizations } from '../../server/queries/person.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import type { Principal } from '../../server/access/principal.ts';
import type { Refusal } from '../../server/domain/refusal.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { userAccounts } from '../../src/contract/endpoints/access.ts';
import { brandList } from '../../src/contract/endpoints/brand.ts';
import { personList } from '../../src/contract/endpoints/person.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const onTrouble = (_trouble: string, error: unknown) => {
  throw error;
};
const renameTable = (store: EventStore, from: string, to: string) =>
  store.write(function* (queries) {
    yield* run(queries.schema.alterTable(from).renameTo(to));
  });

describe.each(['sqlite', 'postgres'] as const)('base data on %s', (kind) => {
  const clock = new VirtualClock();
  let opened: TestStore;
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let brands: ReturnType<typeof createBrandDesk>;
  let people: ReturnType<typeof createPersonDesk>;
  let changes: RowChange<BrandValues>[];

  const brandRows = async (by: Principal, query: object = {}) =>
    (await listBrands(store, by, brandList.input.parse({ sort: 'id', order: 'asc', ...query }))).list;
  const personRows = async (by: Principal, query: object = {}) =>
    (await listPeople(store, by, personList.input.parse({ sort: 'id', order: 'asc', ...query }))).list;
  const accountIds = async (by: Principal) =>
    (await listAccounts(store, by, () => false, userAccounts.input.parse({ sort: 'id', order: 'asc' }))).list.map(
      ({ id }) => id,
    );
  const acme = { name: '通力', contact_mobile: '0512-62560000', address: '昆山' };

  beforeEach(async () => {
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createDatabase() } : {}),
    });
    ({ store } = opened);
    await writeSmallCity(store);
    const { users } = smallCity;
    [admin, colleague, property, stranger] = await Promise.all([
      principalOf(store, users.admin),
      principalOf(store, users.super),
      principalOf(store, users.property),
      principalOf(store, users.stranger),
    ]);
    changes = [];
    brands = createBrandDesk({ store, clock, onTrouble, onChanged: (change) => void changes.push(change) });
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });
  afterEach(() => opened.dispose());

  describe('a brand', () => {
    test('is created, found, edited and removed, each with before and after in the log', async () => {
      const { id, version } = await brands.save(admin, acme);
      expect(await brandRows(admin, { keyword: '通' })).toEqual([{ ...acme, id, version, elevator_num: 0 }]);
      const edited = await brands.save(admin, { ...acme, id, version, address: '苏州' });
      expect(await brandRows(admin, { id })).toMatchObject([{ address: '苏州', version: edited.version }]);
      await brands.remove(admin, [id]);
      expect(await brandRows(admin, { id })).toEqual([]);
      const logged = { ...acme, contact_mobile: '051*-******00' };
      expect(
        (await store.readStream(`brand-${id}`)).map(({ type, data, actor }) => ({ type, data, by: actor.name })),
      ).toEqual([
        { type: 'brand.changed', data: { id, before: null, after: logged }, by: admin.name },
        { type: 'brand.changed', data: { id, before: logged, after: { ...logged, address: '苏州' } }, by: admin.name },
        { type: 'brand.changed', data: { id, before: { ...logged, address: '苏州' }, after: null }, by: admin.name },
      ]);
    });

    test('gets an id above those that base data has already', async () => {
      const highest = Math.max(
        ...(await store.rows.selectFrom('organizations').select('id').execute()).map(({ id }) => id),
      );
      expect((await brands.save(admin, acme)).id).toBeGreaterThan(highest);
    });

    test('keeps its name to itself', async () => {
      await brands.save(admin, acme);
      await expect(brands.save(admin, acme)).rejects.toMatchObject({
        fieldErrors: [{ field: 'name', message: '已有同名品牌' }],
      });
      expect(await brandRows(admin, { keyword: '通力' })).toHaveLength(1);
    });

    test('shares its ids with the other companies, whose table it stands in', async () => {
      await brands.save(admin, acme);
      expect(
        await store.rows.selectFrom('ids').select('kind').where('kind', 'in', ['brand', 'organizations']).execute(),
      ).toEqual([{ kind: 'organizations' }]);
    });

    test('is counted, and refused, by the lifts that the caller may see', async () => {
      expect((await brandRows(admin, { id: 201 }))[0]?.elevator_num).toBe(2);
      expect((await brandRows(property, { id: 201 }))[0]?.elevator_num).toBe(1);
      await expect(brands.remove(property, [201])).rejects.toThrow('仍有 1 台电梯使用这个品牌，不能删除');
    });

    test('none of several is removed while something uses one, and one that is named twice goes once', async () => {
      const { id } = await brands.save(admin, acme);
      await expect(brands.remove(admin, [id, 201])).rejects.toThrow('不能删除');
      expect(await brandRows(admin, { id })).toHaveLength(1);
      expect(await brands.remove(admin, [id, id])).toEqual({ removed: 1 });
    });

    test('tells what keeps it in memory of changes alone, and a failure there leaves the save standing', async () => {
      const { id, version } = await brands.save(admin, acme);
      await brands.save(admin, { ...acme, id, version });
      await expect(brands.save(admin, { ...acme, id: 999_999 })).rejects.toThrow('品牌不存在');
      expect(changes).toEqual([{ id, before: null, after: acme }]);
      const troubles: string[] = [];
      const failing = createBrandDesk({
        store,
        clock,
        onTrouble: (trouble) => void troubles.push(trouble),
        onChanged: () => Promise.reject(new Error('away')),
      });
      expect((await failing.save(admin, { ...acme, id, version, address: '上海' })).version).toBe(version + 1);
      expect(troubles).toEqual([`品牌 ${id} 已保存，但内存中的副本没有更新`]);
    });

    test('can be created after the database failed for the first one', async () => {
      await renameTable(store, 'ids', 'lost_ids');
      await expect(brands.save(admin, acme)).rejects.toThrow('ids');
      await renameTable(store, 'lost_ids', 'ids');
      expect((await brands.save(admin, acme)).id).toBeGreaterThan(201);
    });

    test('that a lift has cannot be removed, and the refusal says how many have it', async () => {
      await expect(brands.remove(admin, [201])).rejects.toThrow('仍有 2 台电梯使用这个品牌，不能删除');
      expect(await brandRows(admin, { id: 201 })).toHaveLength(1);
    });

    test('changed by two people: the second learns what changed, and may save over it', async () => {
      const { id, version } = await brands.save(admin, acme);
      await brands.save(colleague, { ...acme, id, version, contact_mobile: '400-1' });
      await expect(brands.save(admin, { ...acme, id, version, address: '上海' })).rejects.toMatchObject({
        code: 1004,
        fieldErrors: [{ field: 'contact_mobile', message: `${colleague.name}已改为“400-1”` }],
      });
      await brands.save(colleague, { ...acme, id, version: version + 1, contact_mobile: '0512-69990000' });
      await expect(
        brands.save(admin, { ...acme, id, version: version + 1, address: '上海' }),
        'a change that the mask hides',
      ).rejects.toMatchObject({ fieldErrors: [{ field: 'contact_mobile' }] });
      await brands.save(colleague, { ...acme, id, version: version + 2, contact_mobile: '400-1' });
      const [row] = await brandRows(admin, { id });
      await brands.save(admin, { ...acme, id, version: row?.version, contact_mobile: '400-1', address: '上海' });
      expect(await brandRows(admin, { id })).toMatchObject([{ contact_mobile: '400-1', address: '上海' }]);
    });

    test('saved by an old client without a version is written, and the log records it', async () => {
      const { id } = await brands.save(admin, acme);
      await brands.save(admin, { ...acme, id, address: '无锡' });
      expect((await store.readStream(`brand-${id}`)).at(-1)?.data).toMatchObject({ isUnversioned: true });
    });

    test('saved as it is changes nothing', async () => {
      const saved = await brands.save(admin, acme);
      expect(await brands.save(admin, { ...acme, ...saved })).toEqual(saved);
      expect(await store.readStream(`brand-${saved.id}`)).toHaveLength(1);
    });

    test('out of scope is one that does not exist', async () => {
      expect(await brandRows(property)).toMatchObject([{ id: 201 }]);
      expect(await brandRows(stranger)).toEqual([]);
      await expect(brands.save(stranger, { ...acme, id: 201 })).rejects.toThrow('品牌不存在，或您无权查看');
      await expect(brands.save(stranger, { ...acme, id: 999_999 })).rejects.toThrow('品牌不存在，或您无权查看');
      await expect(brands.remove(stranger, [201])).rejects.toThrow('品牌不存在，或您无权查看');
    });

    test('two saves of one name at the same moment make one brand', async () => {
      const results = await Promise.allSettled([brands.save(admin, acme), brands.save(colleague, acme)]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });
  });

  describe('a person', () => {
    const zhou = { name: '周建', mobile: '13800001234', duties: ['worker' as const], certificates: [], user_id: null };
    const fitter = {
      ...zhou,
      organization: '5-401',
      certificates: [
        { number: 'T-2', class: 'T', expiry: '2028-01-31' },
        { number: 'T-1', class: 'T', expiry: '2027-03-31' },
      ],
    };

    test('belongs to an organisation, and shows the certificate that ends first', async () => {
      const { id } = await people.save(admin, fitter);
      expect(await personRows(admin)).toMatchObject([
        {
          id,
          name: '周建',
          organization: '5-401',
          organization_name: '迅达维保',
          certificate_expiry: '2027-03-31',
          user_name: null,
        },
      ]);
      expect(await personRows(admin, { duty: 'worker', org_type: 5, keyword: '迅达' })).toHaveLength(1);
      expect(await personRows(admin, { duty: 'safetyOfficer' })).toEqual([]);
    });

    test.each(['13800001234', '138 0000 1234', '+8613800001234'])(
      'keeps the telephone number %s out of the log',
      async (mobile) => {
        const { id } = await people.save(admin, { ...fitter, mobile });
        expect(await personRows(admin, { id })).toMatchObject([{ mobile }]);
        expect(
          JSON.stringify((await store.readStream(`person-${id}`)).map(({ data }) => data)).replaceAll(/[^\d*]/g, ''),
        ).not.toContain('13800001234');
      },
    );

    test('is linked to users whom the editor looks after; the others do not exist for them, but a link that stands may stay', async () => {
      const ours = { ...fitter, organization: '4-301' };
      const refusalOf = (user_id: number) =>
        people.save(property, { ...ours, user_id }).then(
          () => 'saved',
          (error: Refusal) => error.fieldErrors,
        );
      const absent = await refusalOf(999);
      expect(absent).toEqual([{ field: 'user_id', message: '用户不存在，请重新选择' }]);
      expect(await refusalOf(smallCity.users.regulator)).toEqual(absent);
      const { id, version } = await people.save(colleague, { ...ours, user_id: smallCity.users.regulator });
      await people.save(property, { ...ours, id, version, name: '周建国', user_id: smallCity.users.regulator });
      expect(await personRows(property, { id })).toMatchObject([
        { name: '周建国', user_id: smallCity.users.regulator },
      ]);
    });

    test('elsewhere who has the user already is not named', async () => {
      await people.save(colleague, { ...fitter, organization: '4-302', user_id: smallCity.users.property });
      await expect(
        people.save(property, { ...fitter, organization: '4-301', user_id: smallCity.users.property }),
      ).rejects.toMatchObject({
        fieldErrors: [{ field: 'user_id', message: '该用户已关联其他区域的人员' }],
      });
    });

    test('is one user at most, and a person who is a user is not removed', async () => {
      const user_id = smallCity.users.maintenance;
      const { id } = await people.save(admin, { ...fitter, user_id });
      await expect(people.save(admin, { ...fitter, user_id })).rejects.toMatchObject({
        fieldErrors: [{ field: 'user_id', message: '该用户已关联人员“周建”' }],
      });
      await expect(people.remove(admin, [id])).rejects.toThrow('仍有 1 个登录用户使用这个人员，不能删除');
    });

    test('of a foreign organisation is not seen, not changed and cannot be made', async () => {
      const { id } = await people.save(admin, { ...fitter, organization: '4-302' });
      expect(await personRows(property)).toEqual([]);
      await expect(people.save(property, { ...fitter, id, organization: '4-301' })).rejects.toThrow(
        '人员不存在，或您无权查看',
      );
      await expect(people.save(property, { ...fitter, organization: '4-302' })).rejects.toThrow('不在您的管辖范围内');
      expect((await listPersonOrganizations(store, property, { keyword: '物业' })).map(({ label }) => label)).toEqual([
        '安居物业',
      ]);
    });

    test('of an organisation that is not there is refused beside the field', async () => {
      await expect(people.save(colleague, { ...fitter, organization: '5-999' })).rejects.toMatchObject({
        fieldErrors: [{ field: 'organization' }],
      });
    });
  });

  test('the accounts to manage are those that see no lift outside one’s scope', async () => {
    const { users } = smallCity;
    expect(await accountIds(colleague)).toEqual(Object.values(users));
    expect(await accountIds(property)).toEqual([users.property, users.maintenance]);
    expect(await accountIds(stranger)).toEqual([]);
  });
});
