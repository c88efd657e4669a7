import { parseStream } from '../contract/streamName.ts';
import { alarmLifecycle } from './alarmLifecycle.ts';
import { announcementLifecycle } from './announcementLifecycle.ts';
import { deviceCommandLifecycle } from './deviceCommandLifecycle.ts';
import { deviceLifecycle } from './deviceLifecycle.ts';
import { faultLifecycle } from './faultLifecycle.ts';
import { incidentLifecycle } from './incidentLifecycle.ts';
import type { Lifecycle, LifecycleState, StreamPrefix, UnparsedEvent } from './lifecycle.ts';
import { notificationLifecycle } from './notificationLifecycle.ts';
import { outageLifecycle } from './outageLifecycle.ts';
import { rescueLifecycle } from './rescueOrderLifecycle.ts';
import { reviewLifecycle } from './reviewLifecycle.ts';
import { scooterLifecycle } from './scooterLifecycle.ts';
import { visitLifecycle } from './visitLifecycle.ts';

/** Every lifecycle by the prefix of its streams and of its events' names. */
export const lifecycles = {
  rescue: rescueLifecycle,
  alarm: alarmLifecycle,
  device: deviceLifecycle,
  command: deviceCommandLifecycle,
  fault: faultLifecycle,
  scooter: scooterLifecycle,
  incident: incidentLifecycle,
  notification: notificationLifecycle,
  visit: visitLifecycle,
  announcement: announcementLifecycle,
  outage: outageLifecycle,
  review: reviewLifecycle,
} as const satisfies Readonly<Record<StreamPrefix, unknown>>;

export type { StreamPrefix } from './lifecycle.ts';

export const streamPrefixes: readonly StreamPrefix[] = Object.values(lifecycles).map(
  ({ streamPrefix }) => streamPrefix,
);

/** A lifecycle whose kind is known only at run time: parse events by it before anything else. */
export type AnyLifecycle = Lifecycle<UnparsedEvent, LifecycleState>;

/** The lifecycle of a stream (`rescue-318`) or of an event type (`rescue.raised`); undefined for streams without one (audit). */
export function lifecycleOf(streamOrType: string): AnyLifecycle | undefined {
  const prefix = parseStream(streamOrType)?.kind ?? streamOrType.split('.')[0];
  return Object.values<AnyLifecycle>(lifecycles).find((lifecycle) => lifecycle.streamPrefix === prefix);
}
