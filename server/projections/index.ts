import type { InlineProjection } from '../store/eventStore.ts';
import { alarmRuleRows } from './alarmRuleRows.ts';
import { noticeRows } from './noticeRows.ts';
import { powerSignalRows } from './powerSignalRows.ts';
import { quarantineRows } from './quarantineRows.ts';
import { reportPeriodRows } from './reportPeriodRows.ts';
import { ruleFiringRows } from './ruleFiringRows.ts';

/** The projections beside those of the lifecycles, and after them: they may read the lifecycles' rows. */
export const projectionsOfNoLifecycle: readonly InlineProjection[] = [
  reportPeriodRows,
  noticeRows,
  quarantineRows,
  powerSignalRows,
  alarmRuleRows,
  ruleFiringRows,
];
