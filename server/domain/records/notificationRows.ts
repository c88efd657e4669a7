import type { EventStore } from '../../store/eventStore.ts';

type Rows = Pick<EventStore, 'rows'>;

export const findNotificationRow = ({ rows }: Rows, id: number) =>
  rows.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the subject of a notification and the companies responsible for it. */
export const findNotificationPlace = ({ rows }: Rows, id: number) =>
  rows
    .selectFrom('notifications')
    .select(['elevator_id', 'rescue_order_id', 'area_id', 'community_id', 'brand_id', 'property_id', 'maintenance_id'])
    .where('id', '=', id)
    .executeTakeFirst();

/** The messages that the ladder of a call has sent, the oldest first. */
export const ladderMessagesOf = ({ rows }: Rows, orderId: number) =>
  rows
    .selectFrom('notifications')
    .select(['dedup_key', 'channel', 'state', 'is_unheard', 'require_key'])
    .where('rescue_order_id', '=', orderId)
    .where('source', '=', 'ladder')
    .orderBy('id')
    .execute();
