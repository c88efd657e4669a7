import { alarmKinds } from '../../contract/labels.ts';
import { screenNamed } from '../../contract/screens.ts';
import type { StatisticsSubject } from '../../contract/statistics/subjects.ts';
import { addDays, dayStartMs } from '../../contract/time.ts';
import { responsibleSearch } from '../../parts/record/responsibleFilter.tsx';
import { toWireTime } from '../../ui/time/formatTime.ts';
import type { StatisticsAddress } from './statisticsAddress.ts';

/** Every status: a list of the past then shows what is still open, too. False alarms have a status of their own, false calls do not. */
const anyStatus = '0,1,2,3';
const alarms = { tab: 'history', kind: alarmKinds.filter((kind) => kind !== 'notifyFailed').join(',') } as const;

interface LinkedRow {
  readonly id: number;
  readonly name: string;
}

/** Returns by whom a list has to be narrowed to show the records of this row, or of all; undefined where no list can. */
function narrowedTo(
  { dimension, area_id: area, site_type: site, age_band: age }: StatisticsAddress['query'],
  row: LinkedRow | undefined,
): Readonly<Record<string, string>> | undefined {
  if (site !== undefined || age !== undefined) return undefined;
  if (row === undefined) return area === undefined ? {} : responsibleSearch('region', { id: area, name: '所选区域' });
  if (dimension !== 'region') return area === undefined ? responsibleSearch(dimension, row) : undefined;
  // What lies directly in the chosen region is a row with its id, and the list would show everything below it.
  return row.id === 0 || row.id === area ? undefined : responsibleSearch('region', row);
}

/**
 * Returns the addresses of the lists that show just the records behind the figures of a row, or of all rows, by their column. The lists know
 * neither the place of use nor the age of a lift: figures that are narrowed by them have none.
 */
export function recordLinks(
  subject: StatisticsSubject,
  { period, query }: Pick<StatisticsAddress, 'period' | 'query'>,
  row?: LinkedRow,
): Readonly<Record<string, string>> {
  const narrowed = narrowedTo(query, row);
  if (narrowed === undefined) return {};
  const time = {
    from: toWireTime(dayStartMs(period.from)),
    to: toWireTime(dayStartMs(addDays(period.to, 1)) - 1_000),
  };
  const to = (name: Parameters<typeof screenNamed>[0], asked: Readonly<Record<string, string>>): string =>
    `${screenNamed(name).path}?${new URLSearchParams({ ...asked, ...time, ...narrowed }).toString()}`;
  switch (subject) {
    case 'trap':
      return {
        num: to('RescueCallHistory', {
          status: anyStatus,
          false_call: 'false',
          was_trapped: query.with_unconfirmed === true ? 'yes,unknown' : 'yes',
        }),
      };
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
