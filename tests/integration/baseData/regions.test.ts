import { beforeEach, describe, expect, test } from 'vitest';
import { createCommunityDesk } from '../../../server/domain/base/community.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createRegionDesk, liftsFollowRegion } from '../../../server/domain/base/region.ts';
import { findCommunity } from '../../../server/queries/community.ts';
import { loadRegionTree } from '../../../server/queries/region.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { baseDataEvents } from '../../../src/contract/events/baseData.ts';
import { principalOf, smallCity } from '../../support/smallCity.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  beforeEach(() => {
    ({ store, admin, colleague, property, stranger } = now());
  });

  const newestRegion = async (id: number) => {
    const [event] = (await store.readStream(`region-${id}`)).slice(-1);
    return baseDataEvents['region.changed'].parse(event?.data).after;
  };
  const areaOf = (id: number) =>
    store.rows
      .selectFrom('areas')
      .select(['full_name', 'path', 'is_city'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  describe('a region', () => {
    const town = {
      type: 'area' as const,
      name: '湖滨街道',
      code: '330102001',
      parent_id: 2,
      is_city: true,
      visit_workers: null,
    };
    const [city, east, far] = [1, 2, 3];
    let regions: ReturnType<typeof createRegionDesk>;
    beforeEach(() => {
      regions = createRegionDesk({ store, clock, onTrouble });
    });
    test('stands in the tree with what is below it counted, and its groups in it', async () => {
      const { id } = await regions.save(colleague, town);
      const group = await regions.save(colleague, {
        ...town,
        type: 'group',
        name: '老旧小区',
        code: '',
        is_city: false,
        visit_workers: null,
      });
      const [root] = await loadRegionTree(store, colleague);
      expect(root).toMatchObject({ id: city, name: '云川市', parent_name: '', community_num: 2, elevator_num: 2 });
      expect(root?.children.map((child) => [child.id, child.community_num, child.elevator_num])).toEqual([
        [east, 1, 1],
        [far, 1, 1],
      ]);
      expect(root?.children[0]?.children).toMatchObject([
        { id, full_name: '云川市东湖区湖滨街道', parent_name: '云川市东湖区', children: [] },
        { id: group.id, type: 'group', full_name: '云川市东湖区 老旧小区' },
      ]);
      const [found] = await loadRegionTree(store, colleague, '湖滨');
      expect(found?.children.map((child) => child.children.map(({ name }) => name))).toEqual([['湖滨街道']]);
    });

    test('counts its lifts as every list and the overview do: without those that were scrapped', async () => {
      const [community] = await store.rows.selectFrom('communities').selectAll().where('area_id', '=', east).execute();
      const communityId = community?.id ?? 0;
      await store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ state: 2 }).where('community_id', '=', communityId));
      });
      const [root] = await loadRegionTree(store, colleague);
      expect(root).toMatchObject({ elevator_num: 1 });
      expect(root?.children.map((child) => child.elevator_num)).toEqual([0, 1]);
      expect(await findCommunity(store, colleague, communityId)).toMatchObject({ elevator_num: 0 });
      const used = expect(createCommunityDesk({ store, clock, onTrouble }).remove(colleague, [communityId])).rejects;
      await used.toThrow('仍有 1 台电梯（含报废 1 台）');
    });

    test('moves with everything below it, and its communities follow by name and path', async () => {
      const { id, version } = await regions.save(colleague, town);
      const below = await regions.save(colleague, { ...town, name: '一里社区', code: '', parent_id: id });
      await regions.save(colleague, {
        ...town,
        id,
        version,
        name: '湖山街道',
        parent_id: far,
        is_city: false,
        visit_workers: null,
      });
      expect(await areaOf(below.id)).toEqual({
        full_name: '云川市远山县湖山街道一里社区',
        path: `/1/3/${id}/${below.id}/`,
        is_city: 1,
      });
      expect(await newestRegion(id)).toMatchObject({
        name: '湖山街道',
        parent_id: far,
        is_city: false,
        visit_workers: null,
      });
      expect((await principalOf(store, smallCity.users.admin)).scope).toMatchObject({
        areaIds: expect.arrayContaining([id, below.id]),
      });
    });

    test('below itself is refused beside the field, and so is a seventh level', async () => {
      const { id } = await regions.save(colleague, town);
      for (const parent_id of [id, east])
        expect(
          await refusalOf(regions.save(colleague, { ...town, id: east, name: '东湖区', code: '', parent_id })),
        ).toEqual([{ field: 'parent_id', message: '不能移到自己或自己的下级之下' }]);
      let parent_id = id;
      for (const level of [4, 5, 6])
        ({ id: parent_id } = await regions.save(colleague, { ...town, name: `${level} 级`, code: '', parent_id }));
      expect(await refusalOf(regions.save(colleague, { ...town, name: '7 级', code: '', parent_id }))).toEqual([
        { field: 'parent_id', message: '区域最多 6 级' },
      ]);
    });

    test('has a code that no other has, and a name that no neighbour has', async () => {
      await regions.save(colleague, town);
      expect(await refusalOf(regions.save(colleague, { ...town, type: 'group', name: '分组' }))).toEqual([
        { field: 'code', message: '编码已被使用' },
      ]);
      expect(await refusalOf(regions.save(colleague, { ...town, code: '' }))).toEqual([
        { field: 'name', message: '同一上级下已有同名区域或分组' },
      ]);
      await regions.save(colleague, { ...town, code: '', parent_id: far });
    });

    test('outside what the caller looks after does not exist, as a row or as a parent', async () => {
      await store.write(function* (queries) {
        yield* run(
          queries
            .updateTable('user_organizations')
            .set({ org_id: east })
            .where('user_id', '=', smallCity.users.regulator),
        );
      });
      const district = await principalOf(store, smallCity.users.regulator);
      expect((await loadRegionTree(store, district)).map(({ id, name }) => [id, name])).toEqual([[east, '东湖区']]);
      await regions.save(district, town);
      const absent = [{ field: 'parent_id', message: '上级区域不存在，请重新选择' }];
      expect(await refusalOf(regions.save(district, { ...town, code: '', parent_id: far }))).toEqual(absent);
      expect(await refusalOf(regions.save(district, { ...town, code: '', parent_id: 999_999 }))).toEqual(absent);
      await expect(regions.save(district, { ...town, id: far })).rejects.toThrow('区域不存在，或您无权查看');
      await expect(regions.remove(district, [far])).rejects.toThrow('区域不存在，或您无权查看');
      // Their own root keeps its parent, which they do not see.
      await regions.save(district, {
        type: 'area',
        id: east,
        name: '东湖新区',
        code: '',
        parent_id: city,
        is_city: true,
        visit_workers: null,
      });
      expect((await loadRegionTree(store, property)).map(({ name }) => name)).toEqual(['东湖新区']);
      expect(await loadRegionTree(store, stranger)).toEqual([]);
    });

    test('with communities, regions or users is not removed, and the refusal names them', async () => {
      await expect(regions.remove(admin, [east])).rejects.toThrow('仍有 1 个小区使用这个区域，不能删除');
      await expect(regions.remove(colleague, [city])).rejects.toThrow('2 个下级区域');
      const { id } = await regions.save(colleague, town);
      expect(await regions.remove(colleague, [id])).toEqual({ removed: 1 });
    });

    /** A directory that follows changes of regions, and the far region as it is. */
    async function watchFar() {
      const directory = await Directory.load(store);
      const watched = createRegionDesk({ store, clock, onTrouble, onChanged: liftsFollowRegion(store, directory) });
      const [root] = await loadRegionTree(store, admin);
      const before = root?.children.find(({ id }) => id === far);
      return { directory, watched, before };
    }

    test('that becomes a city, or gets another name, does so for its lifts at once', async () => {
      const { directory, watched, before } = await watchFar();
      expect(directory.elevator(smallCity.farLift.id)).toMatchObject({ isCity: false });
      await watched.save(admin, {
        type: 'area',
        id: far,
        version: before?.version,
        name: '远山区',
        code: '',
        parent_id: city,
        is_city: true,
        visit_workers: null,
      });
      expect(directory.elevator(smallCity.farLift.id)).toMatchObject({
        isCity: true,
        responsible: { fullArea: '云川市远山区' },
      });
    });

    test('that is moved takes its lifts with it: rules for the region above find them there', async () => {
      const { directory, watched, before } = await watchFar();
      expect(directory.elevator(smallCity.farLift.id)?.areaIds).toEqual([city, far]);
      await watched.save(admin, {
        type: 'area',
        id: far,
        version: before?.version,
        name: '远山区',
        code: '',
        parent_id: east,
        is_city: false,
        visit_workers: null,
      });
      expect(directory.elevator(smallCity.farLift.id)?.areaIds).toEqual([city, east, far]);
    });
  });
});
