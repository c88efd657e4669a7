import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ScreeningScreen } from './ScreeningScreen.tsx';

/** The fleet (`/elevator-screening`): where every lift is and how it runs, down to one lift's car. */
export function createElevatorScreening(deps: FeatureDeps) {
  return { path: '/elevator-screening', name: 'ElevatorScreening', title: '电梯概览', permission: 'elevator.view', Component: () => <ScreeningScreen deps={deps} /> } as const;
}
