import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { openCallsWithoutOrder } from '../domain/records/currentRows.ts';
import type { EventStore } from '../store/eventStore.ts';
import { isImported } from '../store/importedEvent.ts';

/**
 * Open alarms that call for help and have no order, oldest first, by the event that raised them: the rules have skipped
 * them, as after a database that went back to a state older than their checkpoint. Opening an order is named by that
 * event's position, so that an alarm whose turn is only coming gets one order.
 */
export async function missedCalls(store: Pick<EventStore, 'rows' | 'readStream'>): Promise<readonly StoredEvent[]> {
  const missed: StoredEvent[] = [];
  for (const id of await openCallsWithoutOrder(store)) {
    const [raised] = await store.readStream(streamName('alarm', id));
    if (raised !== undefined && !isImported(raised)) missed.push(raised);
  }
  return missed;
}
