import { alarmKinds } from '../../contract/labels.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { addDays, dayStartMs } from '../../contract/time.ts';
import { toWireTime } from '../../ui/time/formatTime.ts';
import type { StatisticsAddress } from './statisticsAddress.ts';

/** Every status: a list of the past then shows what is still open, too. False alarms have a status of their own, false calls do not. */
const anyStatus = '0,1,2,3';
const alarms = { tab: 'history', kind: alarmKinds.filter((kind) => kind !== 'notifyFailed').join(',') } as const;

/**
 * Returns the addresses of the lists that show just the records behind a figure of all rows, by its column. The lists know neither the
 * place of use nor the age of a lift, nor who was responsible for it: figures that are narrowed by them have none.
 */
export function recordLinks(
  subject: StatisticsSubject,
  { period, isNarrowed }: Pick<StatisticsAddress, 'period' | 'isNarrowed'>,
): Readonly<Record<string, string>> {
  if (isNarrowed) return {};
  const time = {
    from: toWireTime(dayStartMs(period.from)),
    to: toWireTime(dayStartMs(addDays(period.to, 1)) - 1_000),
  };
  const to = (name: Parameters<typeof screenNamed>[0], query: Readonly<Record<string, string>>): string =>
    `${screenNamed(name).path}?${new URLSearchParams({ ...query, ...time }).toString()}`;
  switch (subject) {
    case 'trap':
      return {};
    case 'rescue':
      return {
        num: to('RescueCallHistory', { status: anyStatus, false_call: 'false' }),
        false_num: to('RescueCallHistory', { status: anyStatus, false_call: 'true' }),
        overdue_num: to('RescueCallHistory', { status: anyStatus, false_call: 'false', overdue: 'true' }),
      };
    case 'exception':
      return { open_num: to('ElevatorFault', {}) };
    case 'alarm':
      return {
        num: to('ElevatorAlarm', { ...alarms, status: '0,1,3' }),
        unhandled_num: to('ElevatorAlarm', { ...alarms, status: '0,3' }),
        false: to('ElevatorAlarm', { ...alarms, status: '2' }),
      };
  }
}
