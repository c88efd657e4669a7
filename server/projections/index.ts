import type { InlineProjection } from '../store/eventStore.ts';
import { lifecycleEntries } from './lifecycleEntries.ts';
import { noticeRows } from './noticeRows.ts';
import { quarantineRows } from './quarantineRows.ts';
import { reportPeriodRows } from './reportPeriodRows.ts';

/** All that the product keeps beside the log, in the order in which they see an event. */
export const projections: readonly InlineProjection[] = [
  ...Object.values(lifecycleEntries),
  reportPeriodRows,
  noticeRows,
  quarantineRows,
];
