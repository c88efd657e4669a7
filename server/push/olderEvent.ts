import { exceptionTypeOf, isExceptionPrefix } from '../../src/contract/exceptions.ts';
import type { AnyPushEvent } from '../../src/contract/olderPush.ts';
import type { PushEvent } from '../../src/contract/push.ts';
import { toldOfAlarm, toldOfDevice, toldOfNotification } from '../../src/contract/streamChange.ts';

/** A push as a client up to version 1.5 reads it; undefined where it has no kind for such a record. */
export function olderEventOf(event: PushEvent): AnyPushEvent | undefined {
  if (event.kind !== 'stream.changed') return event;
  const { stream, id, elevator_id: lift, fact } = event;
  const { type, data } = fact;
  const elevatorId = lift ?? 0;
  if (isExceptionPrefix(stream))
    return {
      kind: 'exception.changed',
      exceptionId: Number(id),
      type: exceptionTypeOf[stream],
      elevatorId,
      event: type,
    };
  switch (stream) {
    case 'rescue':
      return {
        kind: 'rescue.changed',
        orderId: Number(id),
        elevatorId,
        type,
        ...('actor' in fact ? { fact } : {}),
      };
    case 'alarm': {
      const raised = toldOfAlarm.safeParse(data).data;
      return {
        kind: 'alarm.changed',
        alarmId: Number(id),
        elevatorId,
        type,
        ...(raised === undefined ? {} : { raised }),
      };
    }
    case 'device':
      return { kind: 'device.changed', deviceKey: String(id), elevatorId, ...toldOfDevice.parse(data) };
    case 'notification':
      return {
        kind: 'notification.changed',
        notificationId: Number(id),
        ...toldOfNotification.parse(data),
        elevatorId: lift,
        event: type,
      };
    default:
      return undefined;
  }
}
