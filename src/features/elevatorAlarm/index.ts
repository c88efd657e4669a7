import { createElement, type ComponentType } from 'react';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { AlarmBoardPage } from './AlarmBoardPage.tsx';
import { AlarmHistoryPage } from './AlarmHistoryPage.tsx';
import { createAlarmSources } from './alarmSources.ts';

/** The alarms that wait, and those of the past (`/alarm-center/elevator-alarm`). */
export function createElevatorAlarm(deps: FeatureDeps): ComponentType {
  const sources = createAlarmSources(deps);
  return tabbedScreen([
    { id: 'pending', label: '待处理', create: () => () => createElement(AlarmBoardPage, { deps, sources }) },
    { id: 'history', label: '历史', create: () => () => createElement(AlarmHistoryPage, { deps, sources }) },
  ])(deps);
}
