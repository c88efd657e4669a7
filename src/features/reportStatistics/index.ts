import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { ReportStatisticsPage } from './ReportStatisticsPage.tsx';
import { brandKind, parkKind, type ShareKind } from './shares.screen.tsx';
import { ShareStatisticsPage } from './ShareStatisticsPage.tsx';

/** The lifts by age: `/report-statistics?yearsStart=10&yearsEnd=5`. */
export function createReportStatistics(deps: FeatureDeps) {
  const Component: ComponentType = () => createElement(ReportStatisticsPage, { deps });
  return { path: '/report-statistics', name: 'ReportStatistics', title: '梯龄统计', permission: 'elevator.view', Component } as const;
}

const shareComponent = (kind: ShareKind, deps: FeatureDeps): ComponentType => () => createElement(ShareStatisticsPage, { kind, deps });

/** The lifts by brand. */
export function createReportStatisticsBrand(deps: FeatureDeps) {
  return { path: '/report-statistics/report-statistics-brand', name: brandKind.name, title: brandKind.title, permission: 'elevator.view', Component: shareComponent(brandKind, deps) } as const;
}

/** The lifts by community. */
export function createReportStatisticsPark(deps: FeatureDeps) {
  return { path: '/report-statistics/report-statistics-park', name: parkKind.name, title: parkKind.title, permission: 'elevator.view', Component: shareComponent(parkKind, deps) } as const;
}
