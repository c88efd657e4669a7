import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { RescueCallHistoryPage } from './RescueCallHistoryPage.tsx';

/** The closed rescues: `/alarm-center/rescue-call-history`; `?print=<id>` is the printable record of one. */
export function createRescueCallHistory(deps: FeatureDeps) {
  const Component: ComponentType = () => createElement(RescueCallHistoryPage, { deps });
  return { path: '/alarm-center/rescue-call-history', name: 'RescueCallHistory', title: '救援历史记录', permission: 'rescue.view', Component } as const;
}
