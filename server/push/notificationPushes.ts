import type * as z from 'zod';
import { notificationEvents } from '../../src/contract/events/notification.ts';
import type { toldOfNotification } from '../../src/contract/streamChange.ts';
import { findNotificationPlace } from '../domain/records/notificationRows.ts';
import { audienceOf, streamChanged, type PushesOf } from './pushesOf.ts';
import { noResponsibility, responsibilityOf } from '../domain/city/responsible.ts';

/** Pushes of a notification. They never change, and are read for each event all the same: few notifications have more than five. */
export const notificationPushes: PushesOf = ({ store, directory }, { viewedBy, prefix }) => {
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
    const told: z.infer<typeof toldOfNotification> = { rescueOrderId };
    const said = streamChanged(prefix, event, { id: Number(id), elevatorId }, told);
    // The desk shows who was notified of a call, also to users who may not open the records.
    return ([viewedBy, 'rescue.answer'] as const).map((permission) => ({
      event: said,
      audience: audienceOf(directory, permission, { elevatorId, responsibility: whenQueued }),
    }));
  };
};
