import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { RescueCallPage } from './RescueCallPage.tsx';

/** The rescue call center: `/alarm-center`, or with `?id=`, or with `?elevator_id=…&handle=1`. */
export function createRescueCall(deps: FeatureDeps) {
  const Component: ComponentType = () => createElement(RescueCallPage, { deps });
  return { path: '/alarm-center', name: 'RescueCall', title: '救援呼叫中心', permission: 'rescue.view', Component } as const;
}
