import type { ComponentType } from 'react';
import { elevatorRealtime, wholeFleet } from '../contract/endpoints/realtime.ts';
import { builtScreens, type BuiltScreen } from '../contract/screens.ts';
import type { StatisticsDimension, StatisticsSubject } from '../contract/statistics/subjects.ts';
import type { FeatureDeps } from '../streams/featureDeps.ts';
import type { AskAhead } from './api/createAskAhead.ts';

/** A page as its feature provides it: made once for as long as a user is signed in. */
export type CreateScreen = (deps: FeatureDeps) => ComponentType;

interface ScreenSource {
  /** The feature's factory, from its own chunk. */
  readonly load: () => Promise<CreateScreen>;
  /** Prefetches what the page requests first and what takes the server longest, before its chunk has loaded. */
  readonly askAhead?: (ask: AskAhead) => void;
}

/** One page inside the layout: its row of the catalogue, and where its code is. */
export type Screen = BuiltScreen & ScreenSource;

/** As the live map does. */
const askForLifts = (ask: AskAhead): void => ask(elevatorRealtime, wholeFleet);

// Features of several pages: written once, so that the bundle has the list of each import's files once.
const companyManagement = () => import('../features/companyManagement/index.ts');
const exceptions = () => import('../features/exceptions/index.ts');
const reportStatistics = () => import('../features/reportStatistics/index.ts');
const statistics = () => import('../features/statistics/index.ts');

/** A page of the statistics, which are one component. */
const statisticsOf = (subject: StatisticsSubject, dimension: StatisticsDimension): ScreenSource => ({
  load: async () => (await statistics()).createStatistics(subject, dimension),
});

