import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ElevatorPlatesPage } from './ElevatorPlatesPage.tsx';

/** The plates for the cars: `/base-data/elevator-plates?ids=3,17`. */
export function createElevatorPlates(deps: FeatureDeps): ComponentType {
  return () => createElement(ElevatorPlatesPage, { deps });
}
