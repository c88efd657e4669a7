import type { ComponentType } from 'react';
import { elevatorRealtime } from '../contract/endpoints/realtime.ts';
import type { Permission } from '../contract/permissions.ts';
import type { FeatureDeps } from '../streams/featureDeps.ts';
import type { AskAhead } from './api/createAskAhead.ts';

/** One page inside the layout. The feature itself says the same of itself; a test compares them. */
export interface Screen {
  /** Route name: what a menu node's `path` holds. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly permission: Permission;
  /** Asks for what the page will ask for first and what takes the server longest, before its chunk is there. */
  readonly askAhead?: (ask: AskAhead) => void;
  /** The feature's factory, from its own chunk. */
  readonly load: () => Promise<CreateScreen>;
}

export type CreateScreen = (deps: FeatureDeps) => LoadedScreen;

export interface LoadedScreen {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly permission: string;
  readonly Component: ComponentType;
}

/** As the live map does. */
const askForLifts = (ask: AskAhead): void => ask(elevatorRealtime, { lifts: true });

/** Every page that exists; routes, menu and permissions come from here. */
export const screens: readonly Screen[] = [
  {
    name: 'DataScreening', path: '/', title: '数据概览', permission: 'overview.view',
    load: async () => (await import('../features/dataScreening/index.ts')).createDataScreening,
  },
  {
    name: 'ElevatorScreening', path: '/elevator-screening', title: '电梯概览', permission: 'elevator.view', askAhead: askForLifts,
    load: async () => (await import('../features/elevatorScreening/index.ts')).createElevatorScreening,
  },
  {
    name: 'DataBoard', path: '/data-board', title: '数据大屏', permission: 'overview.view', askAhead: askForLifts,
    load: async () => (await import('../features/dataBoard/index.ts')).createDataBoard,
  },
  {
    name: 'RescueCall', path: '/alarm-center', title: '救援呼叫中心', permission: 'rescue.view',
    load: async () => (await import('../features/rescueCall/index.ts')).createRescueCall,
  },
  {
    name: 'RescueCallHistory', path: '/alarm-center/rescue-call-history', title: '救援历史记录', permission: 'rescue.view',
    load: async () => (await import('../features/rescueCallHistory/index.ts')).createRescueCallHistory,
  },
  {
    name: 'ReportStatistics', path: '/report-statistics', title: '梯龄统计', permission: 'elevator.view',
    load: async () => (await import('../features/reportStatistics/index.ts')).createReportStatistics,
  },
  {
    name: 'ReportStatisticsBrand', path: '/report-statistics/report-statistics-brand', title: '品牌统计', permission: 'elevator.view',
    load: async () => (await import('../features/reportStatistics/index.ts')).createReportStatisticsBrand,
  },
  {
    name: 'ReportStatisticsPark', path: '/report-statistics/report-statistics-park', title: '小区统计', permission: 'elevator.view',
    load: async () => (await import('../features/reportStatistics/index.ts')).createReportStatisticsPark,
  },
];

export const loginPath = '/ins-login';
export const startPath = '/';
export const wallPath = '/data-board';
/** `navigate` to the handling of a lift's open call. */
export const rescuePath = (elevatorId: number): string => `/alarm-center?elevator_id=${elevatorId}&handle=1`;
export const rescueOrderPath = (orderId: number): string => `/alarm-center?id=${orderId}`;
export const liftPath = (elevatorId: number): string => `/elevator-screening?id=${elevatorId}`;
export const pathOfName: ReadonlyMap<string, string> = new Map(screens.map(({ name, path }) => [name, path]));
