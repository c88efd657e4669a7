import { addDays } from '../../src/contract/time.ts';

/** The people whom a rung reaches: the visit's own workers, the managers of a company, the community's officer, the regulators of its area. */
type Reached = 'workers' | 'maintenanceManagers' | 'propertyManagers' | 'officers' | 'regulators';

interface Rung {
  /** The words of the message about its visits: `维保 2 日后到期`. */
  readonly title: string;
  readonly to: readonly Reached[];
  /** Days from the day that a visit counts from to the day of the message; negative for one before it. */
  readonly afterDays: number;
  /** Open visits count from their due day, submitted ones from the day on which they were submitted. */
  readonly of: 'open' | 'submitted';
}

/**
 * The rungs of a visit's reminders. All go out in the morning: two days before the due day, on it, and where nothing happened a day
 * and a week after it. Three days after it the regulators have the visit in their list, without a message. A record that the officer
 * has not countersigned is called to mind after a day and after three.
 */
export const reminderRungs = {
  before: { title: '维保 2 日后到期', to: ['workers', 'maintenanceManagers'], afterDays: -2, of: 'open' },
  dueDay: { title: '维保今日到期', to: ['workers', 'maintenanceManagers', 'officers'], afterDays: 0, of: 'open' },
  late: { title: '维保已超时', to: ['maintenanceManagers', 'propertyManagers', 'officers'], afterDays: 1, of: 'open' },
  lateForWeek: { title: '维保已超时 7 日', to: ['regulators'], afterDays: 7, of: 'open' },
  unsigned: { title: '维保记录待会签', to: ['officers'], afterDays: 1, of: 'submitted' },
  unsignedLong: {
    title: '维保记录 3 日未会签',
    to: ['officers', 'propertyManagers'],
    afterDays: 3,
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
 * The days from which visits count that a rung calls to mind on `today`, both included, where the last round was on `lastDay`: a day
 * on which the server was down is made up for, but nothing is said to be ahead that is past.
 */
export function reminderDays(
  rung: ReminderRung,
  lastDay: string,
  today: string,
): { readonly from: string; readonly to: string } {
  const { afterDays } = reminderRungs[rung];
  const from = addDays(lastDay, 1 - afterDays);
  const to = addDays(today, -afterDays);
  if (rung === 'dueDay') return { from: to, to };
  const earliest = rung === 'before' ? addDays(today, 1) : from;
  return { from: from > earliest ? from : earliest, to };
}
