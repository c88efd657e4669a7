import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import { createModelCatalogue } from './ModelCatalogue.tsx';
import { createModelDifferences } from './ModelDifferences.tsx';

/** Device models, and where devices' records differ from them (`/system-settings/sync-model-data`). */
export const createSyncModelData = tabbedScreen([
  { id: 'differences', label: '差异', create: createModelDifferences },
  { id: 'models', label: '型号目录', create: createModelCatalogue },
]);
