import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import { createCommunityDesk } from '../../server/domain/community.ts';
import { createCommunityMemberDesk } from '../../server/domain/communityMember.ts';
import { createCommunityNoticeDesk } from '../../server/domain/communityNotice.ts';
import { createFaultCauseDesk, nameOfCause } from '../../server/domain/faultCause.ts';
import { createCompanyDesk } from '../../server/domain/company.ts';
import { createContractDesk, dayOf, startDueContracts } from '../../server/domain/contract.ts';
import { createBrandDesk, type BrandValues } from '../../server/domain/brand.ts';
import { createCameraDesk } from '../../server/domain/camera.ts';
import { createCameraSecrets } from '../../server/domain/cameraSecrets.ts';
import { Commands } from '../../server/domain/commandFacts.ts';
import { createDeviceDesk, type DeviceDesk } from '../../server/domain/deviceDesk.ts';
import { syncDeviceModels } from '../../server/domain/deviceModelDesk.ts';
import { Directory } from '../../server/domain/directory.ts';
import { createElevatorDesk } from '../../server/domain/elevator.ts';
import { redactSettledImports } from '../../server/imports/redactSettled.ts';
import { giveLiftCodes } from '../../server/domain/liftCodes.ts';
import { loadSettings } from '../../server/domain/settings.ts';
import { createRegionDesk, liftsFollowRegion } from '../../server/domain/region.ts';
import { createPermissionDesk, type PermissionValues } from '../../server/domain/permission.ts';
import { createRoleDesk, type RoleValues } from '../../server/domain/role.ts';
import { createUserDesk, type UserValues } from '../../server/domain/user.ts';
import { createPersonDesk } from '../../server/domain/person.ts';
import { listRoles } from '../../server/queries/role.ts';
import { loadPermissionTree } from '../../server/queries/permission.ts';
import { listAccounts } from '../../server/queries/user.ts';
import { readSteps, type RowChange } from '../../server/domain/rowDesk.ts';
import { listExpiring } from '../../server/queries/expiring.ts';
import { listAudit } from '../../server/queries/audit.ts';
import {
  findCommunity,
  listCommunities,
  listCommunityMembers,
  listCommunityPeople,
} from '../../server/queries/community.ts';
import { listCommunityNotices } from '../../server/queries/communityNotice.ts';
import { listFaultCauses } from '../../server/queries/faultCause.ts';
import { findCompany, listCompanies, listContracts } from '../../server/queries/company.ts';
import { listBrands } from '../../server/queries/brand.ts';
import { listCameras } from '../../server/queries/camera.ts';
import { keepDescription } from '../../server/domain/deviceDescriptions.ts';
import { listModelDifferences } from '../../server/queries/deviceModel.ts';
import { findElevator, listElevators } from '../../server/queries/elevator.ts';
import { loadRegionTree } from '../../server/queries/region.ts';
import { keptReads } from '../../server/queries/keptReads.ts';
import { liftContains } from '../../server/queries/liftWords.ts';
import { listPeople, listPersonOrganizations } from '../../server/queries/person.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { keepResponsibility } from '../../server/domain/responsibility.ts';
import { VirtualClock } from '../../server/runtime/virtualClock.ts';
import { companyScopeCondition } from '../../server/access/companyScope.ts';
import { communityScopeCondition } from '../../server/access/organizationScope.ts';
import { elevatorScopeAlone, elevatorScopeCondition, mostNarrowAreas, type Scope } from '../../server/access/scope.ts';
import { actorOf, type Principal } from '../../server/access/principal.ts';
import type { Refusal } from '../../server/domain/refusal.ts';
import { indexedAuditTypes } from '../../server/store/migrations/062-lift-files.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';
import { userAccounts } from '../../src/contract/endpoints/user.ts';
import { baseDataEvents } from '../../src/contract/events/baseData.ts';
import { communityList, communityMembers, communityNotices } from '../../src/contract/endpoints/community.ts';
import { auditTypeNames } from '../../src/contract/audit.ts';
import { expiringList } from '../../src/contract/endpoints/expiring.ts';
import { auditList } from '../../src/contract/endpoints/audit.ts';
import { maintenanceCalls } from '../../src/contract/endpoints/company.ts';
import { roleList } from '../../src/contract/endpoints/role.ts';
import { brandList } from '../../src/contract/endpoints/brand.ts';
import { cameraList } from '../../src/contract/endpoints/camera.ts';
import { deviceModelDifferences } from '../../src/contract/endpoints/device.ts';
import { elevatorList } from '../../src/contract/endpoints/elevator.ts';
import { elevatorFields, elevatorRegisterSchema } from '../../src/contract/entities/elevatorFields.ts';
import { notificationList } from '../../src/contract/endpoints/notify.ts';
import { personList } from '../../src/contract/endpoints/person.ts';
import { testPasswords } from '../support/testAccess.ts';
import { exportHandlers } from '../../server/http/handlers/exports.ts';
import type { SignedInRequest } from '../../server/http/handlers.ts';
import { SentFile } from '../../server/http/sentFile.ts';
import { readSheet } from '../../server/spreadsheet/readSheet.ts';
import type { ParsedInputOf } from '../../src/contract/endpoint.ts';
import { exportList as exportListCall } from '../../src/contract/endpoints/exports.ts';
import { Imports } from '../../server/imports/imports.ts';
import { readRows } from '../../server/imports/importStore.ts';
import { importDesks } from '../../server/imports/kinds/index.ts';
import { queueNotification } from '../../server/notify/queueNotification.ts';
import { listNotifications } from '../../server/queries/notification.ts';
import { messageWish } from '../support/messageWish.ts';
import { channelsOf } from '../support/recordingChannels.ts';
import { findImport, listImportRows, listImports } from '../../server/queries/imports.ts';
import type { ImportKind } from '../../src/contract/entities/imports.ts';
import { importList, importRows } from '../../src/contract/endpoints/imports.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { addLifts } from '../support/moreLifts.ts';
import { openTestStore, type TestStore } from '../support/openTestStore.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { uploadSuite } from '../support/uploadSuite.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: 'off' });
});
afterAll(() => postgres.stop());

