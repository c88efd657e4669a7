import type { TimelineEntry } from '../../src/contract/entities/rescueOrder.ts';
import { roleLabels } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { rescueLifecycle } from '../../src/machines/rescueOrderLifecycle.ts';
import { describeRescueEvent } from './describeRescueEvent.ts';
import type { EventStore } from '../store/eventStore.ts';

/** An order's timeline is its stream, oldest first. The caller has checked that the order is in scope. */
export async function rescueTimeline(store: EventStore, orderId: number): Promise<TimelineEntry[]> {
  const events = await store.readStream(`rescue-${orderId}`);
  return events.map(toEntry);
}

const actorKindLabels = { user: '', device: '设备', system: '系统', simulator: '演示' } as const;

function toEntry(event: StoredEvent): TimelineEntry {
  const { actor } = event;
  const fact = rescueLifecycle.parseEvent({ type: event.type, data: event.data, actor, atMs: event.atMs, receivedAtMs: event.receivedAtMs });
  return {
    position: event.position,
    version: event.version,
    type: event.type,
    ...describeRescueEvent(fact),
    actor_name: actor.name,
    actor_role: actor.roleType === undefined ? actorKindLabels[actor.kind] : (roleLabels[actor.roleType] ?? ''),
    at: toWireTime(event.atMs),
    received_at: toWireTime(event.receivedAtMs),
    hash: event.hash,
  };
}