/** The code of every built page; a built row of the catalogue without one here does not compile. */
const sources: Readonly<Record<BuiltScreen['name'], ScreenSource>> = {
  DataScreening: { load: async () => (await import('../features/dataScreening/index.ts')).createDataScreening },
  ElevatorScreening: {
    askAhead: askForLifts,
    load: async () => (await import('../features/elevatorScreening/index.ts')).createElevatorScreening,
  },
  RegionManagement: {
    load: async () => (await import('../features/regionManagement/index.ts')).createRegionManagement,
  },
  BrandInfo: { load: async () => (await import('../features/brandInfo/index.ts')).createBrandInfo },
  ParkManagement: {
    load: async () => (await import('../features/parkManagement/index.ts')).createParkManagement,
  },
  VideoManagement: {
    load: async () => (await import('../features/videoManagement/index.ts')).createVideoManagement,
  },
  ElevatorManagement: {
    load: async () => (await import('../features/elevatorManagement/index.ts')).createElevatorManagement,
  },
  ElevatorPlates: {
    load: async () => (await import('../features/elevatorPlates/index.ts')).createElevatorPlates,
  },
  MaintenanceManagement: {
    load: async () => (await companyManagement()).createMaintenanceManagement,
  },
  PropertyManagement: {
    load: async () => (await companyManagement()).createPropertyManagement,
  },
  OrderRecords: { load: async () => (await import('../features/orderRecords/index.ts')).createOrderRecords },
  Imports: { load: async () => (await import('../features/imports/index.ts')).createImports },
  EvaluateList: { load: async () => (await import('../features/evaluateList/index.ts')).createEvaluateList },
  Ladders: { load: async () => (await import('../features/ladders/index.ts')).createLadders },
  PersonManagement: {
    load: async () => (await import('../features/personManagement/index.ts')).createPersonManagement,
  },
  SyncModelData: {
    load: async () => (await import('../features/syncModelData/index.ts')).createSyncModelData,
  },
  PermissionManagement: {
    load: async () => (await import('../features/permissionManagement/index.ts')).createPermissionManagement,
  },
  RoleAuthorization: {
    load: async () => (await import('../features/roleAuthorization/index.ts')).createRoleAuthorization,
  },
  UserManagement: {
    load: async () => (await import('../features/userManagement/index.ts')).createUserManagement,
  },
  Expiring: { load: async () => (await import('../features/expiring/index.ts')).createExpiring },
  SystemConfig: {
    load: async () => (await import('../features/systemConfig/index.ts')).createSystemConfig,
  },
  FirstSteps: { load: async () => (await import('../features/firstSteps/index.ts')).createFirstSteps },
  AuditLog: { load: async () => (await import('../features/auditLog/index.ts')).createAuditLog },
  DataBoard: {
    askAhead: askForLifts,
    load: async () => (await import('../features/dataBoard/index.ts')).createDataBoard,
  },
  RescueCall: { load: async () => (await import('../features/rescueCall/index.ts')).createRescueCall },
  RescueCallHistory: {
    load: async () => (await import('../features/rescueCallHistory/index.ts')).createRescueCallHistory,
  },
  FaultRecords: { load: async () => (await exceptions()).createFaultRecords },
  FaultRecordsHistory: {
    load: async () => (await exceptions()).createFaultRecordsHistory,
  },
  ElectricScooter: { load: async () => (await exceptions()).createElectricScooter },
  ElectricScooterHistory: {
    load: async () => (await exceptions()).createElectricScooterHistory,
  },
  ElevatorFault: { load: async () => (await exceptions()).createElevatorFault },
  ElevatorFaultHistory: {
    load: async () => (await exceptions()).createElevatorFaultHistory,
  },
  FaultEvent: { load: async () => (await exceptions()).createFaultEvent },
  ElevatorAlarm: { load: async () => (await import('../features/elevatorAlarm/index.ts')).createElevatorAlarm },
  AlarmSetting: { load: async () => (await import('../features/alarmSetting/index.ts')).createAlarmSetting },
  ElevatorAlarmNotify: {
    load: async () => (await import('../features/elevatorAlarmNotify/index.ts')).createElevatorAlarmNotify,
  },
  NoticeList: { load: async () => (await import('../features/noticeList/index.ts')).createNoticeList },
  NotifyChannels: { load: async () => (await import('../features/notifyChannels/index.ts')).createNotifyChannels },
  ReportStatistics: {
    load: async () => (await reportStatistics()).createReportStatistics,
  },
  ReportStatisticsBrand: {
    load: async () => (await reportStatistics()).createReportStatisticsBrand,
  },
  ReportStatisticsPark: {
    load: async () => (await reportStatistics()).createReportStatisticsPark,
  },
  RescueCauses: {
    load: async () => (await reportStatistics()).createRescueCauses,
  },
  TrappedPeopleStatisticsRegion: statisticsOf('trap', 'region'),
  TrappedPeopleStatisticsProperty: statisticsOf('trap', 'property'),
  TrappedPeopleStatisticsBrand: statisticsOf('trap', 'brand'),
  TrappedPeopleStatisticsMaintenance: statisticsOf('trap', 'maintenance'),
  RescueAnalysisRegion: statisticsOf('rescue', 'region'),
  RescueAnalysisProperty: statisticsOf('rescue', 'property'),
  RescueAnalysisBrand: statisticsOf('rescue', 'brand'),
  RescueAnalysisMaintenance: statisticsOf('rescue', 'maintenance'),
  FaultStatisticsRegion: statisticsOf('exception', 'region'),
  FaultStatisticsProperty: statisticsOf('exception', 'property'),
  FaultStatisticsBrand: statisticsOf('exception', 'brand'),
  FaultStatisticsMaintenance: statisticsOf('exception', 'maintenance'),
  AlarmStatisticsRegion: statisticsOf('alarm', 'region'),
  AlarmStatisticsProperty: statisticsOf('alarm', 'property'),
  AlarmStatisticsBrand: statisticsOf('alarm', 'brand'),
  AlarmStatisticsMaintenance: statisticsOf('alarm', 'maintenance'),
  Bulletin: { load: async () => (await import('../features/bulletin/index.ts')).createBulletin },
};

/** Every page that exists, in the catalogue's order. */
export const screens: readonly Screen[] = builtScreens.map((screen) => ({ ...screen, ...sources[screen.name] }));

export const pathOfName: ReadonlyMap<string, string> = new Map(screens.map(({ name, path }) => [name, path]));
