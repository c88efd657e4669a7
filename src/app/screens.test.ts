import { expect, test } from 'vitest';
import { NEVER } from 'rxjs';
import { iconNames } from '../ui/Icon/iconNames.ts';
import { builtScreens, menuSections, screenCatalogue } from '../contract/screens.ts';
import type { FeatureDeps } from '../streams/featureDeps.ts';
import { screens } from './screens.ts';

const deps: FeatureDeps = {
  call: () => new Promise(() => undefined),
  saveFile: () => new Promise(() => undefined),
  live: { link$: NEVER, events$: NEVER, ringing$: NEVER, serverNow$: NEVER, snapshotNeeded$: NEVER },
  user: {
    id: 1,
    name: '',
    account: '',
    role_type: 0,
    role_label: '',
    mobile: '',
    permissions: [],
    must_change_password: false,
  },
  can: () => true,
  notify: { success: () => undefined, error: () => undefined },
  openRescue: () => undefined,
  findLift: () => undefined,
  openRecording: () => undefined,
  ticks$: NEVER,
  tabStorage: { getItem: () => null, setItem: () => undefined },
  sound: { permission$: NEVER, start: () => undefined, stop: () => undefined, arm: () => undefined },
};

test.each(screens.map((screen) => [screen.name, screen] as const))(
  'the code of %s is there',
  async (_, { load }) => {
    expect(typeof (await load())(deps)).toBe('function');
  },
  // The first one compiles what all of them share.
  30_000,
);

test('names and paths are unique', () => {
  expect(new Set(screenCatalogue.map(({ name }) => name)).size).toBe(screenCatalogue.length);
  expect(new Set(screenCatalogue.map(({ path }) => path)).size).toBe(screenCatalogue.length);
});

/** The pages of the specification, whose names stay; the login page and the page for unknown paths stand outside the layout. */
const specified: readonly string[] = [
  'DataScreening',
  'ElevatorScreening',
  'DataBoard',
  'IntelligentDiagnosis',
  'RegionManagement',
  'BrandInfo',
  'ParkManagement',
  'ElevatorManagement',
  'VideoManagement',
  'MaintenanceManagement',
  'PropertyManagement',
  'PersonManagement',
  'RescueCall',
  'RescueCallHistory',
  'FaultRecords',
  'FaultRecordsHistory',
  'ElectricScooter',
  'ElectricScooterHistory',
  'ElevatorFault',
  'ElevatorFaultHistory',
  'FaultEvent',
  'ElevatorAlarm',
  'ElevatorAlarmNotify',
  'AlarmSetting',
  'OrderRecords',
  'EvaluateList',
  'NoticeList',
  'ReportStatistics',
  'ReportStatisticsBrand',
  'ReportStatisticsPark',
  'TrappedPeopleStatisticsRegion',
  'TrappedPeopleStatisticsProperty',
  'TrappedPeopleStatisticsBrand',
  'TrappedPeopleStatisticsMaintenance',
  'RescueAnalysisRegion',
  'RescueAnalysisProperty',
  'RescueAnalysisBrand',
  'RescueAnalysisMaintenance',
  'FaultStatisticsRegion',
  'FaultStatisticsProperty',
  'FaultStatisticsBrand',
  'FaultStatisticsMaintenance',
  'AlarmStatisticsRegion',
  'AlarmStatisticsProperty',
  'AlarmStatisticsBrand',
  'AlarmStatisticsMaintenance',
  'PermissionManagement',
  'RoleAuthorization',
  'UserManagement',
  'SyncModelData',
];

test("every page stands under its section's path, and the specification's fifty are all there", () => {
  expect(screenCatalogue.filter(({ section, path }) => section !== null && path.split('/')[1] !== section)).toEqual([]);
  const known: readonly string[] = screenCatalogue.map(({ name }) => name);
  expect(specified.filter((name) => !known.includes(name))).toEqual([]);
});

test('the menu draws only icons that its stylesheet has', () => {
  const known: readonly string[] = iconNames;
  expect([...builtScreens, ...menuSections].filter(({ icon }) => !known.includes(icon))).toEqual([]);
});
