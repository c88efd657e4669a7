import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { BoardScreen } from './BoardScreen.tsx';

/** The wall (`/data-board`): opens in a tab of its own, without header and drawer. */
export function createDataBoard(deps: FeatureDeps) {
  return { path: '/data-board', name: 'DataBoard', title: '数据大屏', permission: 'overview.view', Component: () => <BoardScreen deps={deps} /> } as const;
}
