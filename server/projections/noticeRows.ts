import { mostRecipients, noticeEvents, noticeIdOf } from '../../src/contract/events/notice.ts';
import { run, type InlineProjection } from '../store/eventStore.ts';

/** `notices`: one row for each person that a platform notice names. */
export const noticeRows: InlineProjection = {
  name: 'notices',
  version: 1,
  tables: ['notices'],
  handles: ['notice.raised', 'notice.read'],
  *steps(event, queries) {
    if (event.type === 'notice.read') {
      const { noticeIds } = noticeEvents['notice.read'].parse(event.data);
      yield* run(
        queries
          .updateTable('notices')
          .set({ read_at_ms: event.receivedAtMs })
          .where('id', 'in', noticeIds)
          .where('user_id', '=', Number(event.actor.id))
          .where('read_at_ms', 'is', null),
      );
      return;
    }
    const data = noticeEvents['notice.raised'].parse(event.data);
    const rows = data.userIds.slice(0, mostRecipients).map((userId, index) => ({
      id: noticeIdOf(event.position, index),
      source: event.stream,
      user_id: userId,
      title: data.title,
      detail: data.detail,
      level: data.level,
      rescue_order_id: data.rescueOrderId,
      elevator_id: data.elevatorId,
      exception_id: data.exceptionId ?? null,
      read_at_ms: null,
      created_at_ms: event.receivedAtMs,
    }));
    yield* run(
      queries
        .insertInto('notices')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['source', 'user_id']).doNothing()),
    );
  },
};