const onTrouble = (_trouble: string, error: unknown) => {
  throw error;
};
const code = (last: number) => `3101152025000000${String(last).padStart(4, '0')}`;
/** What a request has beside who asks, where nothing looks at it. */
const nothingElse: Omit<SignedInRequest, 'principal'> = {
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
const twenty = (name: string) =>
  Array.from({ length: 20 }, (_, index) => [`${name}${index}`, '东湖区', '', '120.1', '30.2', '', '']);
const yard = (remark: string) => ['云锦雅苑', '远山县', '', '120.4', '30.4', '', remark];
const refusalOf = (saving: Promise<unknown>) =>
  saving.then(
    () => 'saved',
    (error: Refusal) => error.fieldErrors,
  );
/** What came of it, as text: two that must not be told apart are compared. */
const answer = (step: Promise<unknown>): Promise<string> => step.then(String, String);
const renameTable = (store: EventStore, from: string, to: string) =>
  store.write(function* (queries) {
    yield* run(queries.schema.alterTable(from).renameTo(to));
  });

const permissionRow = (values: Partial<PermissionValues>) => ({
  name: '夜班',
  parent_id: null,
  type: 0 as const,
  path: '',
  icon: '',
  is_show: true,
  ...values,
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
  const companyRows = async (by: Principal, query: object = {}) =>
    (await listCompanies(store, by, 'maintenance', maintenanceCalls.list.input.parse({ order: 'asc', ...query }))).list;
  const contractRows = async (by: Principal, query: object = {}) =>
    (await listContracts(store, by, 'maintenance', maintenanceCalls.contracts.input.parse(query), clock.nowMs())).list;
  const day = (inDays: number) => new Date(clock.nowMs() + inDays * 86_400_000).toISOString().slice(0, 10);
  const maintainersOf = async (id: number) =>
    (
      await store.rows
        .selectFrom('responsibilities')
        .select(['maintenance_id', 'from_ms', 'to_ms'])
        .where('elevator_id', '=', id)
        .orderBy('from_ms')
        .execute()
    ).map(({ maintenance_id, from_ms, to_ms }) => [maintenance_id, from_ms, to_ms]);
  const contract = (org_id: number, elevators: string[], over: object = {}) => ({
    org_id,
    number: 'WB-1',
    starts_on: day(-30),
    ends_on: day(300),
    elevators,
    ...over,
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
  const communityRows = async (by: Principal, query: object = {}) =>
    (await listCommunities(store, by, communityList.input.parse({ sort: 'id', order: 'asc', ...query }))).list;
  const memberRows = async (by: Principal) =>
    (await listCommunityMembers(store, by, communityMembers.input.parse({}))).list;
  /** A community as its form would send it again. */
  const kept = async (id: number) => {
    const {
      full_area: _area,
      property_name: _property,
      group_names: _groups,
      ...row
    } = await findCommunity(store, colleague, id);
    const { member_num: _members, elevator_num: _lifts, ...values } = row;
    return values;
  };
  const liftRows = async (by: Principal, query: object = {}) =>
    (
      await listElevators(
        store,
        await loadSettings(store, clock),
        by,
        elevatorList.input.parse({ sort: 'id', order: 'asc', ...query }),
        clock.nowMs(),
      )
    ).list;
  const liftIds = async (query: object) => (await liftRows(colleague, query)).map(({ id }) => id);
  const liftCodes = async () => (await liftRows(colleague)).map(({ code }) => code);
  /** A lift as its form would send it again, with a registration code as it must be today. */
  const asEdited = async (id: number) => {
    const [row] = await liftRows(colleague, { id });
    const { version, ...values } = elevatorRegisterSchema.parse(row);
    return { ...elevatorFields.parse({ ...values, registration_code: '' }), id, version };
  };
  /** Who was responsible for a lift, in order. */
  const intervals = (id: number) =>
    store.rows
      .selectFrom('responsibilities')
      .select(['community_id', 'property_id', 'brand_id', 'maintenance_id', 'from_ms', 'to_ms'])
      .where('elevator_id', '=', id)
      .orderBy('from_ms')
      .execute();
  const causeDesk = () => createFaultCauseDesk({ store, clock, onTrouble });
  const causeNamed = async (wanted: string) => {
    const found = (await listFaultCauses(store, admin)).find((cause) => cause.code === wanted);
    if (found === undefined) throw new Error(`no cause ${wanted}`);
    return found;
  };
  const causeName = (wanted: string) => readSteps(store.rows, nameOfCause(store.rows, wanted));
  const entries = async (by: Principal, query: object = {}) =>
    (await listAudit(store, by, auditList.input.parse(query))).list;
  const importState = (id: number, by = colleague) => findImport(store, by, id, () => undefined);
  const rowsOfImport = async (id: number, by = colleague) =>
    (await listImportRows(store, by, importRows.input.parse({ import_id: id }))).list;
  const problemsOf = async (id: number) =>
    (await rowsOfImport(id)).map(({ problems }) =>
      problems.map(({ header, message, suggestion }) => [header, message, suggestion]),
    );
  const communityNames = async () => (await communityRows(colleague)).map(({ name }) => name);
  const deviceRecord = (deviceKey: string) =>
    store.rows.selectFrom('devices').selectAll().where('device_key', '=', deviceKey).executeTakeFirst();
  const cameraRows = async (by: Principal, query: object = {}) =>
    (await listCameras(store, by, cameraList.input.parse({ order: 'asc', ...query }))).list;
  const expiring = async (by: Principal, query: object = {}) =>
    (await listExpiring(store, by, expiringList.input.parse(query), clock.nowMs())).list.map(
      ({ kind, name, days_left: days }) => [kind, name, days],
    );
  const onDay = (inDays: number) => dayOf(clock.nowMs() + inDays * 86_400_000);
  const acme = { name: '通力', contact_mobile: '0512-62560000', address: '昆山' };

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

  const liftsFound = async (keyword: string) =>
    (
      await store.rows
        .selectFrom('elevators as e')
        .select('e.id')
        .where(() => liftContains(store, keyword))
        .orderBy('e.id')
        .execute()
    ).map(({ id }) => id);

  beforeEach(async () => {
    opened = await openTestStore({
      clock,
      projections,
      ...(kind === 'postgres' ? { databaseUrl: await postgres.createMigratedDatabase() } : {}),
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

  describe('a search of the lifts', () => {
    test('finds characters inside a name, a tag, an address or a code, and nothing by a sign that stands for any', async () => {
      const { lift, farLift } = smallCity;
      expect(await liftsFound('湖花')).toEqual([lift.id]);
      expect(await liftsFound('ch-01')).toEqual([lift.id]);
      expect(await liftsFound('010002')).toEqual([farLift.id]);
      expect(await liftsFound(lift.rescueCode)).toEqual([lift.id]);
      expect(await liftsFound('元')).toEqual([lift.id, farLift.id]);
      expect(await liftsFound('幢 1 单')).toEqual([lift.id, farLift.id]);
      for (const none of ['没有', '%', '_', '花湖', 'CH\\', "'", "''", '""', '"*"', 'CH*', 'OR'])
        expect(await liftsFound(none), none).toEqual([]);
    });

    test('finds a lift by what is written of it now, at the end of each text and by signs too', async () => {
      const { lift, farLift } = smallCity;
      const write = (values: { tag?: string; internal_tag?: string; registration_code?: string }) =>
        store.write(function* (queries) {
          yield* run(queries.updateTable('elevators').set(values).where('id', '=', lift.id));
        });
      await write({ tag: 'Q"9 甲乙', internal_tag: '丙' });
      for (const keyword of ['甲乙', '乙', 'q"9 甲', '"9', '丙'])
        expect([await liftsFound(keyword), await liftIds({ keyword })], keyword).toEqual([[lift.id], [lift.id]]);
      expect(await liftsFound('ch-01')).toEqual([]);
      await write({ internal_tag: '丁戊' });
      expect([await liftsFound('丙'), await liftsFound('丁戊')]).toEqual([[], [lift.id]]);
      await addLifts(store, { firstId: 10_000, count: 3, deviceKeyOf: (id) => `NEW-${id}`, periodSeconds: 5 });
      expect((await liftsFound('幢')).filter((id) => id >= 10_000)).toEqual([10_000, 10_001, 10_002]);
      await store.write(function* (queries) {
        yield* run(queries.deleteFrom('devices').where('elevator_id', '=', 10_001));
        yield* run(queries.deleteFrom('elevators').where('id', '=', 10_001));
      });
      for (const keyword of ['幢', '幢 ', '幢 1'])
        expect(
          (await liftsFound(keyword)).filter((id) => id >= 10_000),
          keyword,
        ).toEqual([10_000, 10_002]);
      expect(await liftsFound(smallCity.farLift.rescueCode)).toEqual([farLift.id]);
    });
  });

  test('a page far back holds the rows that the whole list has there, in every order', async () => {
    await addLifts(store, { firstId: 10_000, count: 2_100, deviceKeyOf: (id) => `FAR-${id}`, periodSeconds: 5 });
    await store.write(function* (queries) {
      const undated = queries.updateTable('elevators').set({ install_at_ms: null });
      yield* run(undated.where('id', 'in', [10_001, 11_000, 12_090]));
    });
    for (const [sort, order] of [
      ['id', 'desc'],
      ['install_at', 'asc'],
      ['install_at', 'desc'],
    ] as const) {
      const whole: number[] = [];
      for (let page = 1; page <= 11; page += 1) whole.push(...(await liftIds({ page, page_size: 200, sort, order })));
      expect(new Set(whole).size, sort).toBe(2_102);
      for (const page of [101, 106, 300])
        expect(await liftIds({ page, sort, order }), `${sort} ${order}`).toEqual(
          whole.slice(20 * (page - 1), 20 * page),
        );
    }
  });

  describe('a scope', () => {
    test('holds the same lifts and companies, however wide it is and however they are asked for', async () => {
      const nothing = { areaIds: [], communityIds: [], brandIds: [], propertyIds: [], maintenanceIds: [] };
      const wide = Array.from({ length: mostNarrowAreas }, (_, index) => 900 + index);
      const scopes: readonly Scope[] = [
        ...[[], wide].map((others): Scope => ({ kind: 'organizations', ...nothing, areaIds: [2, ...others] })),
        { kind: 'organizations', ...nothing, communityIds: [11] },
        { kind: 'organizations', ...nothing, propertyIds: [301], areaIds: wide },
      ];
      for (const scope of [...scopes, { kind: 'organizations', ...nothing } as const]) {
        const lifts = store.rows.selectFrom('elevators as e').select('e.id').orderBy('e.id');
        const alone = await lifts.where(() => elevatorScopeAlone(scope)).execute();
        const joined = await lifts
          .innerJoin('communities as c', 'c.id', 'e.community_id')
          .where(() => elevatorScopeCondition(scope))
          .execute();
        expect(alone).toEqual(joined);
        const isSome = scopes.includes(scope);
        expect(alone).toEqual(isSome ? [{ id: smallCity.lift.id }] : []);
        const companies = await store.rows
          .selectFrom('organizations as o')
          .select('o.id')
          .where('o.org_type', '=', 5)
          .where(() => companyScopeCondition(scope, 'maintenance_id'))
          .execute();
        expect(companies).toEqual(isSome ? [{ id: 401 }] : []);
        const communities = await store.rows
          .selectFrom('communities as c')
          .select('c.id')
          .where(() => communityScopeCondition(scope))
          .execute();
        expect(communities).toEqual(isSome ? [{ id: 11 }] : []);
      }
    });
  });

  test('a long list is counted again when base data has changed, and not before; the audit log also with every other entry', async () => {
    const counted = { baseData: 0, auditLog: 0 };
    const ask = async () => {
      for (const source of ['baseData', 'auditLog'] as const) {
        const keep = await keptReads(store, source);
        await keep(`rows of ${source}`, async () => (counted[source] += 1));
      }
      return { ...counted };
    };
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 1, auditLog: 1 });
    await brands.save(admin, acme);
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 2, auditLog: 2 });
    const append = (stream: string, type: string) =>
      store.append({
        stream,
        expectedVersion: 'any',
        actor: actorOf(admin),
        events: [{ type, data: { sessionId: 'session', ip: '127.0.0.1' }, atMs: clock.nowMs() }],
      });
    await append(`user-${admin.userId}`, 'user.loggedIn');
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 2, auditLog: 3 });
    await append('device-COL1', 'device.changedState');
    expect(await ask()).toEqual({ baseData: 2, auditLog: 3 });
    // What lies behind entries that change no row counts as much as before.
    await append('config', 'config.changed');
    await append('elevator-1', 'elevator.changed');
    await append('config', 'config.changed');
    expect([await ask(), await ask()].at(-1)).toEqual({ baseData: 3, auditLog: 4 });
    await append('config', 'config.changed');
    expect(await ask()).toEqual({ baseData: 3, auditLog: 5 });
  });

  test('what could not be read is read again by the next who asks', async () => {
    const keep = await keptReads(store);
    await expect(keep('lifts', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(await keep('lifts', () => Promise.resolve(2))).toBe(2);
  });

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
      const total = async () => (await keptReads(store))('lifts of 平安维保', () => Promise.resolve((counted += 1)));
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

  describe('a region', () => {
    const town = { type: 'area' as const, name: '湖滨街道', code: '330102001', parent_id: 2, is_city: true };
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
      await regions.save(colleague, { ...town, id, version, name: '湖山街道', parent_id: far, is_city: false });
      expect(await areaOf(below.id)).toEqual({
        full_name: '云川市远山县湖山街道一里社区',
        path: `/1/3/${id}/${below.id}/`,
        is_city: 1,
      });
      expect(await newestRegion(id)).toMatchObject({ name: '湖山街道', parent_id: far, is_city: false });
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
      });
      expect(directory.elevator(smallCity.farLift.id)?.areaIds).toEqual([city, east, far]);
    });
  });

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
      await expect(notices.remove(stranger, [id])).rejects.toThrow('小区通知不存在');
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

  describe('a cause of faults', () => {
    test('is one of the catalogue that every store begins with: eight of level 1, the others below them', async () => {
      const causes = await listFaultCauses(store, admin);
      expect(causes).toHaveLength(56);
      expect(causes.filter(({ parent_code: parent }) => parent === '').map(({ name }) => name)).toEqual([
        '人为',
        '外部',
        '门系统',
        '曳引',
        '控制',
        '安全保护',
        '其他',
        '轿厢',
      ]);
      expect(causes.slice(0, 3).map(({ code: own }) => own)).toEqual(['1', '101', '102']);
    });

    test('is chosen on level 2 where there is one, with the one above it in its name', async () => {
      expect(await causeName('302')).toBe('门系统 · 厅门锁');
      expect([await causeName('3'), await causeName('399'), await causeName('')]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await causeDesk().save(admin, { code: '8', name: '轿厢', parent_code: '', sort: 8, is_retired: false });
      expect(await causeName('8')).toBe('轿厢');
    });

    test('keeps its code, is retired and renamed, and each change stands in the audit log', async () => {
      const lock = await causeNamed('302');
      expect(await refusalOf(causeDesk().save(admin, { ...lock, code: '399' }))).toEqual([
        { field: 'code', message: '编码定下后不再改变，仍为“302”' },
      ]);
      const renamed = { ...lock, name: '层门锁' };
      const { version } = await causeDesk().save(admin, renamed);
      expect(await causeName('302')).toBe('门系统 · 层门锁');
      await causeDesk().save(admin, { ...renamed, version, is_retired: true });
      expect(await causeName('302')).toBeUndefined();
      expect(await causeNamed('302')).toMatchObject({ name: '层门锁', is_retired: true, version: 2 });
      expect(await refusalOf(causeDesk().save(admin, { ...renamed, id: undefined, version: undefined }))).toMatchObject(
        [{ field: 'code', message: '编码已用于“层门锁”，停用的编码也不再使用' }, { field: 'name' }],
      );
      expect(await entries(colleague, { record: 'faultCause' })).toMatchObject([
        { record_name: '层门锁', changes: [{ field: '已停用' }] },
        { changes: [{ field: '名称', before: '厅门锁', after: '层门锁' }] },
      ]);
    });

    test('stays on its level: two levels, and one of level 1 never goes under another', async () => {
      const [doors, lock] = [await causeNamed('3'), await causeNamed('302')];
      const placed = (values: object) => refusalOf(causeDesk().save(admin, { ...doors, ...values }));
      expect(await placed({ parent_code: '2' })).toMatchObject([{ field: 'parent_code' }]);
      expect(await placed({ ...lock, parent_code: '' })).toMatchObject([{ field: 'parent_code' }]);
      const fresh = { id: undefined, version: undefined, code: '3021', name: '锁钩' };
      expect(await placed({ ...fresh, parent_code: '302' })).toEqual([
        { field: 'parent_code', message: '最多两级，请选择一级原因' },
      ]);
      expect(await placed({ ...fresh, parent_code: '99' })).toMatchObject([{ field: 'parent_code' }]);
      expect(await placed({ ...fresh, parent_code: '3' })).toBe('saved');
    });

    test('changed by two people: the second learns what changed', async () => {
      const lock = await causeNamed('302');
      await causeDesk().save(colleague, { ...lock, name: '层门锁' });
      await expect(causeDesk().save(admin, { ...lock, sort: 5 })).rejects.toMatchObject({
        code: 1004,
        fieldErrors: [{ field: 'name', message: `${colleague.name}已改为“层门锁”` }],
      });
    });
  });

  test('an export has every row of its list, with the same scope, filters, order and words, and needs the permission', async () => {
    await store.write(function* (queries) {
      const [home] = yield* run(queries.selectFrom('communities').selectAll().where('id', '=', 11));
      if (home === undefined) throw new Error('the city has no communities');
      const more = Array.from({ length: 600 }, (_, index) => ({
        ...home,
        id: 1_000 + index,
        name: `苑${index}`,
        site_type: 'mall',
      }));
      yield* run(queries.insertInto('communities').values(more));
    });
    const { exportList } = exportHandlers({ store, clock }, () => ({
      communityList: (query: ParsedInputOf<typeof communityList>, { principal }: SignedInRequest) =>
        listCommunities(store, principal, query),
    }));
    const asked = exportListCall.input.parse({
      path: communityList.path,
      query: { sort: 'name', order: 'asc', keyword: '苑' },
      columns: [
        { field: 'name', header: '名称', as: 'text' },
        { field: 'site_type', header: '场所类型', as: 'text', words: { mall: '商场' } },
        { field: 'elevator_num', header: '电梯', as: 'number' },
      ],
      format: 'xlsx',
      name: '小区',
    });
    const exported = async (by: Principal) => {
      const file = await exportList(asked, { ...nothingElse, principal: by });
      if (!(file instanceof SentFile) || file.body instanceof Uint8Array) throw new Error('no stream');
      const { rows } = await readSheet(await buffer(file.body), 1_000);
      return rows;
    };
    const rows = await exported(colleague);
    expect(rows[0]).toEqual(['名称', '场所类型', '电梯']);
    expect(rows.slice(1).map(([name]) => name)).toEqual(
      (
        await Promise.all(
          [1, 2, 3, 4].map((page) => communityRows(colleague, { page, page_size: 200, sort: 'name', keyword: '苑' })),
        )
      )
        .flat()
        .map(({ name }) => name),
    );
    expect(rows[1]?.[1] ?? '').toMatch(/^(商场)?$/);
    expect((await exported(admin)).length).toBe(rows.length);
    expect(await exported(property)).toEqual([['名称', '场所类型', '电梯']]);
    await expect(exported({ ...colleague, permissions: new Set() })).rejects.toMatchObject({ status: 403 });
  });

  test('notification records are exported within the scope, each with the round or rule that it follows from', async () => {
    const directory = await Directory.load(store);
    const { lift, farLift } = smallCity;
    for (const { id, tag } of [lift, farLift]) {
      const responsible = directory.elevator(id)?.responsible ?? null;
      const about = { elevatorId: id, tag, title: `呼叫 ${tag}`, responsible };
      const parts = { store, clock, channels: channelsOf() };
      await queueNotification(parts, messageWish({ key: `call-${id}`, ...about, source: 'ladder', rung: 2 }));
      const rule = { ruleId: 7, ruleVersion: 3, ruleName: '夜间三次门报警' };
      await queueNotification(parts, messageWish({ key: `rule-${id}`, ...about, ...rule }));
    }
    const { exportList } = exportHandlers({ store, clock }, () => ({
      notificationList: (query: ParsedInputOf<typeof notificationList>, { principal }: SignedInRequest) =>
        listNotifications(store, principal, query),
    }));
    const asked = exportListCall.input.parse({
      path: notificationList.path,
      variant: notificationList.variant,
      query: { sort: 'created_at', order: 'asc' },
      columns: [
        { field: 'tag', header: '电梯', as: 'text' },
        { field: 'source_label', header: '来源', as: 'text' },
        { field: 'state', header: '状态', as: 'text', words: { queued: '排队中' } },
      ],
      format: 'xlsx',
      name: '通知记录',
    });
    const exported = async (by: Principal) => {
      const file = await exportList(asked, { ...nothingElse, principal: by });
      if (!(file instanceof SentFile) || file.body instanceof Uint8Array) throw new Error('no stream');
      return (await readSheet(await buffer(file.body), 100)).rows.slice(1);
    };
    expect(await exported(property)).toEqual([
      [lift.tag, '第 2 轮', '排队中'],
      [lift.tag, '夜间三次门报警@3', '排队中'],
    ]);
    expect(await exported(admin)).toHaveLength(4);
    await expect(exported({ ...property, permissions: new Set() })).rejects.toMatchObject({ status: 403 });
  });

  describe('an import', () => {
    let imports: Imports;
    let directory: Directory;
    let communities: ReturnType<typeof createCommunityDesk>;
    const head = ['名称', '区域', '物业公司', '经度', '纬度', '场所类型', '备注'];
    const garden = ['新苑', '云川市东湖区', '安居物业', '120.11', '30.21', '住宅', ''];
    const same = ['翠湖花园', '东湖区', '安居物业', '120.1', '30.2', '', ''];
    const openDesks = () =>
      importDesks({
        store,
        clock,
        directory,
        domain: directory,
        onTrouble,
        passwords: testPasswords,
        sessions: { accessChanged: () => undefined },
      });
    const openImports = () => new Imports({ store, clock, onTrouble, desks: openDesks() });
    const upload = async (rows: readonly (readonly (string | number)[])[], by = admin) => {
      const id = await imports.upload(by, 'community', '小区.xlsx', await sheetOf([head, ...rows]));
      await imports.settled();
      return id;
    };
    const commit = async (id: number, by = admin) => {
      await imports.commit(by, id);
      await imports.settled();
    };
    const undo = async (id: number) => {
      await imports.undo(admin, id);
      await imports.settled();
    };

    const importOf = async (kind: ImportKind, rows: readonly (readonly string[])[], by = admin) => {
      const id = await imports.upload(by, kind, 'x.xlsx', await sheetOf(rows));
      await imports.settled();
      return id;
    };
    beforeEach(async () => {
      directory = await Directory.load(store);
      communities = createCommunityDesk({ store, clock, onTrouble });
      imports = openImports();
    });

    test('knows nothing of people out of scope who share a telephone number with one in it', async () => {
      await store.write(function* (queries) {
        for (const [id, org_id] of [
          [71, 301],
          [72, 302],
        ] as const)
          yield* run(
            queries.insertInto('people').values({
              id,
              name: '王芳',
              mobile: '13800001234',
              org_type: 4,
              org_id,
              duties: '[]',
              certificates: '[]',
              certificate_expiry: null,
              user_id: null,
            }),
          );
      });
      const sheet = await sheetOf([
        ['姓名', '手机', '所属单位'],
        ['王芳芳', '13800001234', '安居物业'],
      ]);
      const id = await imports.upload(property, 'person', `${'人'.repeat(199)}😀.xlsx`, sheet);
      await imports.settled();
      const [row] = await readRows(store.rows, { importId: id, after: undefined, order: 'asc', limit: 1 });
      expect([row?.state, row?.record_id, row?.problems]).toEqual(['change', 71, '[]']);
      const { file_name: fileName } = (await imports.find(id)) ?? {};
      expect(fileName?.isWellFormed()).toBe(true);
    });

    test('shows what each row would do and writes nothing; then all of it, with the import in every event', async () => {
      const id = await upload([garden, same, ['云锦雅苑', '远山县', '', '120.4', '30.4', '', '北门关闭']]);
      expect(await importState(id)).toMatchObject({
        state: 'ready',
        new_num: 1,
        changed_num: 1,
        same_num: 1,
        wrong_num: 0,
      });
      expect((await rowsOfImport(id)).map(({ row_number, state, changes }) => [row_number, state, changes])).toEqual([
        [2, 'new', []],
        [3, 'same', []],
        [4, 'change', [{ header: '备注', before: '', after: '北门关闭' }]],
      ]);
      expect(await communityNames()).toEqual(['翠湖花园', '云锦雅苑']);
      const before = await store.head();

      await commit(id);
      expect(await importState(id)).toMatchObject({ state: 'done' });
      const rows = await communityRows(colleague);
      expect(rows).toMatchObject([
        {},
        { name: '云锦雅苑', remark: '北门关闭' },
        { name: '新苑', site_type: 'residential', property_id: 301 },
      ]);
      const events = (await store.readAll(before)).toSorted((one, other) => one.stream.localeCompare(other.stream));
      expect(events.map(({ stream, data, actor }) => ({ stream, data, by: actor.name }))).toMatchObject([
        { stream: 'community-12', data: { import_id: id }, by: admin.name },
        { stream: `community-${rows[2]?.id}`, data: { import_id: id, before: null }, by: admin.name },
      ]);
      await expect(imports.commit(admin, id)).rejects.toThrow('这次导入已在写入或已经结束');
      // The same file once more changes nothing.
      expect(await importState(await upload([garden, same]))).toMatchObject({ same_num: 2 });
    });

    test('says beside each cell what is wrong and what may have been meant, and writes no row while one is wrong', async () => {
      const id = await upload([
        garden,
        ['甲', '东胡区', '安居物业', '120.11', '30.21', '住宅', ''],
        ['乙', '东湖区', '安居物夜', 'x', '30.21', '住在', ''],
        ['丙', '东湖区', '', '121.9', '30.21', '', ''],
        ['新苑', '东湖区', '', '120.11', '30.21', '', ''],
        ['', '东湖区', '', '120.11', '30.21', '', ''],
        ['丁', '东湖区', '', '120.11', '30.21', '', '长'.repeat(201)],
      ]);
      expect(await problemsOf(id)).toEqual([
        [],
        [['区域', '区域没有“东胡区”', '东湖区']],
        [
          ['物业单位', '物业单位没有“安居物夜”', '安居物业'],
          ['经度', '经度须为数字', ''],
          ['场所类型', '场所类型没有“住在”', '住宅'],
        ],
        [['经度', '位置远离该区域的其他小区，请核对经度与纬度', '']],
        [['', '与第 2 行重复，请只保留一行', '']],
        [['名称', '请填写名称', '']],
        [['备注', '备注最多 200 个字符', '']],
      ]);
      await expect(imports.commit(admin, id)).rejects.toThrow('还有 6 行有误');
      expect(await communityNames()).toHaveLength(2);
    });

    test('is undone while its rows are untouched, and else says which were touched', async () => {
      const id = await upload([garden, ['云锦雅苑', '远山县', '', '120.4', '30.4', '', '北门关闭']]);
      await commit(id);
      const [, , made] = await communityRows(colleague);
      await createCommunityMemberDesk({ store, clock, onTrouble }).save(colleague, {
        community_id: made?.id ?? 0,
        person_id: (
          await people.save(colleague, {
            name: '周建',
            mobile: '',
            organization: '4-301',
            duties: [],
            certificates: [],
            user_id: null,
          })
        ).id,
        role: 'guard',
      });
      await communities.save(colleague, { ...(await kept(12)), remark: '南门关闭' });
      await expect(undo(id)).rejects.toThrow(
        `有 2 行在导入后被修改或使用：第 2 行“新苑”仍有 1 名小区人员使用这个小区，不能删除；第 3 行“云锦雅苑”导入后被${colleague.name}修改`,
      );
      expect((await problemsOf(id)).map((found) => found[0]?.[1])).toEqual([
        '仍有 1 名小区人员使用这个小区，不能删除',
        `导入后被${colleague.name}修改`,
      ]);

      const third = await upload([
        ['己', '东湖区', '', '120.1', '30.2', '', ''],
        ['庚', '东湖区', '', '120.1', '30.2', '', ''],
      ]);
      await commit(third);
      const [kept1] = await communityRows(colleague, { keyword: '己' });
      await communities.save(colleague, { ...(await kept(kept1?.id ?? 0)), remark: '改' });
      await expect(undo(third)).rejects.toMatchObject({
        fieldErrors: [{ field: 'leave_changed', message: '可以只撤销其余 1 行' }],
      });
      await imports.undo(admin, third, { leaveChanged: true });
      await imports.settled();
      expect(await importState(third)).toMatchObject({
        state: 'undone',
        note: '其中 1 行在导入后被修改或使用，没有撤销',
      });
      expect(await communityNames()).toEqual(expect.arrayContaining(['己']));
      expect(await communityNames()).not.toContain('庚');

      const second = await upload([
        ['戊', '东湖区', '', '120.1', '30.2', '', ''],
        ['翠湖花园', '东湖区', '', '', '', '', '东门'],
      ]);
      await commit(second);
      await undo(second);
      expect(await importState(second)).toMatchObject({ state: 'undone', note: '' });
      expect(await communityRows(colleague, { keyword: '翠湖' })).toMatchObject([{ remark: '' }]);
      expect(await communityNames()).not.toContain('戊');
      await expect(undo(second)).rejects.toThrow('只能撤销已写入的导入');
    });

    test('is undone after a later import of the same rows was put back, and after an edit that was undone by hand', async () => {
      const first = await upload([garden, yard('北门关闭')]);
      await commit(first);
      const second = await upload([[...garden.slice(0, 6), '二期'], yard('南门关闭')]);
      await commit(second);
      await expect(undo(first)).rejects.toThrow('有 2 行在导入后被修改或使用');
      await undo(second);
      const edited = await kept(12);
      await communities.save(colleague, { ...edited, remark: '西门关闭' });
      await communities.save(colleague, { ...(await kept(12)), remark: edited.remark });
      await undo(first);
      expect(await importState(first)).toMatchObject({ state: 'undone', note: '' });
      expect(await communityRows(colleague)).toMatchObject([{ name: '翠湖花园' }, { name: '云锦雅苑', remark: '' }]);
    });

    test('is undone after a later one was put back, also when its telephone numbers are no longer kept', async () => {
      const first = await importOf('person', [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', '13800005555', '安居物业', '作业人员'],
      ]);
      await commit(first);
      const second = await importOf('person', [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', '13800005555', '安居物业', '安全员'],
      ]);
      await commit(second);
      await undo(second);
      await clock.advance(25 * 3_600_000);
      await redactSettledImports({ store, clock });
      await undo(first);
      expect(await importState(first)).toMatchObject({ state: 'undone', note: '' });
    });

    test('answers only so many rows whose names, codes or accounts belong to records out of scope', async () => {
      const accounts = Array.from({ length: 25 }, (_, index) => `other${index}`);
      await store.write(function* (queries) {
        yield* run(
          queries.insertInto('users').values(
            accounts.map((account, index) => ({
              id: 900 + index,
              account,
              name: account,
              role_id: smallCity.roles.property,
              mobile: '',
              password_hash: '',
              is_disabled: 0 as const,
              must_change_password: 0 as const,
              created_at_ms: 0,
            })),
          ),
        );
      });
      const rows = [['账号', '姓名', '角色', '单位'], ...accounts.map((one) => [one, '新人', '物业人员', '安居物业'])];
      const id = await importOf('user', rows, admin);
      expect(await importState(id)).toMatchObject({ state: 'stopped', note: expect.stringContaining('检查已停止') });
      const states = (await readRows(store.rows, { importId: id, after: undefined, order: 'asc', limit: 100 })).map(
        ({ state }) => state,
      );
      expect(states.filter((state) => state === 'wrong')).toHaveLength(20);
      expect(states.filter((state) => state === 'unchecked')).toHaveLength(5);
      // A user who sees them all gets all answers.
      expect(await importState(await importOf('user', rows, colleague))).toMatchObject({ state: 'ready' });
    });

    test('of lifts without a property company gives each its community’s, as the form does', async () => {
      const id = await importOf('elevator', [
        ['编号', '小区', '最高层'],
        ['A-9', '翠湖花园', '9'],
      ]);
      await commit(id);
      expect(await store.rows.selectFrom('elevators').select('property_id').where('tag', '=', 'A-9').execute()).toEqual(
        [{ property_id: 301 }],
      );
    });

    test('of which one row is refused after the check leaves nothing behind, and says which', async () => {
      const rows = Array.from({ length: 20 }, (_, index) => [`区${index}`, '东湖区', '', '120.1', '30.2', '', '']);
      const id = await upload(rows);
      await communities.save(colleague, { ...(await kept(11)), name: '区17' });
      await commit(id);
      expect(await importState(id)).toMatchObject({
        state: 'failed',
        note: '第 19 行在检查后有了变化（该区域已有同名小区），已写入的行全部退回',
      });
      expect(await communityNames()).toEqual(['区17', '云锦雅苑']);
    });

    test('goes on after a restart where it was, and writes no row twice', async () => {
      const id = await upload(
        Array.from({ length: 20 }, (_, index) => [`区${index}`, '东湖区', '', '120.1', '30.2', '', '']),
      );
      // As a server leaves it that ends in the middle: ten rows are written, the state says so.
      await store.write(function* (queries) {
        yield* run(queries.updateTable('import_rows').set({ state: 'same' }).where('row_number', '>', 11));
      });
      await commit(id);
      await store.write(function* (queries) {
        yield* run(queries.updateTable('import_rows').set({ state: 'new' }));
        yield* run(queries.updateTable('imports').set({ state: 'writing' }));
      });
      imports = openImports();
      await imports.resume();
      await imports.settled();
      expect(await importState(id)).toMatchObject({ state: 'done' });
      expect(
        (await communityRows(colleague, { page_size: 200 })).filter(({ name }) => name.startsWith('区')),
      ).toHaveLength(20);
    });

    test('cancelled while it is written puts back what it has written, and two at once write one after the other', async () => {
      const [one, other] = [await upload(twenty('甲')), await upload(twenty('甲'))];
      await Promise.all([imports.commit(admin, one), imports.commit(colleague, other)]);
      await imports.settled();
      // Whose commit came first takes the names; the other's rows are refused and put back.
      const states = [(await importState(one)).state, (await importState(other)).state];
      expect(states.toSorted()).toEqual(['done', 'failed']);
      const third = await upload(twenty('乙'));
      await imports.commit(admin, third);
      await imports.cancel(third);
      await imports.settled();
      expect(await importState(third)).toMatchObject({ state: 'cancelled', note: '已取消' });
      expect(await communityRows(colleague, { keyword: '乙' })).toEqual([]);
      const fourth = await upload(twenty('丙'));
      await imports.cancel(fourth);
      await expect(imports.commit(admin, fourth)).rejects.toThrow('已经结束');
    });

    test('is the matter of its author and of those who manage the author, within the author’s own scope', async () => {
      const id = await upload([garden]);
      expect((await listImports(store, admin, importList.input.parse({}), () => undefined)).list).toMatchObject([
        { id, author_name: admin.name },
      ]);
      for (const other of [property, stranger]) {
        await expect(findImport(store, other, id, () => undefined)).rejects.toThrow('导入不存在，或您无权查看');
        expect(await rowsOfImport(id, other)).toEqual([]);
      }
      const foreign = await upload(
        [
          ['远山新村', '远山县', '', '120.4', '30.4', '', ''],
          ['云锦雅苑', '远山县', '', '', '', '', '别处'],
        ],
        property,
      );
      expect((await problemsOf(foreign)).map((found) => found[0]?.[1])).toEqual([
        '区域没有“远山县”，请核对',
        '区域没有“远山县”，请核对',
      ]);
    });

    test('of lifts finds them by registration code, internal tag or tag, fills in what the server gives, and is undone', async () => {
      const lift = (over: object = {}) => ({
        ...elevatorFields.parse({
          tag: 'A-1',
          community_id: 11,
          floor_max: 18,
          registration_code: code(1),
          internal_tag: 'N1',
        }),
        ...over,
      });
      const lifts = createElevatorDesk({ store, clock, onTrouble, onChanged: () => undefined });
      const known = await lifts.save(colleague, lift());
      const bytes = await sheetOf([
        ['设备代码', '单位内编号', '编号', '小区', '最高层', '下检日期', '维保单位', '状态'],
        [code(1), '', 'A-1', '', 20, '2027/1/5', '', ''],
        ['', '', 'CH-01-01', '翠湖花园', 18, '', '平安维保', ''],
        [code(3), 'N3', 'A-3', '翠湖花园', 9, new Date('2027-03-01T00:00:00Z'), '迅达维保', '停用'],
        ['３１０１１５２０２５００００００００４', '', 'A-4', '云锦雅苑', 9, '', '', ''],
        [code(1), '', 'A-5', '翠湖花园', 9, '', '', ''],
      ]);
      const id = await imports.upload(colleague, 'elevator', '电梯.xlsx', bytes);
      await imports.settled();
      expect(
        (await rowsOfImport(id)).map(({ state, problems }) => [state, ...problems.map(({ message }) => message)]),
      ).toEqual([
        ['change'],
        ['wrong', '注册代码须为 20 位数字'],
        ['wrong', '请填写停用或报废的原因'],
        ['wrong', '注册代码须为 20 位数字'],
        ['wrong', '与第 2 行重复，请只保留一行'],
      ]);

      const good = await sheetOf([
        ['设备代码', '单位内编号', '编号', '小区', '最高层', '下检日期', '维保单位', '停用原因', '状态'],
        ['', 'N1', 'A-1', '', 20, '2027/1/5', '', '', ''],
        [code(3), 'N3', 'A-3', '翠湖花园', 9, 46_447, '迅达维保', '大修', '停用'],
        [code(4).replace(/0/g, '０'), '', 'A-4', '云锦雅苑', 9, '', '', '', ''],
      ]);
      const second = await imports.upload(colleague, 'elevator', '电梯.xlsx', good);
      await imports.settled();
      expect(await importState(second)).toMatchObject({ new_num: 2, changed_num: 1, wrong_num: 0 });
      await commit(second, colleague);
      const now = async () => (await liftRows(colleague)).filter(({ tag }) => tag.startsWith('A-'));
      expect(await now()).toMatchObject([
        { id: known.id, floor_max: 20, next_inspection_on: '2027-01-05' },
        {
          tag: 'A-3',
          state: 1,
          next_inspection_on: '2027-03-01',
          maintenance_id: 401,
          rescue_code: expect.stringMatching(/^\d{6}$/),
        },
        { tag: 'A-4', registration_code: code(4), community_name: '云锦雅苑' },
      ]);
      expect(directory.elevator((await now())[1]?.id ?? 0)?.tag).toBe('A-3');
      await imports.undo(colleague, second);
      await imports.settled();
      expect(await importState(second)).toMatchObject({ state: 'undone', note: '' });
      expect(await now()).toMatchObject([{ id: known.id, floor_max: 18, next_inspection_on: '' }]);
    });

    test('of companies, people and users goes through their desks: names, organisations, roles that may be given', async () => {
      const company = await importOf('property', [
        ['单位名称', '值班电话', '许可证有效期', '联系人'],
        ['安居物业', '', '', ''],
        ['新家物业', '０５７１－９００１', '2027年3月1日', '张三/经理/13800001234'],
      ]);
      expect(await importState(company)).toMatchObject({ same_num: 1, new_num: 1 });
      await commit(company);
      const person = await importOf('person', [
        ['姓名', '手机号', '单位', '职务', '证书'],
        ['吴敏', '13900000001', '新家物业', '安全员、作业人员', 'T-1/电梯维修/2027.3.31'],
        ['钱多', '13900000001', '新家物业', '', ''],
        ['孙立', '13900000002', '新佳物业', '', ''],
      ]);
      expect(await problemsOf(person)).toEqual([
        [],
        [['手机', '与第 2 行重复，请只保留一行', '']],
        [['所属单位', '所属单位没有“新佳物业”', '新家物业']],
      ]);
      const user = await importOf('user', [
        ['账号', '姓名', '角色', '单位'],
        ['clerk1', '录入员', '物业人员', '安居物业'],
        ['clerk2', '录入员', '超级管理员', '安居物业'],
        ['super', '苏培', '物业人员', '安居物业'],
      ]);
      expect(await problemsOf(user)).toEqual([
        [],
        [['角色', '角色没有“超级管理员”，请核对', '']],
        [['账号', '账号已被使用，请换一个', '']],
      ]);
      const made = await importOf('user', [
        ['账号', '姓名', '角色', '单位'],
        ['clerk1', '录入员', '物业人员', '安居物业'],
      ]);
      await commit(made);
      expect(
        await store.rows
          .selectFrom('users')
          .select(['name', 'password_hash', 'must_change_password'])
          .where('account', '=', 'clerk1')
          .execute(),
      ).toEqual([{ name: '录入员', password_hash: '', must_change_password: 1 }]);
      await undo(made);
      expect(await store.rows.selectFrom('users').select('id').where('account', '=', 'clerk1').execute()).toEqual([]);
    });

    test('keeps no telephone number a day after it was settled, and can still be undone', async () => {
      const mobile = '13800005555';
      const people = store.rows.selectFrom('people').select('mobile').where('name', '=', '周宁');
      const rows = (duty: string) => [
        ['姓名', '手机', '所属单位', '职务'],
        ['周宁', mobile, '安居物业', duty],
      ];
      const made = await importOf('person', rows(''));
      await commit(made);
      const changed = await importOf('person', rows('作业人员'));
      await commit(changed);
      const kept = async () => JSON.stringify(await store.rows.selectFrom('import_rows').selectAll().execute());
      expect(await redactSettledImports({ store, clock })).toBe(0);
      expect(await kept()).toContain(mobile);
      await clock.advance(25 * 3_600_000);
      expect(await redactSettledImports({ store, clock })).toBe(2);
      expect(await redactSettledImports({ store, clock })).toBe(0);
      await undo(changed);
      expect(await people.execute()).toEqual([{ mobile }]);
      expect(await redactSettledImports({ store, clock })).toBe(1);
      expect(await kept()).not.toContain(mobile);
    });

    test('goes on automatically after trouble that is not its own', async () => {
      const desks = openDesks();
      const troubles: string[] = [];
      const write: typeof desks.community.write = (...row) =>
        troubles.length === 0 ? Promise.reject(new Error('数据库暂不可用')) : desks.community.write(...row);
      imports = new Imports({
        store,
        clock,
        desks: { ...desks, community: { ...desks.community, write } },
        onTrouble: (trouble) => void troubles.push(trouble),
      });
      const id = await upload([garden]);
      await imports.commit(admin, id);
      await vi.waitFor(() => expect(troubles).toEqual([`导入 ${id} 中断，稍后继续`]));
      await clock.advance(1_000);
      await imports.settled();
      expect(await importState(id)).toMatchObject({ state: 'done' });
    });

    test('that is refused as a whole leaves nothing behind', async () => {
      await expect(imports.upload(admin, 'community', 'x.xlsx', Buffer.from('名称,区域'))).rejects.toThrow(
        '这不是 Excel 工作簿',
      );
      expect(await store.rows.selectFrom('imports').select('id').execute()).toEqual([]);
    });
  });

  describe('a device', () => {
    const { lift, farLift } = smallCity;
    const screen = {
      elevatorId: lift.id,
      deviceKey: 'SCR-9',
      deviceType: 'SCR',
      vendor: 'standard',
      model: 'TA-S7',
      firmware: '1.4.0',
      reportPeriodSeconds: 60,
      isRescueTerminal: false,
    } as const;
    let desk: DeviceDesk;
    let directory: Directory;
    beforeEach(async () => {
      directory = await Directory.load(store);
      const commands = new Commands({ store, clock, directory });
      desk = createDeviceDesk({ store, clock, directory, commands, disconnectDevice: () => undefined });
    });

    test('that two people bind at the same moment is bound once, and the second learns it', async () => {
      const outcomes = await Promise.allSettled([
        desk.bind(admin, screen),
        desk.bind(colleague, { ...screen, elevatorId: farLift.id }),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(String(lost?.reason)).toMatch(/已绑定|刚刚被他人绑定|请修改标出/);
      expect(
        await store.rows.selectFrom('devices').selectAll().where('device_key', '=', 'SCR-9').execute(),
      ).toHaveLength(1);
    });

    test('is bound to one lift: its key, the one collector and the one terminal of a lift are refused a second time', async () => {
      await desk.bind(admin, { ...screen, isRescueTerminal: true });
      expect(await refusalOf(desk.bind(admin, screen))).toMatchObject([{ field: 'device_key' }]);
      expect(await refusalOf(desk.bind(admin, { ...screen, deviceKey: 'C2', deviceType: 'COL' }))).toMatchObject([
        { field: 'device_type', message: `该电梯已绑定采集器 ${lift.deviceKey}，请先解绑` },
      ]);
      expect(await refusalOf(desk.bind(admin, { ...screen, deviceKey: 'S2', isRescueTerminal: true }))).toMatchObject([
        { field: 'is_rescue_terminal' },
      ]);
    });

    test('of a foreign lift is as one that does not exist, for every step', async () => {
      const steps: readonly ((key: string) => Promise<unknown>)[] = [
        (key) => desk.unbind(companyAdmin, key, '试试看'),
        (key) => desk.disable(companyAdmin, key, '试试看'),
        (key) => desk.enable(companyAdmin, key, '试试看'),
        (key) => desk.chooseTerminal(companyAdmin, key),
      ];
      const companyAdmin = { ...admin, scope: property.scope };
      for (const step of steps)
        expect(await answer(step(farLift.deviceKey))).toBe(await answer(step('no-such-device')));
      const binding = (elevatorId: number) => answer(desk.bind(companyAdmin, { ...screen, elevatorId }));
      expect(await binding(farLift.id)).toBe(await binding(999_999));
      expect(await deviceRecord(farLift.deviceKey)).toMatchObject({ is_disabled: 0, elevator_id: farLift.id });
      await desk.disable(companyAdmin, lift.deviceKey, '检修');
      expect(directory.device(lift.deviceKey)?.isDisabled).toBe(true);
      await expect(desk.bind({ ...property, permissions: new Set() }, screen)).rejects.toThrow('权限');
    });

    test('is the rescue terminal instead of the one before, and unbound is free for another lift with a newer secret', async () => {
      await desk.bind(admin, { ...screen, isRescueTerminal: true });
      await desk.chooseTerminal(admin, lift.deviceKey);
      expect(directory.rescueTerminalOf(lift.id)?.deviceKey).toBe(lift.deviceKey);
      expect(await deviceRecord('SCR-9')).toMatchObject({ is_rescue_terminal: 0 });
      await desk.unbind(admin, 'SCR-9', '移到远山县');
      expect(directory.device('SCR-9')).toBeUndefined();
      expect(await desk.bind(admin, { ...screen, elevatorId: farLift.id })).toEqual({ secretVersion: 2 });
      expect(directory.device('SCR-9')).toMatchObject({ elevatorId: farLift.id, secretVersion: 2 });
      expect(await entries(colleague, { record: 'device', record_id: 'SCR-9' })).toMatchObject([
        { action: '绑定设备' },
        {
          action: '解绑设备',
          actor_name: admin.name,
          changes: expect.arrayContaining([
            { field: '电梯', before: String(lift.id), after: '' },
            { field: '原因', before: '', after: '移到远山县' },
          ]),
        },
        { action: '绑定设备' },
      ]);
      const [terminal] = await entries(colleague, { record: 'device', record_id: lift.deviceKey });
      expect(terminal).toMatchObject({
        action: '指定救援终端',
        changes: [{ field: '救援终端', before: 'SCR-9', after: lift.deviceKey }],
      });
    });

    test('whose record differs from its model, or from what it says, is shown first and corrected on request', async () => {
      await desk.bind(admin, screen);
      await desk.bind(admin, { ...screen, deviceKey: 'SCR-8', model: 'TA-C1' });
      const differences = async (by: Principal) =>
        (await listModelDifferences(store, by, deviceModelDifferences.input.parse({ order: 'asc' }))).list;
      expect((await differences(property)).map(({ device_key }) => device_key)).toEqual(['SCR-8']);
      // No entry of the log says so.
      await keepDescription(store, lift.deviceKey, { model: 'LQ-300', firmware: '5.11', described_at_ms: 0 });
      const before = await differences(property);
      expect(before).toMatchObject([
        {
          device_key: lift.deviceKey,
          changes: [
            { field: 'model', registered: '', proposed: 'LQ-300' },
            { field: 'vendor', registered: '标准协议', proposed: '蓝启' },
            { field: 'firmware', registered: '', proposed: '5.11' },
          ],
        },
        { device_key: 'SCR-8', changes: [], remark: '型号“TA-C1”是采集器，而登记的设备类型不同，请核对' },
      ]);
      expect(await differences(property)).toEqual(before);
      const parts = { store, clock, directory };
      const editor = { ...admin, scope: property.scope };
      // Someone saw another change than the one that is due by now.
      expect(await syncDeviceModels(parts, editor, [lift.deviceKey], new Map([[lift.deviceKey, 'other']]))).toEqual({
        applied: 0,
        left: 0,
        changed: 1,
      });
      expect(await differences(property)).toEqual(before);
      const { mark = '' } = before.find(({ device_key: key }) => key === lift.deviceKey) ?? {};
      expect(await syncDeviceModels(parts, editor, [lift.deviceKey], new Map([[lift.deviceKey, mark]]))).toEqual({
        applied: 1,
        left: 0,
        changed: 0,
      });
      expect((await differences(property)).map(({ device_key }) => device_key)).toEqual(['SCR-8']);
      expect(directory.device(lift.deviceKey)?.vendor).toBe('lanqi');
      expect((await entries(colleague, { record: 'device', record_id: lift.deviceKey }))[0]).toMatchObject({
        action: '同步设备型号',
      });
    });
  });

  describe('a camera', () => {
    const { lift, farLift } = smallCity;
    const secrets = createCameraSecrets(Buffer.alloc(32, 7));
    const sealed = (secret: string) => ({ secret: { sealed: secrets.seal(secret) } });
    const camera = {
      elevator_id: lift.id,
      name: '轿厢',
      place: 'car',
      vendor: '云目',
      main_url: 'rtsp://{user}:{secret}@10.0.0.8/main/{channel}',
      sub_url: '',
      channel: '1',
      user_name: 'admin',
      device_key: '',
    } as const;
    let cameras: ReturnType<typeof createCameraDesk>;
    const plainSecret = async (id: number) => {
      const { sealed_secret } = await store.rows
        .selectFrom('cameras')
        .select('sealed_secret')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return sealed_secret === '' ? '' : secrets.open(sealed_secret);
    };
    beforeEach(() => {
      cameras = createCameraDesk({ store, clock, onTrouble });
    });

    test('keeps its password to itself: no list, no event and no second editor gets it, open or sealed', async () => {
      const { id, version } = await cameras.save(admin, { ...camera, ...sealed('p4ss-word') });
      expect(await plainSecret(id)).toBe('p4ss-word');
      const [row] = await cameraRows(admin);
      expect(row).toEqual({
        ...camera,
        id,
        version,
        elevator_tag: lift.tag,
        elevator_addr: '1 幢 1 单元',
        community_name: '翠湖花园',
        has_secret: true,
        status: null,
        statusResult: '未检测',
      });
      await cameras.save(colleague, { ...camera, id, version, name: '轿厢内', ...sealed('another') });
      const conflict = await cameras
        .save(admin, { ...camera, id, version, channel: '2' })
        .catch((error: unknown) => error);
      expect(conflict).toMatchObject({
        fieldErrors: expect.arrayContaining([{ field: 'secret', message: `${colleague.name}已修改此项` }]),
      });
      const { sealed_secret: stored } = await store.rows
        .selectFrom('cameras')
        .select('sealed_secret')
        .executeTakeFirstOrThrow();
      const said = JSON.stringify([await store.readAll(0, 1_000), await entries(colleague), conflict, row]);
      for (const text of ['p4ss-word', 'another', stored]) expect(said).not.toContain(text);
    });

    test('keeps its password where none is typed, loses it where it is removed, and asks for it again with another host', async () => {
      const { id, version } = await cameras.save(admin, { ...camera, ...sealed('p4ss-word') });
      const renamed = await cameras.save(admin, { ...camera, id, version, name: '轿厢内' });
      expect(await plainSecret(id)).toBe('p4ss-word');
      const moved = { ...camera, id, version: renamed.version, main_url: 'rtsp://{user}:{secret}@evil.example/x' };
      expect(await refusalOf(cameras.save(admin, moved))).toMatchObject([{ field: 'secret' }]);
      const saved = await cameras.save(admin, { ...moved, ...sealed('typed again') });
      expect(await plainSecret(id)).toBe('typed again');
      await cameras.save(admin, { ...moved, version: saved.version, secret: null });
      expect(await cameraRows(admin)).toMatchObject([{ has_secret: false }]);
    });

    test('of a foreign lift is not listed, edited or removed, and none is put there', async () => {
      const { id } = await cameras.save(admin, { ...camera, elevator_id: farLift.id });
      expect(await cameraRows(property)).toEqual([]);
      expect(await cameraRows(property, { elevator_id: farLift.id })).toEqual([]);
      await expect(cameras.save(property, { ...camera, id })).rejects.toThrow('摄像头不存在，或您无权查看');
      await expect(cameras.remove(property, [id])).rejects.toThrow('摄像头不存在，或您无权查看');
      await expect(cameras.save(property, { ...camera, elevator_id: farLift.id })).rejects.toThrow('管辖范围');
      expect(await cameraRows(admin)).toMatchObject([{ id, elevator_tag: farLift.tag }]);
    });

    test('works as its device says, as long as that stands in the same lift', async () => {
      expect(await refusalOf(cameras.save(admin, { ...camera, device_key: farLift.deviceKey }))).toMatchObject([
        { field: 'device_key' },
      ]);
      await cameras.save(admin, { ...camera, device_key: lift.deviceKey });
      await store.append({
        stream: `device-${lift.deviceKey}`,
        expectedVersion: 'none',
        actor: { kind: 'device', id: lift.deviceKey, name: lift.deviceKey },
        events: [
          {
            type: 'device.bound',
            data: { deviceKey: lift.deviceKey, elevatorId: lift.id, deviceType: 'COL', reportPeriodSeconds: 5 },
            atMs: 1,
          },
          { type: 'device.reported', data: { load: 1 }, atMs: 2 },
        ],
      });
      expect(await cameraRows(admin)).toMatchObject([{ status: 1, statusResult: '在线' }]);
    });
  });

  describe('what expires', () => {
    beforeEach(async () => {
      await people.save(colleague, {
        name: '周建',
        mobile: '13800001234',
        duties: ['worker'],
        user_id: null,
        organization: '5-402',
        certificates: [
          { number: 'T1', class: 'T', expiry: onDay(5) },
          { number: 'T2', class: 'A', expiry: onDay(90) },
        ],
      });
      await store.write(function* (queries) {
        yield* run(
          queries
            .updateTable('organizations')
            .set({ licence_expiry: onDay(-3), insurance_expiry: onDay(61) })
            .where('id', '=', 401),
        );
        yield* run(
          queries
            .updateTable('organizations')
            .set({ insurance_expiry: onDay(60) })
            .where('id', '=', 302),
        );
        yield* run(
          queries
            .updateTable('elevators')
            .set({ next_inspection_on: onDay(0) })
            .where('id', '=', 101),
        );
        yield* run(
          queries
            .updateTable('elevators')
            .set({ next_inspection_on: onDay(-40), next_self_test_on: onDay(2), state: 1 })
            .where('id', '=', 102),
        );
        const contract = { org_type: 5, org_id: 401, starts_on: onDay(-300) };
        yield* run(
          queries.insertInto('contracts').values([
            { ...contract, id: 1, number: 'RENEWED', ends_on: onDay(-10) },
            { ...contract, id: 2, number: 'ENDING', ends_on: onDay(20) },
          ]),
        );
        yield* run(
          queries.insertInto('contract_elevators').values([
            { contract_id: 1, elevator_id: 101 },
            { contract_id: 2, elevator_id: 101 },
          ]),
        );
      });
    });

    test('is listed with the longest expired first, and a contract that was renewed is of no concern', async () => {
      expect(await expiring(colleague)).toEqual([
        ['inspection', 'YJ-02-01', -40],
        ['licence', '迅达维保', -3],
        ['inspection', 'CH-01-01', 0],
        ['selfTest', 'YJ-02-01', 2],
        ['certificate', '周建', 5],
        ['contract', 'ENDING', 20],
        ['insurance', '乐家物业', 60],
      ]);
      expect(await expiring(colleague, { state: 'overdue' })).toHaveLength(2);
      expect(await expiring(colleague, { kind: 'inspection', state: 'soon' })).toEqual([['inspection', 'CH-01-01', 0]]);
      expect(await expiring(colleague, { keyword: '翠湖' })).toEqual([['inspection', 'CH-01-01', 0]]);
    });

    test('is seen in the scope of each record, and only with the permission for its kind', async () => {
      expect(await expiring(property)).toEqual([
        ['licence', '迅达维保', -3],
        ['inspection', 'CH-01-01', 0],
        ['contract', 'ENDING', 20],
      ]);
      expect(await expiring(stranger)).toEqual([]);
      const onlyLifts = { ...colleague, permissions: new Set(['elevator.view'] as const) };
      expect((await expiring(onlyLifts)).map(([kind]) => kind)).toEqual(['inspection', 'inspection', 'selfTest']);
      expect(await expiring({ ...colleague, permissions: new Set() })).toEqual([]);
    });

    test('leaves out a lift that was scrapped', async () => {
      await store.write(function* (queries) {
        yield* run(queries.updateTable('elevators').set({ state: 2 }).where('id', '=', 102));
      });
      expect((await expiring(colleague)).some(([, name]) => name === 'YJ-02-01')).toBe(false);
    });
  });

  describe('the audit log', () => {
    test('says who changed what, newest first, and is searched by record, words and time', async () => {
      const { id, version } = await brands.save(admin, acme);
      await brands.save(colleague, { ...acme, id, version, name: '通力电梯', address: '' });
      await brands.remove(admin, [id]);
      const brand = { record: 'brand', record_id: String(id) };
      expect(await entries(colleague, brand)).toMatchObject([
        { ...brand, actor_name: admin.name, action: '删除', record_name: '通力电梯' },
        {
          ...brand,
          actor_name: colleague.name,
          action: '修改',
          changes: [
            { field: '名称', before: '通力', after: '通力电梯' },
            { field: '地址', before: '昆山', after: '' },
          ],
        },
        { ...brand, action: '新建', record_name: '通力' },
      ]);
      expect(await entries(colleague, { keyword: '昆山' })).toHaveLength(2);
      expect(await entries(colleague, { keyword: colleague.name })).toHaveLength(1);
      expect(await entries(colleague, { record: 'person' })).toEqual([]);
      const later = new Date(clock.nowMs() + 1).toISOString();
      expect(await entries(colleague, { from: later })).toEqual([]);
      expect(await entries(colleague, { to: later, page_size: 2 })).toHaveLength(2);
    });

    test('names the account that something happened to', async () => {
      await store.append({
        stream: `user-${property.userId}`,
        expectedVersion: 'any',
        actor: actorOf(admin),
        events: [{ type: 'user.sessionsEnded', data: { reason: '离职' }, atMs: clock.nowMs() }],
      });
      expect(await entries(colleague, { record: 'user' })).toMatchObject([
        { actor_name: admin.name, record_name: property.name, action: '结束登录' },
      ]);
    });

    test('shows a user with limits only what they and the accounts that they manage did', async () => {
      await brands.save(colleague, acme);
      const { id } = await brands.save(admin, { ...acme, name: '迅达' });
      expect((await entries(colleague)).map(({ actor_name: name }) => name)).toEqual([admin.name, colleague.name]);
      expect(await entries(admin)).toMatchObject([{ record_id: String(id) }]);
      expect(await entries(property)).toEqual([]);
      expect(await entries(stranger)).toEqual([]);
    });

    test('reads every type that it shows by the index', async () => {
      expect(auditTypeNames).toEqual(indexedAuditTypes);
      if (kind === 'postgres') return;
      const types = sql.join(auditTypeNames.map((type) => sql.lit(type)));
      const { rows } = await sql`explain query plan select ev.position from events as ev where ev.type in (${types})
          order by ev.position desc limit 20`.execute(store.rows);
      expect(JSON.stringify(rows)).toContain('events_audited');
    });
  });

  uploadSuite(() => ({ store, clock, dataDir: opened.dataDir }));

  test('the accounts to manage are those that see no lift outside one’s scope', async () => {
    const { users } = smallCity;
    expect(await accountIds(colleague)).toEqual(Object.values(users));
    expect(await accountIds(property)).toEqual([users.property, users.maintenance]);
    expect(await accountIds(stranger)).toEqual([]);
  });

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
