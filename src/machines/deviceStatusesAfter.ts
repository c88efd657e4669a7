import type { Actor } from '../contract/events/storedEvent.ts';
import type { StatusIndex } from '../contract/labels.ts';
import { deviceLifecycle } from './deviceLifecycle.ts';
import type { DeviceSnapshot } from './deviceMachine.ts';

/** May say what people and devices say. */
const anyone: Actor = { kind: 'simulator', id: 'simulator', name: '' };

/**
 * Returns the status of a bound device after an event, by the event's type, as the device's machine leads there. Types after which it
 * depends on the state before are missing; so is unbinding, after which the device speaks for no lift.
 */
export function deviceStatusesAfter(): ReadonlyMap<string, StatusIndex> {
  const found = new Map<string, Set<StatusIndex | null>>();
  const seen = new Set<string>();
  const waiting: DeviceSnapshot[] = [deviceLifecycle.initial()];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const key = JSON.stringify(state.value);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const event of deviceLifecycle.examples(state, anyone, 0)) {
      if (!deviceLifecycle.can(state, event)) continue;
      const next = deviceLifecycle.apply(state, event);
      const status = next.matches({ status: 'unbound' }) ? null : deviceLifecycle.statusIndex(next);
      found.set(event.type, (found.get(event.type) ?? new Set()).add(status));
      waiting.push(next);
    }
  }
  return new Map(
    [...found].flatMap(([type, [status = null, ...others]]) =>
      status === null || others.length > 0 ? [] : [[type, status] as const],
    ),
  );
}
