import { deviceEvents, deviceReports } from '../../src/contract/events/device.ts';
import { rescueEvents } from '../../src/contract/events/rescue.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { streamId, streamNumber } from '../../src/contract/streamName.ts';
import { liftOfOrder, liftsInRescue, readLiftStatuses, readStatusesAround } from '../domain/records/currentRows.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore, Subscription } from '../store/eventStore.ts';
import type { FleetState } from './fleetState.ts';

const closing = new Set(['rescue.completed', 'rescue.judgedFalse']);
const statusTypes = new Set(Object.keys(deviceEvents).filter((type) => !deviceReports.has(type)));

/** The lift that a device served until this event: by now the device may serve another. */
function leftLift({ type, data }: StoredEvent): readonly number[] {
  if (type !== 'device.unbound') return [];
  const { elevatorId } = deviceEvents['device.unbound'].parse(data);
  return elevatorId === undefined ? [] : [elevatorId];
}

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
  fleet.log.reached(afterPosition);

  async function followCall(event: StoredEvent): Promise<void> {
    if (event.type === 'rescue.raised') fleet.setCall(rescueEvents['rescue.raised'].parse(event.data).elevatorId, true);
    if (!closing.has(event.type)) return;
    const elevatorId = await liftOfOrder(store, streamNumber(event.stream));
    if (elevatorId !== undefined) fleet.setCall(elevatorId, false);
  }

  /** Statuses are read as they are now, once for all these events: a thousand lifts may lose their power together. */
  async function followAll(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) await followCall(event);
    const ofDevices = events.filter(({ type }) => statusTypes.has(type));
    const states = await readStatusesAround(store, {
      deviceKeys: ofDevices.map(({ stream }) => streamId(stream)),
      elevatorIds: ofDevices.flatMap((event) => leftLift(event)),
    });
    for (const { elevatorId, status } of states) fleet.setStatus(elevatorId, status);
  }

  const running = { isClosed: false, stopWaiting: (): void => undefined };
  async function followAtLast(events: readonly StoredEvent[]): Promise<void> {
    while (!running.isClosed) {
      try {
        await followAll(events);
        fleet.log.reached(events.at(-1)?.position ?? 0);
        return;
      } catch (error) {
        onError(error);
        fleet.log.failed(error);
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
    onEvents: followAtLast,
    onError,
  });
  return {
    async close() {
      running.isClosed = true;
      running.stopWaiting();
      await subscription.close();
      fleet.log.reached(Number.POSITIVE_INFINITY);
    },
  };
}
