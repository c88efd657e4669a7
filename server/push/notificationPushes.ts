import { notificationEvents } from '../../src/contract/events/notification.ts';
import type { PushEvent } from '../../src/contract/push.ts';
import { findNotificationPlace } from '../domain/notificationRows.ts';
import { noResponsibility, responsibilityOf } from '../domain/recordScope.ts';
import type { PushesOf } from './describeEvent.ts';

/**
 * What a push says about a notification never changes. It is read for each event all the same: few notifications have more than
 * five.
 */
export const notificationPushes: PushesOf = ({ store, directory }, viewedBy) => {
  async function factsOf(type: string, data: unknown, id: number) {
    if (type === 'notification.queued') {
      const { elevatorId, rescueOrderId, responsible } = notificationEvents['notification.queued'].parse(data);
      return { elevatorId, rescueOrderId, whenQueued: responsible ?? noResponsibility };
    }
    const row = await findNotificationPlace(store, id);
    return row === undefined
      ? undefined
      : { elevatorId: row.elevator_id, rescueOrderId: row.rescue_order_id, whenQueued: responsibilityOf(row) };
  }

  return async (event, id) => {
    const facts = await factsOf(event.type, event.data, Number(id));
    if (facts === undefined) return [];
    const { elevatorId, rescueOrderId, whenQueued } = facts;
    const now = elevatorId === null ? undefined : directory.elevator(elevatorId)?.responsible;
    const said: PushEvent = {
      kind: 'notification.changed',
      notificationId: Number(id),
      rescueOrderId,
      elevatorId,
      event: event.type,
    };
    const responsibilities = now === undefined ? [whenQueued] : [whenQueued, now];
    // The desk shows who was notified of a call, also to users who may not open the records.
    return ([viewedBy, 'rescue.answer'] as const).map((permission) => ({
      event: said,
      audience: { kind: 'responsible', permission, responsibilities },
    }));
  };
};
