import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { deviceCommandLifecycle } from '../../src/machines/deviceCommandLifecycle.ts';
import { deviceLifecycle } from '../../src/machines/deviceLifecycle.ts';
import type { StreamPrefix } from '../../src/machines/lifecycles.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import type { InlineProjection } from '../store/eventStore.ts';
import { alarmRows, shiftAlarmRows } from './alarmRows.ts';
import { deviceCommandRows, shiftDeviceCommandRows } from './deviceCommandRows.ts';
import { deviceRows } from './deviceRows.ts';
import { lifecycleRows } from './lifecycleRows.ts';
import { openRescueStreams, rescueRows, shiftRescueRows } from './rescueRows.ts';

/** Each lifecycle's projection. A missing one does not compile. */
export const lifecycleEntries: Readonly<Record<StreamPrefix, InlineProjection>> = {
  rescue: lifecycleRows(rescueLifecycle, {
    version: 2,
    // What version 1 kept of an order lacks only members that have a default.
    servesFrom: 1,
    tables: ['rescue_orders', 'open_rescues', 'alarm_rescues'],
    rows: rescueRows,
    shiftRows: shiftRescueRows,
    openStreams: openRescueStreams,
  }),
  alarm: lifecycleRows(alarmLifecycle, {
    version: 1,
    tables: ['alarms', 'open_alarms'],
    rows: alarmRows,
    shiftRows: shiftAlarmRows,
  }),
  device: lifecycleRows(deviceLifecycle, { version: 1, tables: ['device_states'], rows: deviceRows }),
  command: lifecycleRows(deviceCommandLifecycle, {
    version: 1,
    tables: ['device_commands'],
    rows: deviceCommandRows,
    shiftRows: shiftDeviceCommandRows,
  }),
};
