import type { BuiltRoute, Route } from './route.ts';

/** The pages of the section 电梯维保. */
export const upkeepScreens = [
  { name: 'OrderRecords', path: '/elebator-maintenance', section: 'elebator-maintenance', title: '维保工单' },
  {
    name: 'EvaluateList',
    path: '/elebator-maintenance/evaluate-list',
    section: 'elebator-maintenance',
    title: '电梯评价',
  },
  {
    name: 'NoticeList',
    path: '/elebator-maintenance/notice-list',
    section: 'elebator-maintenance',
    title: '物业公告',
    menu: '物业公告',
    icon: 'megaphone',
    sort: 3,
    permission: 'community.view',
  },
] as const satisfies readonly (Route | BuiltRoute)[];
