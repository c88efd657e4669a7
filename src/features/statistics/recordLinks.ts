import { alarmKinds } from '../../contract/labels.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { addDays, dayStartMs } from '../../contract/time.ts';
import { toWireTime } from '../../ui/time/formatTime.ts';
import type { StatisticsAddress } from './statisticsAddress.ts';

/** Every status: a list of the past then shows what is still open, too. */
const anyStatus = '0,1,2,3';
const counted = alarmKinds.filter((kind) => kind !== 'notifyFailed').join(',');

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
    case 'exception':
      return {};
    case 'rescue':
      return {
        num: to('RescueCallHistory', { status: anyStatus }),
        false_num: to('RescueCallHistory', { status: anyStatus, false_call: 'true' }),
        overdue_num: to('RescueCallHistory', { status: anyStatus, overdue: 'true' }),
      };
    case 'alarm':
      return {
        num: to('ElevatorAlarm', { tab: 'history', status: anyStatus, kind: counted }),
        false: to('ElevatorAlarm', { tab: 'history', status: '2', kind: counted }),
      };
  }
}
