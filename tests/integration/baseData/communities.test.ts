import { beforeEach, describe, expect, test } from 'vitest';
import { createCommunityDesk } from '../../../server/domain/base/community.ts';
import { createCommunityMemberDesk } from '../../../server/domain/base/communityMember.ts';
import { createCommunityNoticeDesk } from '../../../server/domain/base/communityNotice.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createRegionDesk } from '../../../server/domain/base/region.ts';
import { createPersonDesk } from '../../../server/domain/base/person.ts';
import { findCommunity, listCommunityMembers, listCommunityPeople } from '../../../server/queries/community.ts';
import { listCommunityNotices } from '../../../server/queries/communityNotice.ts';
import { keepResponsibility } from '../../../server/domain/city/responsibility.ts';
import type { Principal } from '../../../server/access/principal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { communityMembers, communityNotices } from '../../../src/contract/endpoints/community.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, communityRows, kept, entries } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  let people: ReturnType<typeof createPersonDesk>;
  beforeEach(async () => {
    ({ store, admin, colleague, property, stranger } = now());
    people = createPersonDesk({ store, clock, onTrouble, directory: await Directory.load(store) });
  });

  const memberRows = async (by: Principal) =>
    (await listCommunityMembers(store, by, communityMembers.input.parse({}))).list;

  describe('a community', () => {
    const [east, far] = [2, 3];
    const garden = {
      name: '枫桥里',
      address: '枫桥路 1 号',
      area_id: east,
      property_id: 301,
      site_type: 'residential' as const,
      lng: 120.11,
      lat: 30.21,
      group_ids: [],
      remark: '',
    };
    let communities: ReturnType<typeof createCommunityDesk>;
    let members: ReturnType<typeof createCommunityMemberDesk>;
    let group: number;
    beforeEach(async () => {
      communities = createCommunityDesk({ store, clock, onTrouble });
      members = createCommunityMemberDesk({ store, clock, onTrouble });
      ({ id: group } = await createRegionDesk({ store, clock, onTrouble }).save(colleague, {
        type: 'group',
        name: '老旧小区',
        code: '',
        parent_id: east,
        is_city: false,
        visit_workers: null,
      }));
    });
    test('is created, found by its region, property, group and kind, and removed', async () => {
      const { id, version } = await communities.save(admin, { ...garden, group_ids: [group] });
      const row = { ...garden, id, version, group_ids: [group], group_names: ['老旧小区'], full_area: '云川市东湖区' };
      expect(await findCommunity(store, admin, id)).toEqual({
        ...row,
        property_name: '安居物业',
        member_num: 0,
        elevator_num: 0,
      });
      for (const query of [{ group_id: group }, { keyword: '枫桥' }, { site_type: 'residential' }])
        expect((await communityRows(admin, query)).map((found) => found.id)).toEqual([id]);
      for (const query of [{ area_id: east }, { area_id: 1, property_id: 301 }])
        expect((await communityRows(admin, query)).map((found) => found.id)).toEqual([11, id]);
      expect(await communityRows(admin, { area_id: far, property_id: 301 })).toEqual([]);
      expect(await communities.remove(admin, [id])).toEqual({ removed: 1 });
    });

    test('that changes its property company takes along the lifts that it served, and since when is known', async () => {
      await store.write((queries) => keepResponsibility(queries, {}, 'installation'));
      const directory = await Directory.load(store);
      const row = await kept(11);
      await createCommunityDesk({
        store,
        clock,
        onTrouble,
        onChanged: ({ id }) => directory.reloadLifts({ communityIds: [id] }),
      }).save(colleague, { ...row, property_id: 302, area_id: far });
      expect(directory.elevator(smallCity.lift.id)?.responsible).toMatchObject({
        propertyId: 302,
        areaId: far,
        fullArea: '云川市远山县',
      });
      expect(
        await store.rows
          .selectFrom('responsibilities')
          .select(['property_id', 'area_id', 'to_ms'])
          .where('elevator_id', '=', smallCity.lift.id)
          .orderBy('from_ms')
          .execute(),
      ).toEqual([
        { property_id: 301, area_id: east, to_ms: clock.nowMs() },
        { property_id: 302, area_id: far, to_ms: null },
      ]);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ property_id: 302 }).where('community_id', '=', 12));
      });
      const other = await kept(12);
      await communities.save(colleague, { ...other, property_id: 301 });
      expect(await findCommunity(store, property, 12)).toMatchObject({ property_name: '安居物业', elevator_num: 1 });
    });

    test('is refused beside the field: its name, a place far away, a group elsewhere, a company that is none', async () => {
      const wrongs: readonly (readonly [object, string, string])[] = [
        [{ name: '翠湖花园' }, 'name', '该区域已有同名小区'],
        [{ lng: 121.5 }, 'lng', '位置远离该区域的其他小区，请核对经度与纬度'],
        [{ area_id: far, lng: 120.4, group_ids: [group] }, 'group_ids', '所选分组不在这个区域，请重新选择'],
        [{ group_ids: [999_999] }, 'group_ids', '所选分组不在这个区域，请重新选择'],
        [{ property_id: 401 }, 'property_id', '物业单位不存在，请重新选择'],
        [{ area_id: 999_999 }, 'area_id', '区域不存在，请重新选择'],
      ];
      for (const [wrong, field, message] of wrongs)
        expect(await refusalOf(communities.save(admin, { ...garden, ...wrong }))).toEqual([{ field, message }]);
    });

    test('that is wrong elsewhere is told also what is taken or unknown, as far as its other fields tell', async () => {
      const taken = { field: 'name', message: '该区域已有同名小区' };
      const unknown = { field: 'property_id', message: '物业单位不存在，请重新选择' };
      const wrong = { ...garden, name: '翠湖花园', lng: 'abc', property_id: 401 };
      expect(await communities.alsoWrong(admin, wrong)).toEqual([taken, unknown]);
      // Without a region nobody can say whether the name is taken in it; the company is unknown anywhere.
      expect(await communities.alsoWrong(admin, { ...wrong, area_id: null })).toEqual([unknown]);
      // The row itself has its name already, and someone else's row tells nothing.
      expect(await communities.alsoWrong(admin, { ...wrong, id: 11 })).toEqual([unknown]);
      expect(await communities.alsoWrong(property, { ...wrong, id: 12 })).toEqual([]);
      for (const nothing of [null, [], 'x', { id: 'x' }, {}])
        expect(await communities.alsoWrong(admin, nothing)).toEqual([]);
    });

    test('out of scope is one that does not exist, and none is made there or moved there', async () => {
      expect((await communityRows(property)).map(({ id }) => id)).toEqual([11]);
      expect(await communityRows(stranger)).toEqual([]);
      await expect(findCommunity(store, property, 12)).rejects.toThrow('小区不存在，或您无权查看');
      await expect(communities.save(property, { ...garden, id: 12 })).rejects.toThrow('小区不存在，或您无权查看');
      await expect(communities.remove(property, [12])).rejects.toThrow('小区不存在，或您无权查看');
      await expect(communities.save(property, garden)).rejects.toThrow('不在您的管辖范围内');
      const row = await kept(11);
      expect(await refusalOf(communities.save(property, { ...row, area_id: far }))).toEqual([
        { field: 'area_id', message: '区域不存在，请重新选择' },
      ]);
    });

    test('has notices, which stay drafts and are seen where it is', async () => {
      const notices = createCommunityNoticeDesk({ store, clock, onTrouble });
      const noticeRows = async (by: Principal) =>
        (await listCommunityNotices(store, by, communityNotices.input.parse({}))).list;
      const draft = {
        community_id: 11,
        title: '停梯通知',
        content: '更换钢丝绳',
        kind: 'outage',
        valid_from: '2026-06-02',
        valid_to: '2026-06-03',
      } as const;
      expect(await refusalOf(notices.save(property, { ...draft, valid_to: '2026-06-01' }))).toEqual([
        { field: 'valid_to', message: '结束日期不能早于开始日期' },
      ]);
      expect(await refusalOf(notices.save(property, { ...draft, community_id: 12 }))).toEqual([
        { field: 'community_id', message: '小区不存在，请重新选择' },
      ]);
      const { id } = await notices.save(property, draft);
      expect(await noticeRows(property)).toEqual([
        { ...draft, id, version: 1, community_name: '翠湖花园', state: 'draft' },
      ]);
      expect(await noticeRows(stranger)).toEqual([]);
      await expect(notices.remove(stranger, [id])).rejects.toThrow('物业公告草稿不存在');
      expect(await entries(colleague, { record: 'communityNotice' })).toMatchObject([
        { action: '新建', changes: expect.arrayContaining([{ field: '标题', before: '', after: '停梯通知' }]) },
      ]);
      await notices.remove(property, [id]);
      expect(await noticeRows(admin)).toEqual([]);
    });

    test('has members from the people in scope, each once, and is not removed while it has', async () => {
      const person = await people.save(colleague, {
        name: '周建',
        mobile: '13800001234',
        organization: '4-301',
        duties: [],
        certificates: [],
        user_id: null,
      });
      const foreign = await people.save(colleague, {
        name: '吴敏',
        mobile: '',
        organization: '4-302',
        duties: [],
        certificates: [],
        user_id: null,
      });
      expect((await listCommunityPeople(store, property, {})).map(({ label }) => label)).toEqual(['周建']);
      const guard = { community_id: 11, person_id: person.id, role: 'guard' as const };
      const { id, version } = await members.save(property, guard);
      expect(await memberRows(property)).toMatchObject([
        { ...guard, id, version, community_name: '翠湖花园', person_name: '周建', mobile: '13800001234' },
      ]);
      expect(await refusalOf(members.save(property, guard))).toEqual([
        { field: 'person_id', message: '该人员已登记在这个小区' },
      ]);
      expect(await refusalOf(members.save(property, { ...guard, person_id: foreign.id }))).toEqual([
        { field: 'person_id', message: '人员不存在，请重新选择' },
      ]);
      expect(await refusalOf(members.save(property, { ...guard, community_id: 12 }))).toEqual([
        { field: 'community_id', message: '小区不存在，请重新选择' },
      ]);
      expect(await memberRows(stranger)).toEqual([]);
      await expect(communities.remove(colleague, [11])).rejects.toThrow('仍有 1 台电梯、 1 名小区人员');
      await expect(people.remove(colleague, [person.id])).rejects.toThrow('仍有 1 个小区使用这个人员');
      expect(await members.remove(property, [id])).toEqual({ removed: 1 });
    });
  });
});
