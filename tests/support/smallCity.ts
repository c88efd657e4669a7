import { reconcileCatalogue, type DefaultRoleKey } from '../../server/access/catalogue.ts';
import type { Principal } from '../../server/access/principal.ts';
import { loadPrincipal } from '../../server/access/loadPrincipal.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';

/**
 * Ids of the small city: two communities under different companies, two lifts, one account of each kind that tests
 * need, in the default roles.
 */
export const smallCity = {
  cityAreaId: 1,
  lift: { id: 101, tag: 'CH-01-01', deviceKey: 'COL000101', rescueCode: '100101' },
  farLift: { id: 102, tag: 'YJ-02-01', deviceKey: 'COL000102', rescueCode: '100102' },
  /** As the catalogue numbers them in a new store. */
  roles: {
    superAdministrator: 1,
    administrator: 2,
    dispatcher: 3,
    installer: 4,
    property: 5,
    maintenance: 6,
    regulator: 7,
  },
  users: { super: 1, dispatcher1: 2, dispatcher2: 3, property: 4, maintenance: 5, regulator: 6, stranger: 7, admin: 8 },
} as const;

const { users, lift, farLift, cityAreaId } = smallCity;
const people = [
  { id: users.super, account: 'super', name: '苏培', role: 'superAdministrator', org: undefined },
  { id: users.dispatcher1, account: 'dispatcher1', name: '张伟', role: 'dispatcher', org: [1, cityAreaId] },
  { id: users.dispatcher2, account: 'dispatcher2', name: '李娜', role: 'dispatcher', org: [1, cityAreaId] },
  { id: users.property, account: 'property', name: '王芳', role: 'property', org: [4, 301] },
  { id: users.maintenance, account: 'maintenance', name: '赵强', role: 'maintenance', org: [5, 401] },
  { id: users.regulator, account: 'regulator', name: '孙洁', role: 'regulator', org: [1, cityAreaId] },
  { id: users.stranger, account: 'stranger', name: '周边', role: 'dispatcher', org: undefined },
  { id: users.admin, account: 'admin', name: '关立', role: 'administrator', org: [1, cityAreaId] },
] as const satisfies readonly {
  readonly id: number;
  readonly account: string;
  readonly name: string;
  readonly role: DefaultRoleKey;
  readonly org: readonly [number, number] | undefined;
}[];

/** Writes the small city's rows. `passwordHash` is every account's stored hash. */
export async function writeSmallCity(store: EventStore, passwordHash = 'no-password'): Promise<void> {
  await store.write(function* (queries) {
    yield* run(
      queries.insertInto('areas').values([
        { id: 1, parent_id: null, name: '云川市', full_name: '云川市', path: '/1/', is_city: 1 },
        { id: 2, parent_id: 1, name: '东湖区', full_name: '云川市东湖区', path: '/1/2/', is_city: 1 },
        { id: 3, parent_id: 1, name: '远山县', full_name: '云川市远山县', path: '/1/3/', is_city: 0 },
      ]),
    );
    yield* run(
      queries.insertInto('organizations').values([
        { id: 201, org_type: 3, name: '云梯', contact_mobile: '', address: '' },
        { id: 301, org_type: 4, name: '安居物业', contact_mobile: '0571-1001', address: '湖滨路 1 号' },
        { id: 302, org_type: 4, name: '乐家物业', contact_mobile: '0571-1002', address: '山脚路 2 号' },
        { id: 401, org_type: 5, name: '迅达维保', contact_mobile: '0571-2001', address: '工业路 3 号' },
        { id: 402, org_type: 5, name: '平安维保', contact_mobile: '0571-2002', address: '工业路 4 号' },
      ]),
    );
    yield* run(
      queries.insertInto('communities').values([
        { id: 11, name: '翠湖花园', address: '东湖区湖滨路 8 号', area_id: 2, property_id: 301, lng: 120.1, lat: 30.2 },
        { id: 12, name: '云锦雅苑', address: '远山县山脚路 6 号', area_id: 3, property_id: 302, lng: 120.4, lat: 30.4 },
      ]),
    );
    const common = {
      brand_id: 201,
      elevator_type: 2,
      install_at_ms: Date.UTC(2019, 4, 1),
      floor_min: -1,
      floor_max: 18,
      maker_unit: '云梯',
      manage_unit: '业主委员会',
    };
    yield* run(
      queries.insertInto('elevators').values([
        {
          ...common,
          id: lift.id,
          tag: lift.tag,
          addr: '1 幢 1 单元',
          rescue_code: lift.rescueCode,
          registration_code: '3010010001',
          sos_tel: '0571-9001',
          community_id: 11,
          property_id: 301,
          maintenance_id: 401,
          lng: 120.1,
          lat: 30.2,
        },
        // Old enough to stay in another age group for good.
        {
          ...common,
          install_at_ms: Date.UTC(2005, 8, 1),
          id: farLift.id,
          tag: farLift.tag,
          addr: '2 幢 1 单元',
          rescue_code: farLift.rescueCode,
          registration_code: '3010010002',
          sos_tel: '0571-9002',
          community_id: 12,
          property_id: 302,
          maintenance_id: 402,
          lng: 120.4,
          lat: 30.4,
        },
      ]),
    );
    yield* run(
      queries.insertInto('devices').values(
        [lift, farLift].map(({ id, deviceKey }) => ({
          device_key: deviceKey,
          elevator_id: id,
          device_type: 'COL',
          report_period_seconds: 5,
          secret_version: 1,
        })),
      ),
    );
    const roleIds = yield* reconcileCatalogue(queries);
    for (const [key, id] of Object.entries(smallCity.roles))
      if (roleIds.get(key) !== id) throw new Error(`the role ${key} is not ${id}`);
    yield* run(
      queries.insertInto('users').values(
        people.map(({ id, account, name, role }) => ({
          id,
          account,
          name,
          role_id: smallCity.roles[role],
          mobile: '',
          password_hash: passwordHash,
          is_disabled: 0 as const,
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
    );
    yield* run(
      queries
        .insertInto('user_organizations')
        .values(
          people.flatMap(({ id, org }) =>
            org === undefined ? [] : [{ user_id: id, org_type: org[0], org_id: org[1] }],
          ),
        ),
    );
  });
}

/** Adds dispatchers of the whole city with ids from 1000, of whom every fifth is disabled. */
export async function employDispatchers(store: EventStore, people: number): Promise<void> {
  await store.write(function* (queries) {
    const ids = Array.from({ length: people }, (_, index) => 1_000 + index);
    yield* run(
      queries.insertInto('users').values(
        ids.map((id) => ({
          id,
          account: `d${id}`,
          name: `调度 ${id}`,
          role_id: smallCity.roles.dispatcher,
          mobile: '',
          password_hash: '',
          is_disabled: id % 5 === 0 ? (1 as const) : (0 as const),
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
    );
    yield* run(
      queries
        .insertInto('user_organizations')
        .values(ids.map((id) => ({ user_id: id, org_type: 1, org_id: smallCity.cityAreaId }))),
    );
  });
}

/** The person as the server sees a signed-in user. */
export async function principalOf(store: EventStore, userId: number): Promise<Principal> {
  const principal = await loadPrincipal(store, userId);
  if (principal === undefined) throw new Error(`the small city has no user ${userId}`);
  return principal;
}
