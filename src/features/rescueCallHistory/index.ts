import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { RescueCallHistoryPage } from './RescueCallHistoryPage.tsx';

/** The closed rescues: `/alarm-center/rescue-call-history`; `?print=<id>` is the printable record of one. */
export function createRescueCallHistory(deps: FeatureDeps): ComponentType {
  return () => createElement(RescueCallHistoryPage, { deps });
}
