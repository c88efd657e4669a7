import type { BuiltRoute, Route } from './route.ts';

/** The pages of the section 电梯维保. */
export const upkeepScreens = [
  {
    name: 'OrderRecords',
    path: '/elebator-maintenance',
    section: 'elebator-maintenance',
    title: '维保工单',
    menu: '维保工单',
    icon: 'clipboard',
    sort: 1,
    permission: 'visit.view',
  },
  {
    name: 'EvaluateList',
    path: '/elebator-maintenance/evaluate-list',
    section: 'elebator-maintenance',
    title: '电梯评价',
    menu: '电梯评价',
    icon: 'comments',
    sort: 2,
    permission: 'review.view',
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
