import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamNumber } from '../../src/contract/streamName.ts';
import { NotifiedPeople } from '../domain/records/notifiedPeople.ts';
import { isImported } from '../store/importedEvent.ts';
import type { Subscription } from '../store/eventStore.ts';
import { takeSteps } from './attempt.ts';
import { raiseNotifyFailed, type NotifyFailedParts } from './raiseNotifyFailed.ts';

/** With these the ladder of a call has done its work. */
const endsOfLadder: Readonly<Record<string, string>> = {
  'rescue.accepted': '呼叫已受理',
  'rescue.completed': '救援已完成',
  'rescue.judgedFalse': '救援已判定误报',
};

const idOf = ({ stream }: StoredEvent): number => streamNumber(stream);

/** Carries out the consequences of a notification that was given up, and of those of a call that is answered: each once, by its event's position. */
export function followNotifications(
  parts: Omit<NotifyFailedParts, 'people'> & { readonly onError: (error: unknown) => void },
): Subscription {
  const { store, onError } = parts;
  const people = new NotifiedPeople(parts);

  async function alarmOfFailure(event: StoredEvent): Promise<void> {
    const row = await store.rows
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', idOf(event))
      .executeTakeFirst();
    if (row !== undefined) await raiseNotifyFailed({ ...parts, people }, row, event.position);
  }

  async function cancelOf(orderId: number, reason: string): Promise<void> {
    const rows = await store.rows
      .selectFrom('notifications')
      .select('id')
      .where('rescue_order_id', '=', orderId)
      .where('source', '=', 'ladder')
      .where('state', 'in', ['queued', 'retrying', 'unknown'])
      .execute();
    for (const { id } of rows)
      await takeSteps(parts, id, (state) =>
        // What may have left is cancelled no more; but it does not leave a second time.
        state.matches('unknown') && state.context.resendAtMs === null
          ? undefined
          : { type: 'notification.cancelled', data: { reason } },
      );
  }

  return store.subscribeDurably({
    name: 'notifications',
    startFrom: 'now',
    laneOf(event) {
      const isOurs = event.type === 'notification.givenUp' || endsOfLadder[event.type] !== undefined;
      return isOurs && !isImported(event) ? event.stream : undefined;
    },
    isUrgent: ({ type }) => type === 'rescue.accepted',
    async onEvent(event) {
      const reason = endsOfLadder[event.type];
      if (reason === undefined) await alarmOfFailure(event);
      else await cancelOf(idOf(event), reason);
    },
    onError,
  });
}
