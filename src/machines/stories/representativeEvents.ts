import type { Actor } from '../../contract/events/storedEvent.ts';
import type { Lifecycle, LifecycleState, UnparsedEvent } from '../lifecycle.ts';

/** The time at which example events happen, except deadlines, which happen when they are due. */
export const exampleAtMs = Date.UTC(2026, 0, 5, 0, 30);

export const exampleUser: Actor = { kind: 'user', id: 7, name: '张伟', roleType: 5 };
export const exampleDevice: Actor = { kind: 'device', id: 'COL-1', name: '采集器 COL-1' };
export const exampleSystem: Actor = { kind: 'system', id: 'clock', name: '系统' };

/** Returns the possible events of a state: each example by a person, the device and the system, and each deadline when due. */
export function representativeEvents<E extends UnparsedEvent, S extends LifecycleState>(
  lifecycle: Lifecycle<E, S>,
  state: S,
): readonly E[] {
  const told = [exampleUser, exampleDevice, exampleSystem].flatMap((actor) =>
    lifecycle.examples(state, actor, exampleAtMs),
  );
  const due = lifecycle.deadlines(state).flatMap((deadline) => {
    const draft = lifecycle.eventForDeadline(deadline);
    if (draft === undefined) return [];
    return [
      lifecycle.parseEvent({ ...draft, actor: exampleSystem, atMs: deadline.dueAtMs, receivedAtMs: deadline.dueAtMs }),
    ];
  });
  return [...told, ...due].filter((event) => lifecycle.can(state, event));
}
