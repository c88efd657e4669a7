import type { BuiltRoute, Route } from './route.ts';

/** Pages that are in the menu on their own. */
export const aloneScreens = [
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
] as const satisfies readonly (Route | BuiltRoute)[];
