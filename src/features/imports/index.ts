import { createElement, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { idOf } from './idOf.ts';
import { ImportGroup } from './ImportGroup.tsx';
import { ImportList } from './ImportList.tsx';
import { ImportView } from './ImportView.tsx';

/**
 * Imports of base data (`/base-data/imports`): the list, with `?group=12` the files that were uploaded together, or with `?import=12` one of
 * them with its rows.
 */
export function createImports(deps: FeatureDeps): ComponentType {
  return function ImportsPage() {
    const [params] = useSearchParams();
    const id = idOf(params.get('import'));
    const groupId = idOf(params.get('group'));
    if (id !== null) return createElement(ImportView, { key: id, deps, id });
    if (groupId !== null && !params.has('new')) return createElement(ImportGroup, { key: groupId, deps, id: groupId });
    return createElement(ImportList, { deps });
  };
}
