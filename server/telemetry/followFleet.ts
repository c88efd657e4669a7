import { deviceEvents } from '../../src/contract/events/device.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import type { FleetState } from './fleetState.ts';

const closing = new Set(['rescue.completed', 'rescue.judgedFalse']);
const statusTypes = new Set(Object.keys(deviceEvents));

/** If the database is unreachable for a moment the read is retried: a skipped status would stay wrong. */
const retryAfterMs = 1_000;

export interface FollowFleetParts {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Keeps what the log knows of each lift — device status, open call — in the fleet's memory: first the rows, then each event. */
export async function followFleet(store: EventStore, fleet: FleetState, { clock, onError }: FollowFleetParts): Promise<Subscription> {
  const afterPosition = await store.head();
  const [states, calls] = await Promise.all([
    store.rows.selectFrom('device_states').select(['elevator_id', 'status']).execute(),
    store.rows.selectFrom('open_rescues').select(['elevator_id']).execute(),
  ]);
  for (const { elevator_id, status } of states) fleet.setStatus(elevator_id, status);
  for (const { elevator_id } of calls) fleet.setCall(elevator_id, true);

  async function follow(event: StoredEvent): Promise<void> {
    if (statusTypes.has(event.type)) {
      const row = await store.rows.selectFrom('device_states').select(['elevator_id', 'status']).where('device_key', '=', event.stream.slice('device-'.length)).executeTakeFirst();
      if (row !== undefined) fleet.setStatus(row.elevator_id, row.status);
    } else if (event.type === 'rescue.raised') {
      fleet.setCall(rescueEvents['rescue.raised'].parse(event.data).elevatorId, true);
    } else if (closing.has(event.type)) {
      const row = await store.rows.selectFrom('rescue_orders').select('elevator_id').where('id', '=', Number(event.stream.slice('rescue-'.length))).executeTakeFirst();
      if (row !== undefined) fleet.setCall(row.elevator_id, false);
    }
  }

  const running = { isClosed: false, stopWaiting: (): void => undefined };
  async function followAtLast(event: StoredEvent): Promise<void> {
    while (!running.isClosed) {
      try {
        return await follow(event);
      } catch (error) {
        onError(error);
        await new Promise<void>((resolve) => {
          const cancel = clock.after(retryAfterMs, resolve);
          running.stopWaiting = () => {
            cancel();
            resolve();
          };
        });
      }
    }
  }

  const subscription = store.subscribe({
    afterPosition,
    onEvents: async (events) => {
      for (const event of events) await followAtLast(event);
    },
    onError,
  });
  return {
    async close() {
      running.isClosed = true;
      running.stopWaiting();
      await subscription.close();
    },
  };
}
