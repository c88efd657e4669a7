import type { SysConfig } from '../../src/contract/endpoints/sysConfig.ts';
import { addDays } from '../../src/contract/time.ts';
import type { Days, ReminderRound } from './reminderRound.ts';

/** The people whom a rung reaches: the visit's own workers, the managers of a company, the community's officer, the regulators of its area. */
type Reached = 'workers' | 'maintenanceManagers' | 'propertyManagers' | 'officers' | 'regulators';

interface Rung {
  /** The words of the message about its visits: `维保 2 日内到期`. */
  readonly title: (days: number) => string;
  readonly to: readonly Reached[];
  /** Days between the day that a visit counts from and the day of the message, by the settings. */
  readonly days: (settings: SysConfig) => number;
  /** The message comes before the day that a visit counts from, or after it. */
  readonly comes: 'before' | 'after';
  /** Open visits count from their due day, submitted ones from the day on which they were submitted. */
  readonly of: 'open' | 'submitted';
}

/**
 * The rungs of a visit's reminders. All go out in the morning: some days before the due day, on it, and where nothing happened twice
 * after it. Between these two the regulators have the visit in their list, without a message. A record that the officer has not
 * countersigned is called to mind twice.
 */
export const reminderRungs = {
  before: {
    title: (days) => `维保 ${days} 日内到期`,
    to: ['workers', 'maintenanceManagers'],
    days: (settings) => settings.visit_reminder_days_before,
    comes: 'before',
    of: 'open',
  },
  dueDay: {
    title: () => '维保今日到期',
    to: ['workers', 'maintenanceManagers', 'officers'],
    days: () => 0,
    comes: 'after',
    of: 'open',
  },
  late: {
    title: () => '维保已超时',
    to: ['maintenanceManagers', 'propertyManagers', 'officers'],
    days: ({ visit_reminder_days_late: [first = 1] }) => first,
    comes: 'after',
    of: 'open',
  },
  lateForWeek: {
    title: (days) => `维保已超时 ${days} 日以上`,
    to: ['regulators'],
    days: ({ visit_reminder_days_late: [, second = 7] }) => second,
    comes: 'after',
    of: 'open',
  },
  unsigned: {
    title: () => '维保记录待会签',
    to: ['officers'],
    days: ({ visit_reminder_days_unsigned: [first = 1] }) => first,
    comes: 'after',
    of: 'submitted',
  },
  unsignedLong: {
    title: (days) => `维保记录 ${days} 日以上未会签`,
    to: ['officers', 'propertyManagers'],
    days: ({ visit_reminder_days_unsigned: [, second = 3] }) => second,
    comes: 'after',
    of: 'submitted',
  },
} as const satisfies Readonly<Record<string, Rung>>;
export type ReminderRung = keyof typeof reminderRungs;
export const reminderRungNames = [
  'before',
  'dueDay',
  'late',
  'lateForWeek',
  'unsigned',
  'unsignedLong',
] as const satisfies readonly ReminderRung[];

/**
 * The days from which visits count that a rung calls to mind in this round, both included: a day on which the server was down is made up
 * for, but nothing is said to be ahead that is past.
 */
export function reminderDays(rung: ReminderRung, round: ReminderRound): Days {
  const { days, comes } = reminderRungs[rung];
  const num = days(round.settings);
  const { from, to } = round.daysOf(`visit-${rung}`, comes === 'before' ? -num : num);
  if (rung === 'dueDay') return { from: to, to };
  const earliest = rung === 'before' ? addDays(round.today, 1) : from;
  return { from: from > earliest ? from : earliest, to };
}
