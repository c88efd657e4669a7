import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { RescueCausesPage } from './RescueCausesPage.tsx';
import { ReportStatisticsPage } from './ReportStatisticsPage.tsx';
import { brandKind, parkKind, type ShareKind } from './shares.screen.tsx';
import { ShareStatisticsPage } from './ShareStatisticsPage.tsx';

/** The lifts by age: `/report-statistics?yearsStart=10&yearsEnd=5`. */
export function createReportStatistics(deps: FeatureDeps): ComponentType {
  return () => createElement(ReportStatisticsPage, { deps });
}

const shareComponent =
  (kind: ShareKind, deps: FeatureDeps): ComponentType =>
  () =>
    createElement(ShareStatisticsPage, { kind, deps });

/** The lifts by brand. */
export const createReportStatisticsBrand = (deps: FeatureDeps): ComponentType => shareComponent(brandKind, deps);

/** The lifts by community. */
export const createReportStatisticsPark = (deps: FeatureDeps): ComponentType => shareComponent(parkKind, deps);

/** Rescues by their cause in detail. */
export const createRescueCauses =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(RescueCausesPage, { deps });
