import { createElement, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ImportList } from './ImportList.tsx';
import { ImportView } from './ImportView.tsx';

/** Imports of base data (`/base-data/imports`): the list, or with `?import=12` one of them with its rows. */
export function createImports(deps: FeatureDeps): ComponentType {
  return function ImportsPage() {
    const [params] = useSearchParams();
    const id = Number(params.get('import') ?? 0);
    return Number.isSafeInteger(id) && id > 0
      ? createElement(ImportView, { key: id, deps, id })
      : createElement(ImportList, { deps });
  };
}
