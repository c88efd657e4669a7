import { countedPerLabels } from '../../../contract/rules/alarmRule.ts';
import { keysOf } from '../../../contract/exceptions.ts';

/** The groups by which occurrences are counted and firings merged: by lift, by community … */
export const perOptions = keysOf(countedPerLabels).map((value) => ({ value, label: countedPerLabels[value] }));
