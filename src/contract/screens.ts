import type { Permission } from './permissions.ts';

/** A section of the menu, in the order of its `sort`; `key` is the first segment of its pages' paths (as the specification spells it). */
export const menuSections = [
  { key: 'base-data', title: '基础数据', icon: 'database', sort: 5 },
  { key: 'alarm-center', title: '报警中心', icon: 'bell', sort: 6 },
  { key: 'elebator-maintenance', title: '电梯维保', icon: 'wrench', sort: 7 },
  { key: 'report-statistics', title: '统计报表', icon: 'chart-bar', sort: 8 },
  { key: 'system-settings', title: '系统设置', icon: 'cog', sort: 9 },
] as const;
export type MenuSection = (typeof menuSections)[number]['key'];

interface Route {
  /** The route's name in the specification: what a menu node's `path` holds. */
  readonly name: string;
  readonly path: string;
  /** Null for a page that is in the menu on its own. */
  readonly section: MenuSection | null;
  /** Stands over the page and in the browser's tab. */
  readonly title: string;
}

/** A page that exists: its place in the menu, and what a person needs to open it. */
interface BuiltRoute extends Route {
  readonly menu: string;
  readonly icon: string;
  readonly sort: number;
  readonly permission: Permission;
  /** Opened from another page, never from the menu. */
  readonly isHidden?: true;
}

/**
 * Every page inside the layout (specification, section 2), once: routes, menu, permissions and tests read this table.
 * A page is built when its row names a permission, and only built pages are shown: give the row its menu label, icon, sort and
 * permission, and `app/screens.ts` its loader; every store gets the new page and its default roles at its next start.
 */
