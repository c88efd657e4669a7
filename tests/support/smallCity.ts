import { permissions, type Permission } from '../../src/contract/permissions.ts';
import type { Principal } from '../../server/access/principal.ts';
import { loadPrincipal } from '../../server/access/loadPrincipal.ts';
import { run, type EventStore } from '../../server/store/eventStore.ts';

/** Ids of the small city: two communities under different companies, two lifts, one account of each kind that tests need. */
export const smallCity = {
  cityAreaId: 1,
  lift: { id: 101, tag: 'CH-01-01', deviceKey: 'COL000101', rescueCode: '100101' },
  farLift: { id: 102, tag: 'YJ-02-01', deviceKey: 'COL000102', rescueCode: '100102' },
  users: { super: 1, dispatcher1: 2, dispatcher2: 3, property: 4, maintenance: 5, regulator: 6, stranger: 7, admin: 8 },
} as const;

const everything: readonly Permission[] = permissions;
const dispatching: readonly Permission[] = ['overview.view', 'rescue.view', 'rescue.answer', 'rescue.handle', 'exception.report', 'alarm.view', 'elevator.view', 'device.view', 'device.command'];
const watching: readonly Permission[] = ['overview.view', 'rescue.view', 'alarm.view', 'elevator.view', 'device.view'];

const roles = [
  { id: 1, name: '超级管理员', role_type: 0, is_unscoped: 1, codes: everything },
  { id: 2, name: '调度员', role_type: 5, is_unscoped: 0, codes: dispatching },
  { id: 3, name: '物业人员', role_type: 2, is_unscoped: 0, codes: watching },
  { id: 4, name: '维保人员', role_type: 3, is_unscoped: 0, codes: watching },
  { id: 5, name: '监管人员', role_type: 4, is_unscoped: 0, codes: watching },
  { id: 6, name: '管理员', role_type: 5, is_unscoped: 0, codes: [...watching, 'config.view', 'config.edit', 'alarm.delete', 'rescue.delete', 'quarantine.view', 'user.access', 'device.secret'] as const },
] as const;

/** Pages of the menu; users who hold the code see the page. */
const pages = [
  { id: 1, parent_id: null, name: '数据概览', path: 'DataScreening', icon: 'chart-pie', sort: 1, type: 1, code: 'overview.view' },
  { id: 6, parent_id: null, name: '电梯概览', path: 'ElevatorScreening', icon: 'building', sort: 2, type: 1, code: 'elevator.view' },
  { id: 5, parent_id: null, name: '数据大屏', path: 'DataBoard', icon: 'desktop', sort: 3, type: 1, code: 'overview.view' },
  { id: 2, parent_id: null, name: '报警中心', path: 'alarm-center', icon: 'bell', sort: 2, type: 0, code: '' },
  { id: 3, parent_id: 2, name: '救援呼叫', path: 'RescueCall', icon: 'phone', sort: 1, type: 1, code: 'rescue.view' },
  { id: 4, parent_id: 2, name: '救援历史', path: 'RescueCallHistory', icon: 'history', sort: 2, type: 1, code: 'rescue.view' },
  { id: 7, parent_id: null, name: '统计报表', path: 'report-statistics', icon: 'chart-bar', sort: 8, type: 0, code: '' },
  { id: 8, parent_id: 7, name: '梯龄统计', path: 'ReportStatistics', icon: 'calendar', sort: 1, type: 1, code: 'elevator.view' },
  { id: 9, parent_id: 7, name: '品牌统计', path: 'ReportStatisticsBrand', icon: 'tag', sort: 2, type: 1, code: 'elevator.view' },
  { id: 10, parent_id: 7, name: '小区统计', path: 'ReportStatisticsPark', icon: 'building-columns', sort: 3, type: 1, code: 'elevator.view' },
] as const;

const { users, lift, farLift, cityAreaId } = smallCity;
const people = [
  { id: users.super, account: 'super', name: '苏培', role_id: 1, org: undefined },
  { id: users.dispatcher1, account: 'dispatcher1', name: '张伟', role_id: 2, org: [1, cityAreaId] },
  { id: users.dispatcher2, account: 'dispatcher2', name: '李娜', role_id: 2, org: [1, cityAreaId] },
  { id: users.property, account: 'property', name: '王芳', role_id: 3, org: [4, 301] },
  { id: users.maintenance, account: 'maintenance', name: '赵强', role_id: 4, org: [5, 401] },
  { id: users.regulator, account: 'regulator', name: '孙洁', role_id: 5, org: [1, cityAreaId] },
  { id: users.stranger, account: 'stranger', name: '周边', role_id: 2, org: undefined },
  { id: users.admin, account: 'admin', name: '关立', role_id: 6, org: [1, cityAreaId] },
] as const;

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
    const common = { brand_id: 201, elevator_type: 2, install_at_ms: Date.UTC(2019, 4, 1), floor_min: -1, floor_max: 18, maker_unit: '云梯', manage_unit: '业主委员会' };
    yield* run(
      queries.insertInto('elevators').values([
        { ...common, id: lift.id, tag: lift.tag, addr: '1 幢 1 单元', rescue_code: lift.rescueCode, registration_code: '3010010001', sos_tel: '0571-9001', community_id: 11, property_id: 301, maintenance_id: 401, lng: 120.1, lat: 30.2 },
        // Old enough to stay in another age group for good.
        { ...common, install_at_ms: Date.UTC(2005, 8, 1), id: farLift.id, tag: farLift.tag, addr: '2 幢 1 单元', rescue_code: farLift.rescueCode, registration_code: '3010010002', sos_tel: '0571-9002', community_id: 12, property_id: 302, maintenance_id: 402, lng: 120.4, lat: 30.4 },
      ]),
    );
    yield* run(
      queries.insertInto('devices').values(
        [lift, farLift].map(({ id, deviceKey }) => ({ device_key: deviceKey, elevator_id: id, device_type: 'COL', report_period_seconds: 5, secret_version: 1 })),
      ),
    );
    yield* run(
      queries.insertInto('permissions').values(
        everything.map((code, index) => ({ id: index + 100, parent_id: null, name: code, path: '', icon: '', sort: index, is_show: 0 as const, type: 2, code })),
      ),
    );
    yield* run(queries.insertInto('permissions').values(pages.map((page) => ({ ...page, is_show: 1 as const }))));
    yield* run(queries.insertInto('roles').values(roles.map(({ id, name, role_type, is_unscoped }) => ({ id, name, role_type, is_unscoped }))));
    yield* run(queries.insertInto('role_permissions').values(roles.flatMap(({ id, codes }) => codes.map((code) => ({ role_id: id, permission_id: everything.indexOf(code) + 100 })))));
    yield* run(queries.insertInto('role_permissions').values(roles.flatMap(({ id }) => pages.map((page) => ({ role_id: id, permission_id: page.id })))));
    yield* run(
      queries.insertInto('users').values(
        people.map(({ id, account, name, role_id }) => ({ id, account, name, role_id, mobile: '', password_hash: passwordHash, is_disabled: 0 as const, must_change_password: 0 as const, created_at_ms: 0 })),
      ),
    );
    yield* run(queries.insertInto('user_organizations').values(people.flatMap(({ id, org }) => (org === undefined ? [] : [{ user_id: id, org_type: org[0], org_id: org[1] }]))));
  });
}

/** The person as the server sees a signed-in user. */
export async function principalOf(store: EventStore, userId: number): Promise<Principal> {
  const principal = await loadPrincipal(store, userId);
  if (principal === undefined) throw new Error(`the small city has no user ${userId}`);
  return principal;
}
