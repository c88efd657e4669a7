import type { ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { BoardScreen } from './BoardScreen.tsx';

/** The wall (`/data-board`): opens in a tab of its own, without header and drawer. */
export function createDataBoard(deps: FeatureDeps): ComponentType {
  return () => <BoardScreen deps={deps} />;
}
