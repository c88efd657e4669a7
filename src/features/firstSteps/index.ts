import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { FirstStepsPage } from './FirstStepsPage.tsx';

/** From an empty site to the first answered call: `/system-settings/first-steps`. */
export function createFirstSteps(deps: FeatureDeps): ComponentType {
  return () => createElement(FirstStepsPage, { deps });
}
