import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { deviceCommandLifecycle } from '../../src/machines/deviceCommandLifecycle.ts';
import { deviceLifecycle } from '../../src/machines/deviceLifecycle.ts';
import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import type { Queries, TransactionSteps } from '../store/eventStore.ts';
import type { Database } from '../store/schema.ts';
import { alarmRows, shiftAlarmRows } from './alarmRows.ts';
import { deviceCommandRows, shiftDeviceCommandRows } from './deviceCommandRows.ts';
import { deviceRows } from './deviceRows.ts';
import { folded, type FoldedStream } from './foldStream.ts';
import { openRescueStreams, rescueRows, shiftRescueRows } from './rescueRows.ts';

/** What the server keeps of one lifecycle beside its streams. */
export interface LifecycleEntry {
  readonly stream: FoldedStream;
  /** The tables that its rows stand in, beside `lifecycles` and `deadlines`, which all lifecycles share. */
  readonly tables: readonly (keyof Database)[];
  /** Moves the moments that its open rows show, when the server's calendar was moved by so much. Without it no row shows one that runs. */
  readonly shiftRows?: (byMs: number, queries: Queries) => TransactionSteps;
  /** Streams that are open without a deadline: their machines move along with the calendar too. */
  readonly openStreams?: (queries: Queries) => TransactionSteps<readonly string[]>;
}

/** One entry for each lifecycle: the projection, its tables and the shift of the calendar follow from it. A missing one does not compile. */
export const lifecycleEntries: Readonly<Record<StreamPrefix, LifecycleEntry>> = {
  rescue: {
    stream: folded(rescueLifecycle, rescueRows),
    tables: ['rescue_orders', 'open_rescues'],
    shiftRows: shiftRescueRows,
    openStreams: openRescueStreams,
  },
  alarm: { stream: folded(alarmLifecycle, alarmRows), tables: ['alarms', 'open_alarms'], shiftRows: shiftAlarmRows },
  device: { stream: folded(deviceLifecycle, deviceRows), tables: ['device_states'] },
  command: {
    stream: folded(deviceCommandLifecycle, deviceCommandRows),
    tables: ['device_commands'],
    shiftRows: shiftDeviceCommandRows,
  },
};
