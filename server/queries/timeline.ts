import type { ActorKind, TimelineEntry } from '../../src/contract/entities/rescueOrder.ts';
import type { Actor, StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { roleLabels } from '../../src/contract/labels.ts';
import { toWireTime } from '../../src/contract/time.ts';
import { streamName } from '../../src/contract/streamName.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from '../../src/machines/lifecycle.ts';
import { clockActor, rulesActor } from '../domain/actors.ts';
import { eventPhotos } from '../domain/records/eventPhotos.ts';
import type { EventActor, EventStore } from '../store/eventStore.ts';

const actorKindLabels = { user: '', device: '设备', system: '系统', simulator: '演示' } as const;

/** The simulator plays people. */
function actorKindOf({ kind, id }: Pick<EventActor, 'kind' | 'id'>): ActorKind {
  if (kind === 'device') return 'device';
  if (kind !== 'system') return 'person';
  return id === rulesActor.id ? 'rules' : id === clockActor.id ? 'clock' : 'system';
}

/** Dispatchers share their type with administrators: only the role's own name tells them apart. */
const roleOf = ({ kind, role, roleType }: Actor): string =>
  role ?? (roleType === undefined ? actorKindLabels[kind] : (roleLabels[roleType] ?? ''));

/**
 * A record's timeline is its stream, oldest first, in the words of its lifecycle. The caller has checked that the record is in scope.
 * `pathOf` names the page that confirms an event, where it has one.
 */
export async function timelineOf<E extends UnparsedEvent, S extends LifecycleState>(
  store: EventStore,
  lifecycle: Lifecycle<E, S>,
  id: number,
  pathOf: (event: StoredEvent) => string | undefined = () => undefined,
): Promise<TimelineEntry[]> {
  const events = await store.readStream(streamName(lifecycle.streamPrefix, id));
  return events.map((event) => {
    const { version, type, data, actor, atMs, receivedAtMs, hash } = event;
    const verifyPath = pathOf(event);
    return {
      // The log's own would count the whole city's events.
      position: version,
      version,
      type,
      ...lifecycle.describeEvent(lifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs })),
      actor_name: actor.name,
      actor_role: roleOf(actor),
      actor_kind: actorKindOf(actor),
      at: toWireTime(atMs),
      received_at: toWireTime(receivedAtMs),
      hash,
      ...(verifyPath === undefined ? {} : { verify_path: verifyPath }),
      ...(eventPhotos(data).length === 0 ? {} : { photos: [...eventPhotos(data)] }),
    };
  });
}
