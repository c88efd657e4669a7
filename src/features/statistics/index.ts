import { createElement, type ComponentType } from 'react';
import type { StatisticsDimension, StatisticsSubject } from '../../contract/statistics/subjects.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { StatisticsPage } from './StatisticsPage.tsx';

/** Returns the page of a subject by a dimension: entrapments, rescues, faults or alarms, by region, property, brand or maintenance. */
export const createStatistics =
  (subject: StatisticsSubject, dimension: StatisticsDimension) =>
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(StatisticsPage, { subject, dimension, deps });
