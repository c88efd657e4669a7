import { beforeEach, describe, expect, test } from 'vitest';
import { createCompanyDesk } from '../../../server/domain/base/company.ts';
import { createContractDesk, startDueContracts } from '../../../server/domain/base/contract.ts';
import { Directory } from '../../../server/domain/city/directory.ts';
import { findCompany, listCompanies, listContracts } from '../../../server/queries/company.ts';
import { cachedReads } from '../../../server/queries/cachedReads.ts';
import { keepResponsibility } from '../../../server/domain/city/responsibility.ts';
import { VirtualClock } from '../../../server/runtime/virtualClock.ts';
import type { Principal } from '../../../server/access/principal.ts';
import type { Refusal } from '../../../server/domain/refusal.ts';
import { run, type EventStore } from '../../../server/store/eventStore.ts';
import { maintenanceCalls } from '../../../src/contract/endpoints/company.ts';
import { principalOf, smallCity } from '../../support/smallCity.ts';
import type { CompanyKind } from '../../../src/contract/entities/company.ts';
import { onTrouble, refusalOf, withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('on %s', (_database, createDatabase) => {
  const { now, clock, day, contract } = withBaseData(createDatabase);
  let store: EventStore;
  let admin: Principal;
  let colleague: Principal;
  let property: Principal;
  let stranger: Principal;
  beforeEach(() => {
    ({ store, admin, colleague, property, stranger } = now());
  });

  const companyRows = async (by: Principal, query: object = {}) =>
    (await listCompanies(store, by, 'maintenance', maintenanceCalls.list.input.parse({ order: 'asc', ...query }))).list;
  const contractRows = async (by: Principal, query: object = {}) =>
    (await listContracts(store, by, 'maintenance', maintenanceCalls.contracts.input.parse(query), clock.nowMs())).list;
  const maintainersOf = async (id: number) =>
    (
      await store.rows
        .selectFrom('responsibilities')
        .select(['maintenance_id', 'from_ms', 'to_ms'])
        .where('elevator_id', '=', id)
        .orderBy('from_ms')
        .execute()
    ).map(({ maintenance_id, from_ms, to_ms }) => [maintenance_id, from_ms, to_ms]);

  describe('a maintenance company', () => {
    const company = {
      name: '恒升维保',
      contact_mobile: '0512-62560000',
      duty_phone: '0512-62561110',
      address: '工业路 9 号',
      licence_class: 'A2',
      licence_number: 'TS3310001',
      licence_expiry: '2027-03-31',
      insurer: '太平',
      insurance_number: 'YB1',
      insurance_expiry: '2026-12-31',
      contacts: [{ name: '李工', position: '调度', mobile: '13800001234' }],
    };
    const [xunda, pingan] = [401, 402];
    let companies: ReturnType<typeof createCompanyDesk>;
    let contracts: ReturnType<typeof createContractDesk>;
    let maintainer: Principal;
    beforeEach(async () => {
      companies = createCompanyDesk('maintenance', { store, clock, onTrouble });
      contracts = createContractDesk('maintenance', { store, clock, onTrouble });
      maintainer = await principalOf(store, smallCity.users.maintenance);
    });

    test('is kept with its licence, insurance and contacts; the log masks every telephone number', async () => {
      const saved = await companies.save(admin, company);
      expect(await findCompany(store, admin, 'maintenance', saved.id)).toEqual({
        ...company,
        rating: '',
        rated_on: '',
        ...saved,
        elevator_num: 0,
        contract_num: 0,
      });
      const logged = JSON.stringify((await store.readStream(`maintenance-${saved.id}`)).map(({ data }) => data));
      for (const number of ['13800001234', '62560000', '62561110']) expect(logged).not.toContain(number);
      expect(
        await store.rows.selectFrom('organizations').select('id').where('name', '=', company.name).execute(),
      ).toEqual([{ id: saved.id }]);
    });

    test('is rated A to D on a day that has come; an older client leaves the rating as it is, and property companies have none', async () => {
      const rated = { ...company, rating: 'B', rated_on: '2025-12-20' } as const;
      const { id } = await companies.save(admin, rated);
      await companies.save(admin, { ...company, id, address: '工业路 10 号' });
      expect(await findCompany(store, admin, 'maintenance', id)).toMatchObject({
        address: '工业路 10 号',
        rating: 'B',
        rated_on: '2025-12-20',
      });
      const wrong = (values: object, kind: CompanyKind = 'maintenance') =>
        refusalOf(
          createCompanyDesk(kind, { store, clock, onTrouble }).save(admin, { ...rated, name: '新', ...values }),
        );
      expect(await wrong({ rated_on: '' })).toEqual([{ field: 'rated_on', message: '请选择考评日期' }]);
      expect(await wrong({ rated_on: '2099-01-01' })).toEqual([
        { field: 'rated_on', message: '此日期尚未到来，请核对' },
      ]);
      expect(await wrong({}, 'property')).toEqual([{ field: 'rating', message: '只有维保单位有考评等级，请清空' }]);
    });

    test('keeps its name to itself among its kind, and may be called as a property company is', async () => {
      await expect(companies.save(admin, { ...company, name: '迅达维保' })).rejects.toMatchObject({
        fieldErrors: [{ field: 'name', message: '已有同名维保单位' }],
      });
      await companies.save(admin, { ...company, name: '安居物业' });
    });

    test('with lifts and a contract is not removed, and the refusal names both', async () => {
      await contracts.save(colleague, contract(xunda, [smallCity.lift.tag]));
      await expect(companies.remove(colleague, [xunda])).rejects.toThrow(
        '仍有 1 台电梯、 1 份合同、 1 个用户使用这个维保单位，不能删除',
      );
    });

    test('out of scope is one that does not exist, and a property company is none either', async () => {
      expect((await companyRows(maintainer)).map(({ id }) => id)).toEqual([xunda]);
      expect((await companyRows(property)).map(({ id }) => id)).toEqual([xunda]);
      expect(await companyRows(stranger)).toEqual([]);
      for (const id of [pingan, 301, 999_999]) {
        await expect(companies.save(maintainer, { ...company, id })).rejects.toThrow('维保单位不存在，或您无权查看');
        await expect(findCompany(store, maintainer, 'maintenance', id)).rejects.toThrow('维保单位不存在，或您无权查看');
      }
    });

    test('becomes responsible for the lifts of a contract that runs, from the moment it is saved', async () => {
      await store.write((queries) => keepResponsibility(queries, {}, 'installation'));
      const installedMs = Date.UTC(2019, 4, 1);
      expect(await maintainersOf(smallCity.lift.id)).toEqual([[xunda, installedMs, null]]);
      await contracts.save(colleague, contract(pingan, [smallCity.lift.tag]));
      const nowMs = clock.nowMs();
      expect(await maintainersOf(smallCity.lift.id)).toEqual([
        [xunda, installedMs, nowMs],
        [pingan, nowMs, null],
      ]);
      expect((await companyRows(colleague, { id: pingan }))[0]).toMatchObject({ elevator_num: 2, contract_num: 1 });
      // Saved once more it changes nothing.
      await store.write((queries) => keepResponsibility(queries, {}, clock.nowMs()));
      expect(await maintainersOf(smallCity.lift.id)).toHaveLength(2);
    });

    test('keeps its lifts when its contract ends or is removed, and gets none by one that has not begun', async () => {
      const { id } = await contracts.save(colleague, contract(pingan, [smallCity.lift.tag]));
      await contracts.remove(colleague, [id]);
      expect((await companyRows(colleague, { id: pingan }))[0]).toMatchObject({ elevator_num: 2, contract_num: 0 });
      await contracts.save(colleague, contract(xunda, [smallCity.lift.tag], { starts_on: day(10) }));
      expect((await contractRows(colleague))[0]).toMatchObject({ state: 'planned', org_name: '迅达维保' });
      expect((await companyRows(colleague, { id: xunda }))[0]).toMatchObject({ elevator_num: 0 });
    });

    test('takes over the lifts of a contract on its first day, once: a change by hand after that stays', async () => {
      const directory = await Directory.load(store);
      const start = () => startDueContracts({ store, clock, directory });
      await start();
      await contracts.save(colleague, contract(pingan, [smallCity.lift.tag], { starts_on: day(2) }));
      let counted = 100;
      const total = async () => (await cachedReads(store))('lifts of 平安维保', () => Promise.resolve((counted += 1)));
      await clock.advance(86_400_000);
      await start();
      expect(directory.elevator(smallCity.lift.id)?.responsible.maintenanceId).toBe(xunda);
      expect([await total(), await total()]).toEqual([101, 101]);
      await clock.advance(2 * 86_400_000);
      await start();
      expect([await total(), await total()]).toEqual([102, 102]);
      expect(directory.elevator(smallCity.lift.id)?.responsible).toMatchObject({
        maintenanceId: pingan,
        maintenanceName: '平安维保',
      });
      expect((await maintainersOf(smallCity.lift.id)).at(-1)).toEqual([pingan, clock.nowMs(), null]);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ maintenance_id: xunda }).where('id', '=', smallCity.lift.id));
      });
      await clock.advance(86_400_000);
      await start();
      expect((await companyRows(colleague, { id: xunda }))[0]).toMatchObject({ elevator_num: 1 });
    });

    test('begins also when the city in memory could not be read again at first, and after a clock that was years ahead', async () => {
      const directory = await Directory.load(store);
      let isAway = true;
      const reloadLifts: Directory['reloadLifts'] = (which) =>
        isAway ? Promise.reject(new Error('the database is away')) : directory.reloadLifts(which);
      const start = () => startDueContracts({ store, clock, directory: { reloadLifts } });
      await startDueContracts({ store, clock: new VirtualClock(clock.nowMs() + 3_000 * 86_400_000), directory });
      await contracts.save(colleague, contract(pingan, [smallCity.lift.tag], { starts_on: day(1) }));
      await clock.advance(86_400_000);
      await expect(start()).rejects.toThrow('away');
      isAway = false;
      await start();
      expect(directory.elevator(smallCity.lift.id)?.responsible.maintenanceId).toBe(pingan);
    });

    test('has one contract for a lift at a time', async () => {
      await contracts.save(colleague, contract(xunda, [smallCity.lift.tag]));
      await expect(
        contracts.save(colleague, contract(pingan, [smallCity.lift.tag], { number: 'WB-2', starts_on: day(300) })),
      ).rejects.toMatchObject({
        fieldErrors: [{ field: 'elevators', message: `电梯 ${smallCity.lift.tag} 在此期间已列入合同“WB-1”` }],
      });
      await contracts.save(
        colleague,
        contract(pingan, [smallCity.lift.tag], { number: 'WB-2', starts_on: day(301), ends_on: day(600) }),
      );
    });

    test('has contracts that are seen whole or not at all, and knows no lift outside the caller’s scope', async () => {
      const both = await contracts.save(colleague, contract(pingan, [smallCity.lift.tag, smallCity.farLift.tag]));
      expect((await contractRows(admin)).map(({ id }) => id)).toEqual([both.id]);
      expect(await contractRows(property)).toEqual([]);
      await expect(
        contracts.save(property, { ...contract(pingan, [smallCity.lift.tag]), id: both.id }),
      ).rejects.toThrow('合同不存在，或您无权查看');
      const refusal = (tag: string) =>
        contracts
          .save(property, contract(pingan, [tag], { number: 'WB-9' }))
          .catch((error: Refusal) => error.fieldErrors);
      expect(await refusal(smallCity.farLift.tag)).toEqual([
        { field: 'elevators', message: `没有编号为 ${smallCity.farLift.tag} 的电梯，请核对` },
      ]);
      expect(await refusal('XX-1')).toEqual([{ field: 'elevators', message: '没有编号为 XX-1 的电梯，请核对' }]);
    });

    test('that was entered before the log kept it is recorded once', async () => {
      const by = { kind: 'system' as const, id: 'demo', name: '演示数据' };
      await companies.recordInserted([xunda, 999_999], by, 5);
      await companies.recordInserted([xunda], by, 6);
      expect(await store.readStream(`maintenance-${xunda}`)).toMatchObject([
        { type: 'maintenance.changed', atMs: 5, data: { before: null, after: { name: '迅达维保' } } },
      ]);
    });
  });
});
