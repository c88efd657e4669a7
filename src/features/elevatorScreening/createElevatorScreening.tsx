import type { ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { createFleetMemory } from '../../streams/fleet/watchLiftStates.ts';
import { ScreeningScreen } from './ScreeningScreen.tsx';

/** The fleet (`/elevator-screening`): where every lift is and how it runs, down to one lift's car. */
export function createElevatorScreening(deps: FeatureDeps): ComponentType {
  const memory = createFleetMemory();
  return () => <ScreeningScreen deps={deps} memory={memory} />;
}
