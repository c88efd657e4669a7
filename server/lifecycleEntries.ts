import type { ExceptionPrefix } from '../src/contract/exceptions.ts';
import { alarmLifecycle } from '../src/machines/alarmLifecycle.ts';
import { announcementLifecycle } from '../src/machines/announcementLifecycle.ts';
import { deviceCommandLifecycle } from '../src/machines/deviceCommandLifecycle.ts';
import { deviceLifecycle } from '../src/machines/deviceLifecycle.ts';
import { faultLifecycle } from '../src/machines/faultLifecycle.ts';
import { incidentLifecycle } from '../src/machines/incidentLifecycle.ts';
import type { Lifecycle, LifecycleState } from '../src/machines/lifecycle.ts';
import type { StreamPrefix } from '../src/machines/lifecycles.ts';
import { notificationLifecycle } from '../src/machines/notificationLifecycle.ts';
import { outageLifecycle } from '../src/machines/outageLifecycle.ts';
import { rescueLifecycle } from '../src/machines/rescueOrderLifecycle.ts';
import { reviewLifecycle } from '../src/machines/reviewLifecycle.ts';
import { scooterLifecycle } from '../src/machines/scooterLifecycle.ts';
import { visitLifecycle } from '../src/machines/visitLifecycle.ts';
import {
  alarmScope,
  announcementScope,
  deviceScope,
  exceptionScope,
  notificationScope,
  outageScope,
  reviewScope,
  rescueScope,
  visitScope,
  type RecordScope,
} from './domain/city/recordScope.ts';
import { alarmRows, shiftAlarmRows } from './projections/alarmRows.ts';
import { announcementRows, shiftAnnouncementRows } from './projections/announcementRows.ts';
import { deviceCommandRows, shiftDeviceCommandRows } from './projections/deviceCommandRows.ts';
import { deviceRows } from './projections/deviceRows.ts';
import {
  faultFigures,
  incidentFigures,
  scooterFigures,
  type ExceptionFigures,
} from './projections/exceptionFigures.ts';
import { exceptionRows, exceptionShift, exceptionTables } from './projections/exceptionRows.ts';
import { projectionsOfNoLifecycle } from './projections/index.ts';
import { lifecycleRows } from './projections/lifecycleRows.ts';
import { notificationRows, openNotificationStreams, shiftNotificationRows } from './projections/notificationRows.ts';
import { outageRows, shiftOutageRows } from './projections/outageRows.ts';
import { openRescueStreams, rescueRows, shiftRescueRows } from './projections/rescueRows.ts';
import { visitRows } from './projections/visitRows.ts';
import { announcementPushes } from './push/announcementPushes.ts';
import { reviewRows, shiftReviewRows } from './projections/reviewRows.ts';
import { alarmPushes, devicePushes, exceptionPushes, rescuePushes } from './push/describeEvent.ts';
import { notificationPushes } from './push/notificationPushes.ts';
import { recordPushes, type PushesOf } from './push/pushesOf.ts';
import { alarmTodos } from './queries/alarm.ts';
import { faultTodos, incidentTodos, scooterTodos } from './queries/exceptionTodos.ts';
import type { OpenItems } from './queries/openItems.ts';
import { outageTodos } from './queries/outage.ts';
import { rescueTodos } from './queries/rescue.ts';
import { visitTodos } from './queries/visits.ts';
import { reviewTodos } from './queries/review.ts';
import type { InlineProjection } from './store/eventStore.ts';
import type { ExceptionEvent } from './projections/exceptionEvent.ts';

/** The server's handling of the events of one lifecycle; its rules and words are those of `src/machines/lifecycles.ts`. */
export interface LifecycleEntry {
  /** Its machines, deadlines and rows, with a version of their own. */
  readonly projection: InlineProjection;
  /** The users who see its records; null for records that no one sees on their own. */
  readonly scope: RecordScope | null;
  /** The consoles that receive each event; null for none. */
  readonly pushes: PushesOf | null;
  /** Its records that wait for a person, and so its tile on the overview; null if none ever does. */
  readonly openItems: OpenItems | null;
}

/** Faults, scooters and incidents share their tables, their scope and what is pushed. */
const exceptionEntry = <E extends ExceptionEvent, S extends LifecycleState>(
  prefix: ExceptionPrefix,
  lifecycle: Lifecycle<E, S>,
  figuresOf: (state: S) => ExceptionFigures,
  openItems: OpenItems,
): LifecycleEntry => ({
  projection: lifecycleRows(lifecycle, {
    version: 3,
    // What earlier versions kept of an exception lacks only members that have a default.
    servesFrom: 1,
    tables: exceptionTables,
    rows: (event, place, state, queries) => exceptionRows(event, place, figuresOf(state), queries),
    ...exceptionShift(prefix),
  }),
  scope: exceptionScope,
  pushes: exceptionPushes,
  openItems,
});

