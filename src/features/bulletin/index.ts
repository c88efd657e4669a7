import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { BulletinPage } from './BulletinPage.tsx';

/** The bulletin of a month and a region: `/report-statistics/bulletin?month=2026-10&area=2&version=1`. */
export const createBulletin =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(BulletinPage, { deps });
