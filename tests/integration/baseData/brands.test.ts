import { beforeEach, describe, expect, test } from 'vitest';
import { createBrandDesk, type BrandValues } from '../../../server/domain/base/brand.ts';
import type { RowChange } from '../../../server/domain/rows/rowDesk.ts';
import { listBrands } from '../../../server/queries/brand.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { brandList } from '../../../src/contract/endpoints/brand.ts';
import { onTrouble, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

const renameTable = (store: EventStore, from: string, to: string) =>
  store.write(function* (queries) {
    yield* run(queries.schema.alterTable(from).renameTo(to));
  });

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let changes: RowChange<BrandValues>[];
  let brands: ReturnType<typeof createBrandDesk>;
  beforeEach(() => {
    ({ store, admin, colleague, property, stranger } = now());
    changes = [];
    brands = createBrandDesk({ store, clock, onTrouble, onChanged: (change) => void changes.push(change) });
  });

  const brandRows = async (by: Principal, query: object = {}) =>
    (await listBrands(store, by, brandList.input.parse({ sort: 'id', order: 'asc', ...query }))).list;
  const acme = { name: '通力', contact_mobile: '0512-62560000', address: '昆山' };

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
});