/** One entry for each lifecycle, in the order of the overview's tiles. A missing one does not compile. */
export const lifecycleEntries: Readonly<Record<StreamPrefix, LifecycleEntry>> = {
  rescue: {
    projection: lifecycleRows(rescueLifecycle, {
      version: 4,
      // What earlier versions kept of an order lacks only members that have a default.
      servesFrom: 1,
      tables: ['rescue_orders', 'open_rescues', 'alarm_rescues'],
      rows: rescueRows,
      shiftRows: shiftRescueRows,
      openStreams: openRescueStreams,
    }),
    scope: rescueScope,
    pushes: rescuePushes,
    openItems: rescueTodos,
  },
  scooter: exceptionEntry('scooter', scooterLifecycle, scooterFigures, scooterTodos),
  fault: exceptionEntry('fault', faultLifecycle, faultFigures, faultTodos),
  incident: exceptionEntry('incident', incidentLifecycle, incidentFigures, incidentTodos),
  alarm: {
    projection: lifecycleRows(alarmLifecycle, {
      version: 2,
      // What version 1 kept of an alarm lacks only members that have a default.
      servesFrom: 1,
      tables: ['alarms', 'open_alarms'],
      rows: alarmRows,
      shiftRows: shiftAlarmRows,
    }),
    scope: alarmScope,
    pushes: alarmPushes,
    openItems: alarmTodos,
  },
  device: {
    projection: lifecycleRows(deviceLifecycle, {
      version: 1,
      tables: ['device_states', 'device_codes'],
      rows: deviceRows,
    }),
    scope: deviceScope,
    pushes: devicePushes,
    openItems: null,
  },
  command: {
    projection: lifecycleRows(deviceCommandLifecycle, {
      version: 1,
      tables: ['device_commands'],
      rows: deviceCommandRows,
      shiftRows: shiftDeviceCommandRows,
    }),
    scope: null,
    pushes: null,
    openItems: null,
  },
  notification: {
    projection: lifecycleRows(notificationLifecycle, {
      version: 1,
      tables: ['notifications', 'notification_provider_ids'],
      rows: notificationRows,
      shiftRows: shiftNotificationRows,
      openStreams: openNotificationStreams,
    }),
    scope: notificationScope,
    pushes: notificationPushes,
    openItems: null,
  },
  visit: {
    projection: lifecycleRows(visitLifecycle, { version: 2, tables: ['visits', 'open_visits'], rows: visitRows }),
    scope: visitScope,
    pushes: recordPushes(),
    openItems: visitTodos,
  },
  announcement: {
    projection: lifecycleRows(announcementLifecycle, {
      version: 1,
      tables: ['announcements', 'announcement_screens', 'announcement_members'],
      rows: announcementRows,
      shiftRows: shiftAnnouncementRows,
    }),
    scope: announcementScope,
    pushes: announcementPushes,
    openItems: null,
  },
  outage: {
    projection: lifecycleRows(outageLifecycle, {
      version: 1,
      tables: ['outages'],
      rows: outageRows,
      shiftRows: shiftOutageRows,
    }),
    scope: outageScope,
    pushes: recordPushes(),
    openItems: outageTodos,
  },
  review: {
    projection: lifecycleRows(reviewLifecycle, {
      version: 1,
      tables: ['reviews'],
      rows: reviewRows,
      shiftRows: shiftReviewRows,
    }),
    scope: reviewScope,
    pushes: recordPushes(),
    openItems: reviewTodos,
  },
};

/** The records that wait for a person, in the order of the overview's tiles. */
export const openItems: readonly OpenItems[] = Object.values(lifecycleEntries).flatMap(
  (entry) => entry.openItems ?? [],
);

/** The scope of records by the name under which they show files: a lifecycle's prefix, or `exception`. Undefined for any other. */
export const recordScopeOf = (name: string): RecordScope | null | undefined =>
  name === 'exception'
    ? exceptionScope
    : Object.entries(lifecycleEntries).find(([prefix]) => prefix === name)?.[1].scope;

/** All that the product keeps beside the log, in the order in which they see an event. */
export const projections: readonly InlineProjection[] = [
  ...Object.values(lifecycleEntries).map(({ projection }) => projection),
  ...projectionsOfNoLifecycle,
];
