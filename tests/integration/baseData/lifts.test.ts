import { beforeEach, describe, expect, test } from 'vitest';
import { createContractDesk } from '../../../server/domain/base/contract.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { createElevatorDesk } from '../../../server/domain/base/elevator.ts';
import { giveLiftCodes } from '../../../server/domain/base/liftCodes.ts';
import { loadSettings } from '../../../server/domain/city/settings.ts';
import { findElevator } from '../../../server/queries/elevator.ts';
import { keepResponsibility } from '../../../server/domain/city/responsibility.ts';
import type { Principal } from '../../../server/access/principal.ts';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { elevatorFields, elevatorRegisterSchema } from '../../../src/contract/entities/elevatorFields.ts';
import { smallCity } from '../../support/smallCity.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, contract, liftRows, liftIds, entries } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  beforeEach(() => {
    ({ store, admin, colleague, property, stranger } = now());
  });

  const liftCodes = async () => (await liftRows(colleague)).map(({ code }) => code);
  /** A lift as its form would send it again, with a registration code as it must be today. */
  const asEdited = async (id: number) => {
    const [row] = await liftRows(colleague, { id });
    const { version, ...values } = elevatorRegisterSchema.parse(row);
    return { ...elevatorFields.parse({ ...values, registration_code: '' }), id, version };
  };
  /** Returns the companies responsible for a lift, in order. */
  const intervals = (id: number) =>
    store.rows
      .selectFrom('responsibilities')
      .select(['community_id', 'property_id', 'brand_id', 'maintenance_id', 'from_ms', 'to_ms'])
      .where('elevator_id', '=', id)
      .orderBy('from_ms')
      .execute();

  describe('a lift', () => {
    const { lift, farLift } = smallCity;
    let lifts: ReturnType<typeof createElevatorDesk>;
    let directory: Directory;
    const tower = elevatorFields.parse({
      tag: 'CH-09-01',
      addr: '9 幢 1 单元',
      registration_code: '31103399012026010009',
      internal_tag: 'A-9',
      sos_tel: '0571-90010009',
      community_id: 11,
      brand_id: 201,
      property_id: 301,
      maintenance_id: 401,
      category: 'traction',
      floor_max: 18,
      installed_on: '2026-01-10',
      put_into_use_on: '2026-02-01',
    });
    beforeEach(async () => {
      await clock.advance(Math.max(0, Date.parse('2026-11-23T10:00:00+08:00') - clock.nowMs()));
      await store.write((queries) => keepResponsibility(queries, {}, 'installation'));
      directory = await Directory.load(store);
      lifts = createElevatorDesk({
        store,
        clock,
        onTrouble,
        onChanged: ({ id }) => directory.reloadLifts({ elevatorIds: [id] }),
      });
    });

    test('is entered once with a code of its own, can ring at once, and someone is responsible for it from its first day', async () => {
      const { id, version } = await lifts.save(admin, tower);
      const [row] = await liftRows(admin, { id });
      expect(elevatorRegisterSchema.parse(row)).toMatchObject({
        ...tower,
        id,
        version,
        rescue_code: expect.stringMatching(/^[1-9]\d{5}$/),
        code: expect.stringMatching(/^[\w-]{16}$/),
        // Where its community stands.
        lng: 120.1,
        lat: 30.2,
        stateResult: '在用',
        maintenance_name: '迅达维保',
      });
      expect(directory.elevator(id)).toMatchObject({ tag: tower.tag, responsible: { maintenanceId: 401, areaId: 2 } });
      const fromMs = Date.parse('2026-01-10T00:00:00+08:00');
      expect(await intervals(id)).toEqual([
        { community_id: 11, property_id: 301, brand_id: 201, maintenance_id: 401, from_ms: fromMs, to_ms: null },
      ]);
      const [event] = await store.readStream(`elevator-${id}`);
      expect(event?.data).toMatchObject({ before: null, after: { tag: tower.tag, sos_tel: '057*-******09' } });
      expect(await lifts.remove(admin, [id])).toEqual({ removed: 1 });
      expect([directory.elevator(id), await intervals(id)]).toEqual([undefined, []]);
    });

    test('keeps code and rescue code for good, and who is responsible changes when it is said', async () => {
      const { id, version } = await lifts.save(admin, tower);
      const [before] = await liftRows(admin, { id });
      const moved = { ...tower, community_id: 12, property_id: 302, maintenance_id: 402, lng: null, lat: null };
      await clock.advance(60_000);
      await lifts.save(colleague, { ...moved, id, version });
      const [after] = await liftRows(colleague, { id, show_more: true });
      expect(after).toMatchObject({ code: before?.code, rescue_code: before?.rescue_code, lng: 120.4 });
      const [entry] = await entries(colleague, { record: 'elevator', record_id: String(id) });
      expect(entry?.changes).toContainEqual({ field: '维保单位', before: '迅达维保', after: '平安维保' });
      expect(after?.maintained_since).toBe('2026-11-23T00:00:00.000+08:00');
      const nowMs = clock.nowMs();
      expect((await intervals(id)).map(({ maintenance_id, to_ms }) => [maintenance_id, to_ms])).toEqual([
        [401, nowMs],
        [402, null],
      ]);
      expect(directory.elevator(id)?.responsible).toMatchObject({ communityName: '云锦雅苑', propertyId: 302 });
    });

    test('has numbers that no other has, each refused beside its field', async () => {
      await lifts.save(admin, { ...tower, rescue_code: '300009' });
      expect(await refusalOf(lifts.save(admin, { ...tower, rescue_code: '300009' }))).toMatchObject([
        { field: 'tag' },
        { field: 'registration_code' },
        { field: 'rescue_code' },
        { field: 'internal_tag' },
      ]);
      const bare = { ...tower, registration_code: '', internal_tag: '' };
      await lifts.save(admin, { ...bare, tag: 'CH-09-02' });
      await lifts.save(admin, { ...bare, tag: 'CH-09-03' });
    });

    test('is refused beside the field: a place elsewhere, days out of order, a company that is none', async () => {
      const wrongs: readonly (readonly [object, string])[] = [
        [{ lng: 120.4, lat: 30.4 }, 'lng'],
        [{ inspected_on: '2026-11-24' }, 'inspected_on'],
        [{ put_into_use_on: '2026-01-01' }, 'put_into_use_on'],
        [{ maintenance_id: 301 }, 'maintenance_id'],
        [{ brand_id: 999_999 }, 'brand_id'],
        [{ community_id: 999_999 }, 'community_id'],
      ];
      for (const [wrong, field] of wrongs)
        expect(await refusalOf(lifts.save(colleague, { ...tower, ...wrong }))).toMatchObject([{ field }]);
    });

    test('out of scope is one that does not exist, and none is made there or moved there', async () => {
      const settings = await loadSettings(store, clock);
      expect((await liftRows(property)).map(({ id }) => id)).toEqual([lift.id]);
      expect(await findElevator(store, settings, property, farLift.id, clock.nowMs())).toBeUndefined();
      const own = await asEdited(lift.id);
      for (const id of [farLift.id, 999_999]) {
        await expect(lifts.save(property, { ...own, id })).rejects.toThrow('电梯不存在，或您无权查看');
        await expect(lifts.remove(property, [id])).rejects.toThrow('电梯不存在，或您无权查看');
      }
      expect(await refusalOf(lifts.save(property, { ...tower, community_id: 12 }))).toMatchObject([
        { field: 'community_id' },
      ]);
      // Nor do the words about its place name a community that is none for them.
      expect(await refusalOf(lifts.save(property, { ...tower, community_id: 12, lng: 120.1, lat: 30.2 }))).toEqual([
        { field: 'community_id', message: '小区不存在，请重新选择' },
      ]);
      await expect(lifts.save(property, { ...own, property_id: 302 })).rejects.toThrow('不在您的管辖范围内');
      await expect(lifts.save(stranger, tower)).rejects.toThrow('不在您的管辖范围内');
    });

    test('changed by two people: the second learns what changed, and an old client may write over it', async () => {
      const first = {
        ...tower,
        ...(await lifts.save(admin, { ...tower, rescue_code: '300009' })),
        rescue_code: '300009',
      };
      await lifts.save(colleague, { ...first, addr: '1 幢 2 单元' });
      await expect(lifts.save(admin, { ...first, drive: '永磁同步曳引机' })).rejects.toMatchObject({
        code: 1004,
        fieldErrors: [{ field: 'addr', message: `${colleague.name}已改为“1 幢 2 单元”` }],
      });
      const { version: _unknown, ...unversioned } = first;
      await lifts.save(admin, unversioned);
      expect((await store.readStream(`elevator-${first.id}`)).at(-1)?.data).toMatchObject({ isUnversioned: true });
    });

    test('with devices, a contract or a call for help is not removed, and the refusal names them', async () => {
      await createContractDesk('maintenance', { store, clock, onTrouble }).save(colleague, contract(401, [lift.tag]));
      await expect(lifts.remove(colleague, [lift.id])).rejects.toThrow(
        '仍有 1 台设备、 1 份合同使用这个电梯，不能删除',
      );
    });

    test('that is scrapped leaves the lists and is found by its number; why it went is in its history', async () => {
      const row = await asEdited(lift.id);
      expect(await refusalOf(lifts.save(colleague, { ...row, state: 2 }))).toEqual([
        { field: 'state_reason', message: '请填写停用或报废的原因' },
      ]);
      await lifts.save(colleague, { ...row, state: 2, state_reason: '整机更新' });
      expect((await liftRows(colleague)).map(({ id }) => id)).toEqual([farLift.id]);
      for (const query of [{ state: 2 }, { keyword: lift.rescueCode }, { id: lift.id }])
        expect(await liftRows(colleague, query)).toMatchObject([{ id: lift.id, stateResult: '报废' }]);
      expect(directory.elevator(lift.id)).toMatchObject({ isScrapped: true });
      const [entry] = await entries(colleague, { record: 'elevator', record_id: String(lift.id) });
      expect(entry).toMatchObject({ record_name: lift.tag });
      expect(entry?.changes).toEqual(
        expect.arrayContaining([
          { field: '状态', before: '在用', after: '报废' },
          { field: '停用或报废原因', before: '', after: '整机更新' },
        ]),
      );
    });

    test('is chosen by its companies, its kind and when its inspection is due', async () => {
      const { id } = await lifts.save(admin, { ...tower, next_inspection_on: '2027-01-22' });
      const { id: late } = await lifts.save(admin, {
        ...tower,
        tag: 'CH-09-02',
        registration_code: '',
        internal_tag: '',
        category: 'hydraulic',
        next_inspection_on: '2026-11-22',
      });
      expect(await liftIds({ inspection: 'soon' })).toEqual([id]);
      expect(await liftRows(colleague, { id: late })).toMatchObject([{ inspection: 'overdue' }]);
      expect(await liftIds({ inspection: 'overdue' })).toEqual([late]);
      expect(await liftIds({ category: 'hydraulic' })).toEqual([late]);
      expect(await liftIds({ maintenance_id: 402 })).toEqual([farLift.id]);
      expect(await liftIds({ keyword: '2601000' })).toEqual([id]);
      expect(await liftIds({ sort: 'next_inspection_on' })).toEqual([late, id, lift.id, farLift.id]);
    });

    test('of an older store gets its code once', async () => {
      expect(await liftCodes()).toEqual(['', '']);
      await giveLiftCodes(store);
      const given = await liftCodes();
      expect(new Set(given).size).toBe(2);
      expect(given.every((code) => /^[\w-]{16}$/.test(code ?? ''))).toBe(true);
      await giveLiftCodes(store);
      expect(await liftCodes()).toEqual(given);
    });
  });
});