export const screenCatalogue = [
  {
    name: 'DataScreening',
    path: '/',
    section: null,
    title: '数据概览',
    menu: '数据概览',
    icon: 'chart-pie',
    sort: 1,
    permission: 'overview.view',
  },
  {
    name: 'ElevatorScreening',
    path: '/elevator-screening',
    section: null,
    title: '电梯概览',
    menu: '电梯概览',
    icon: 'building',
    sort: 2,
    permission: 'elevator.view',
  },
  {
    name: 'DataBoard',
    path: '/data-board',
    section: null,
    title: '数据大屏',
    menu: '数据大屏',
    icon: 'desktop',
    sort: 3,
    permission: 'overview.view',
  },
  { name: 'IntelligentDiagnosis', path: '/intelligent-diagnosis', section: null, title: '智能诊断' },
  {
    name: 'RegionManagement',
    path: '/base-data',
    section: 'base-data',
    title: '区域管理',
    menu: '区域管理',
    icon: 'map',
    sort: 1,
    permission: 'region.view',
  },
  {
    name: 'BrandInfo',
    path: '/base-data/brand-info',
    section: 'base-data',
    title: '品牌信息',
    menu: '品牌信息',
    icon: 'tag',
    sort: 2,
    permission: 'brand.view',
  },
  {
    name: 'ParkManagement',
    path: '/base-data/park-management',
    section: 'base-data',
    title: '小区管理',
    menu: '小区管理',
    icon: 'home',
    sort: 3,
    permission: 'community.view',
  },
  {
    name: 'ElevatorManagement',
    path: '/base-data/elevator-management',
    section: 'base-data',
    title: '电梯管理',
    menu: '电梯管理',
    icon: 'building',
    sort: 4,
    permission: 'elevator.view',
  },
  {
    name: 'ElevatorPlates',
    path: '/base-data/elevator-plates',
    section: 'base-data',
    title: '打印标牌',
    menu: '打印标牌',
    icon: 'print',
    sort: 20,
    permission: 'elevator.view',
    isHidden: true,
  },
  {
    name: 'VideoManagement',
    path: '/base-data/video-management',
    section: 'base-data',
    title: '视频管理',
    menu: '视频管理',
    icon: 'video',
    sort: 5,
    permission: 'camera.view',
  },
  {
    name: 'MaintenanceManagement',
    path: '/base-data/Maintenance-management',
    section: 'base-data',
    title: '维保单位',
    menu: '维保单位',
    icon: 'wrench',
    sort: 6,
    permission: 'maintenance.view',
  },
  {
    name: 'PropertyManagement',
    path: '/base-data/property-management',
    section: 'base-data',
    title: '物业单位',
    menu: '物业单位',
    icon: 'building-columns',
    sort: 7,
    permission: 'property.view',
  },
  {
    name: 'PersonManagement',
    path: '/base-data/person-management',
    section: 'base-data',
    title: '人员管理',
    menu: '人员管理',
    icon: 'id-card',
    sort: 8,
    permission: 'person.view',
  },
  {
    name: 'Expiring',
    path: '/base-data/expiring',
    section: 'base-data',
    title: '到期提醒',
    menu: '到期提醒',
    icon: 'calendar-clock',
    sort: 11,
    permission: 'expiring.view',
  },
  {
    name: 'Imports',
    path: '/base-data/imports',
    section: 'base-data',
    title: '批量导入',
    menu: '批量导入',
    icon: 'upload',
    sort: 12,
    permission: 'import.run',
  },
  {
    name: 'RescueCall',
    path: '/alarm-center',
    section: 'alarm-center',
    title: '救援呼叫中心',
    menu: '救援呼叫',
    icon: 'phone',
    sort: 1,
    permission: 'rescue.view',
  },
  {
    name: 'RescueCallHistory',
    path: '/alarm-center/rescue-call-history',
    section: 'alarm-center',
    title: '救援历史记录',
    menu: '救援历史',
    icon: 'history',
    sort: 2,
    permission: 'rescue.view',
  },
  { name: 'FaultRecords', path: '/alarm-center/fault-records', section: 'alarm-center', title: '待处理异常' },
  {
    name: 'FaultRecordsHistory',
    path: '/alarm-center/fault-records-history',
    section: 'alarm-center',
    title: '异常历史',
  },
  { name: 'ElectricScooter', path: '/alarm-center/electric-scooter', section: 'alarm-center', title: '电动车事件' },
  {
    name: 'ElectricScooterHistory',
    path: '/alarm-center/electric-scooter-history',
    section: 'alarm-center',
    title: '电动车历史',
  },
  { name: 'ElevatorFault', path: '/alarm-center/fault-fault', section: 'alarm-center', title: '待处理故障' },
  {
    name: 'ElevatorFaultHistory',
    path: '/alarm-center/fault-fault-history',
    section: 'alarm-center',
    title: '故障历史',
  },
  { name: 'FaultEvent', path: '/alarm-center/fault-event', section: 'alarm-center', title: '事件' },
  {
    name: 'ElevatorAlarm',
    path: '/alarm-center/elevator-alarm',
    section: 'alarm-center',
    title: '报警记录',
    menu: '报警记录',
    icon: 'bell',
    sort: 10,
    permission: 'alarm.view',
  },
  {
    name: 'ElevatorAlarmNotify',
    path: '/alarm-center/elevator-alarm-notify',
    section: 'alarm-center',
    title: '通知记录',
  },
  { name: 'AlarmSetting', path: '/alarm-center/alarm-setting', section: 'alarm-center', title: '报警规则' },
  { name: 'OrderRecords', path: '/elebator-maintenance', section: 'elebator-maintenance', title: '维保工单' },
  {
    name: 'EvaluateList',
    path: '/elebator-maintenance/evaluate-list',
    section: 'elebator-maintenance',
    title: '电梯评价',
  },
  { name: 'NoticeList', path: '/elebator-maintenance/notice-list', section: 'elebator-maintenance', title: '物业公告' },
  {
    name: 'ReportStatistics',
    path: '/report-statistics',
    section: 'report-statistics',
    title: '梯龄统计',
    menu: '梯龄统计',
    icon: 'calendar',
    sort: 1,
    permission: 'elevator.view',
  },
  {
    name: 'ReportStatisticsBrand',
    path: '/report-statistics/report-statistics-brand',
    section: 'report-statistics',
    title: '品牌统计',
    menu: '品牌统计',
    icon: 'tag',
    sort: 2,
    permission: 'elevator.view',
  },
  {
    name: 'ReportStatisticsPark',
    path: '/report-statistics/report-statistics-park',
    section: 'report-statistics',
    title: '小区统计',
    menu: '小区统计',
    icon: 'building-columns',
    sort: 3,
    permission: 'elevator.view',
  },
  {
    name: 'TrappedPeopleStatisticsRegion',
    path: '/report-statistics/trapped-people-statistics-region',
    section: 'report-statistics',
    title: '困人统计·区域',
  },
  {
    name: 'TrappedPeopleStatisticsProperty',
    path: '/report-statistics/trapped-people-statistics-property',
    section: 'report-statistics',
    title: '困人统计·物业',
  },
  {
    name: 'TrappedPeopleStatisticsBrand',
    path: '/report-statistics/trapped-people-statistics-brand',
    section: 'report-statistics',
    title: '困人统计·品牌',
  },
  {
    name: 'TrappedPeopleStatisticsMaintenance',
    path: '/report-statistics/trapped-people-statistics-maintenance',
    section: 'report-statistics',
    title: '困人统计·维保',
  },
  {
    name: 'RescueAnalysisRegion',
    path: '/report-statistics/rescue-analysis-region',
    section: 'report-statistics',
    title: '救援分析·区域',
  },
  {
    name: 'RescueAnalysisProperty',
    path: '/report-statistics/rescue-analysis-property',
    section: 'report-statistics',
    title: '救援分析·物业',
  },
  {
    name: 'RescueAnalysisBrand',
    path: '/report-statistics/rescue-analysis-brand',
    section: 'report-statistics',
    title: '救援分析·品牌',
  },
  {
    name: 'RescueAnalysisMaintenance',
    path: '/report-statistics/rescue-analysis-maintenance',
    section: 'report-statistics',
    title: '救援分析·维保',
  },
  {
    name: 'FaultStatisticsRegion',
    path: '/report-statistics/fault-statistics-region',
    section: 'report-statistics',
    title: '故障统计·区域',
  },
  {
    name: 'FaultStatisticsProperty',
    path: '/report-statistics/fault-statistics-property',
    section: 'report-statistics',
    title: '故障统计·物业',
  },
  {
    name: 'FaultStatisticsBrand',
    path: '/report-statistics/fault-statistics-brand',
    section: 'report-statistics',
    title: '故障统计·品牌',
  },
  {
    name: 'FaultStatisticsMaintenance',
    path: '/report-statistics/fault-statistics-maintenance',
    section: 'report-statistics',
    title: '故障统计·维保',
  },
  {
    name: 'AlarmStatisticsRegion',
    path: '/report-statistics/alarm-statistics-region',
    section: 'report-statistics',
    title: '报警统计·区域',
  },
  {
    name: 'AlarmStatisticsProperty',
    path: '/report-statistics/alarm-statistics-property',
    section: 'report-statistics',
    title: '报警统计·物业',
  },
  {
    name: 'AlarmStatisticsBrand',
    path: '/report-statistics/alarm-statistics-brand',
    section: 'report-statistics',
    title: '报警统计·品牌',
  },
  {
    name: 'AlarmStatisticsMaintenance',
    path: '/report-statistics/alarm-statistics-maintenance',
    section: 'report-statistics',
    title: '报警统计·维保',
  },
  {
    name: 'PermissionManagement',
    path: '/system-settings',
    section: 'system-settings',
    title: '权限管理',
    menu: '权限管理',
    icon: 'sitemap',
    sort: 1,
    permission: 'role.view',
  },
  {
    name: 'RoleAuthorization',
    path: '/system-settings/role-authorization',
    section: 'system-settings',
    title: '角色授权',
    menu: '角色授权',
    icon: 'shield',
    sort: 2,
    permission: 'role.view',
  },
  {
    name: 'UserManagement',
    path: '/system-settings/user-management',
    section: 'system-settings',
    title: '用户管理',
    menu: '用户管理',
    icon: 'users',
    sort: 3,
    permission: 'user.view',
  },
  {
    name: 'SyncModelData',
    path: '/system-settings/sync-model-data',
    section: 'system-settings',
    title: '设备型号同步',
    menu: '设备型号',
    icon: 'sync',
    sort: 4,
    permission: 'deviceModel.view',
  },
  {
    name: 'FirstSteps',
    path: '/system-settings/first-steps',
    section: 'system-settings',
    title: '开站向导',
    menu: '开站向导',
    icon: 'flag',
    sort: 30,
    permission: 'site.setup',
  },
  {
    name: 'SystemConfig',
    path: '/system-settings/system-config',
    section: 'system-settings',
    title: '系统参数',
    menu: '系统参数',
    icon: 'sliders-h',
    sort: 5,
    permission: 'config.view',
  },
  {
    name: 'AuditLog',
    path: '/system-settings/audit-log',
    section: 'system-settings',
    title: '审计日志',
    menu: '审计日志',
    icon: 'history',
    sort: 6,
    permission: 'audit.view',
  },
] as const satisfies readonly (Route | BuiltRoute)[];

/** A row of a page that exists. */
export type BuiltScreen = Extract<(typeof screenCatalogue)[number], { readonly permission: Permission }>;
export const builtScreens: readonly BuiltScreen[] = screenCatalogue.filter(
  (screen): screen is BuiltScreen => 'permission' in screen,
);

/** The catalogue's row of a page. */
export function screenNamed(name: BuiltScreen['name']): BuiltScreen {
  const screen = builtScreens.find((built) => built.name === name);
  if (screen === undefined) throw new Error(`the catalogue has no page named ${name}`);
  return screen;
}
