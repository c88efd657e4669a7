import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { createBatchStore } from './several/batchStore.ts';
import { BatchStoreContext } from './several/BatchStoreContext.ts';
import { RescueCallPage } from './RescueCallPage.tsx';

/** The rescue call center: `/alarm-center`, or with `?id=`, or with `?elevator_id=…&handle=1`. */
export function createRescueCall(deps: FeatureDeps): ComponentType {
  const batches = createBatchStore(deps.notify);
  return () => createElement(BatchStoreContext, { value: batches }, createElement(RescueCallPage, { deps }));
}
