import { deviceEvents, deviceReports } from '../../src/contract/events/device.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { findLiftStatus, liftOfOrder, liftsInRescue, readLiftStatuses } from '../domain/currentRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import type { FleetState } from './fleetState.ts';

const closing = new Set(['rescue.completed', 'rescue.judgedFalse']);
const statusTypes = new Set(Object.keys(deviceEvents).filter((type) => !deviceReports.has(type)));

/** If the database is unreachable for a moment the read is retried: a skipped status would stay wrong. */
const retryAfterMs = 1_000;

export interface FollowFleetParts {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Keeps what the log knows of each lift — device status, open call — in the fleet's memory: first the rows, then each event. */
export async function followFleet(
  store: EventStore,
  fleet: FleetState,
  { clock, onError }: FollowFleetParts,
): Promise<Subscription> {
  const afterPosition = await store.head();
  const [states, calls] = await Promise.all([readLiftStatuses(store), liftsInRescue(store)]);
  for (const { elevatorId, status } of states) fleet.setStatus(elevatorId, status);
  for (const elevatorId of calls) fleet.setCall(elevatorId, true);

  async function follow(event: StoredEvent): Promise<void> {
    if (statusTypes.has(event.type)) {
      const lift = await findLiftStatus(store, event.stream.slice('device-'.length));
      if (lift !== undefined) fleet.setStatus(lift.elevatorId, lift.status);
    } else if (event.type === 'rescue.raised') {
      fleet.setCall(rescueEvents['rescue.raised'].parse(event.data).elevatorId, true);
    } else if (closing.has(event.type)) {
      const elevatorId = await liftOfOrder(store, Number(event.stream.slice('rescue-'.length)));
      if (elevatorId !== undefined) fleet.setCall(elevatorId, false);
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
