import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { EvaluateListPage } from './EvaluateListPage.tsx';

/** Passengers' reviews (`/elebator-maintenance/evaluate-list`). */
export const createEvaluateList =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(EvaluateListPage, { deps });
