import { permissions as everything, permissionLabels, type Permission } from '../../src/contract/permissions.ts';
import { roleTypes } from '../../src/contract/labels.ts';


const watching: readonly Permission[] = ['overview.view', 'rescue.view', 'alarm.view', 'elevator.view', 'device.view'];
const withoutRinging = everything.filter((code) => code !== 'rescue.answer');

/** Only who may answer rings: administrators look after the system, dispatchers answer. */
export const demoRoles = [
  { id: 1, name: '超级管理员', roleType: roleTypes.superAdministrator, isUnscoped: true, permissions: everything },
  { id: 2, name: '管理员', roleType: roleTypes.administrator, isUnscoped: false, permissions: withoutRinging },
  {
    id: 3, name: '调度员', roleType: roleTypes.administrator, isUnscoped: false,
    permissions: [...watching, 'rescue.answer', 'rescue.handle', 'exception.report', 'alarm.handle', 'device.command', 'file.upload', 'quarantine.view'],
  },
  { id: 4, name: '安装人员', roleType: roleTypes.installer, isUnscoped: false, permissions: ['overview.view', 'elevator.view', 'device.view', 'device.command', 'file.upload'] },
  { id: 5, name: '物业人员', roleType: roleTypes.propertyStaff, isUnscoped: false, permissions: [...watching, 'exception.report', 'file.upload'] },
  { id: 6, name: '维保人员', roleType: roleTypes.maintenanceStaff, isUnscoped: false, permissions: [...watching, 'rescue.handle', 'alarm.handle', 'file.upload'] },
  { id: 7, name: '监管人员', roleType: roleTypes.regulator, isUnscoped: false, permissions: watching },
] as const satisfies readonly { readonly id: number; readonly name: string; readonly roleType: number; readonly isUnscoped: boolean; readonly permissions: readonly Permission[] }[];

/** `org`: whose lifts the person sees. */
export const demoAccounts = [
  { id: 1, account: 'super', name: '苏培文', roleId: 1, mobile: '00000000001', org: 'none' },
  { id: 2, account: 'admin', name: '关立群', roleId: 2, mobile: '00000000002', org: 'city' },
  { id: 3, account: 'dispatcher1', name: '张伟', roleId: 3, mobile: '00000000003', org: 'city' },
  { id: 4, account: 'dispatcher2', name: '李娜', roleId: 3, mobile: '00000000004', org: 'city' },
  { id: 5, account: 'installer', name: '周建', roleId: 4, mobile: '00000000005', org: 'city' },
  { id: 6, account: 'property', name: '王芳', roleId: 5, mobile: '00000000006', org: 'property' },
  { id: 7, account: 'maintenance', name: '赵强', roleId: 6, mobile: '00000000007', org: 'maintenance' },
  { id: 8, account: 'regulator', name: '孙洁', roleId: 7, mobile: '00000000008', org: 'city' },
] as const;

export interface PermissionNode {
  readonly id: number;
  readonly parentId: number | null;
  readonly name: string;
  /** The route's name for a page, the section for a group. */
  readonly path: string;
  readonly icon: string;
  readonly sort: number;
  /** 0 group, 1 page, 2 action. */
  readonly type: 0 | 1 | 2;
  readonly code: string;
}

/** The menu holds only screens that exist. */
const menu: readonly PermissionNode[] = [
  { id: 1, parentId: null, name: '数据概览', path: 'DataScreening', icon: 'chart-pie', sort: 1, type: 1, code: 'overview.view' },
  { id: 6, parentId: null, name: '电梯概览', path: 'ElevatorScreening', icon: 'building', sort: 2, type: 1, code: 'elevator.view' },
  { id: 5, parentId: null, name: '数据大屏', path: 'DataBoard', icon: 'desktop', sort: 3, type: 1, code: 'overview.view' },
  { id: 2, parentId: null, name: '报警中心', path: 'alarm-center', icon: 'bell', sort: 6, type: 0, code: '' },
  { id: 3, parentId: 2, name: '救援呼叫', path: 'RescueCall', icon: 'phone', sort: 1, type: 1, code: 'rescue.view' },
  { id: 4, parentId: 2, name: '救援历史', path: 'RescueCallHistory', icon: 'history', sort: 2, type: 1, code: 'rescue.view' },
  // Stores of an older version get these by the migration 005.
  { id: 7, parentId: null, name: '统计报表', path: 'report-statistics', icon: 'chart-bar', sort: 8, type: 0, code: '' },
  { id: 8, parentId: 7, name: '梯龄统计', path: 'ReportStatistics', icon: 'calendar', sort: 1, type: 1, code: 'elevator.view' },
  { id: 9, parentId: 7, name: '品牌统计', path: 'ReportStatisticsBrand', icon: 'tag', sort: 2, type: 1, code: 'elevator.view' },
  { id: 10, parentId: 7, name: '小区统计', path: 'ReportStatisticsPark', icon: 'building-columns', sort: 3, type: 1, code: 'elevator.view' },
];
const firstActionId = 100;

/** Under which page an action stands in the role editor. */
function pageOf(code: Permission): number | null {
  return code.startsWith('rescue.') || code.startsWith('exception.') ? 3 : null;
}

/** Menu nodes and, for what no page stands for, actions. */
export const demoPermissions: readonly PermissionNode[] = [
  ...menu,
  ...everything
    .filter((code) => menu.every((node) => node.code !== code))
    .map((code, index) => ({ id: firstActionId + index, parentId: pageOf(code), name: permissionLabels[code], path: '', icon: '', sort: index + 1, type: 2 as const, code })),
];

/** The rows that a role holds: its codes, and the groups that lead to its pages. */
export function permissionIdsOf(codes: readonly Permission[]): readonly number[] {
  const held = new Set<string>(codes);
  const nodes = demoPermissions.filter(({ type, code }) => type !== 0 && held.has(code));
  const parents = new Set(nodes.filter(({ type }) => type === 1).map(({ parentId }) => parentId));
  return [...nodes, ...demoPermissions.filter(({ id, type }) => type === 0 && parents.has(id))].map(({ id }) => id).toSorted((a, b) => a - b);
}
