import type { Actor } from '../contract/events/storedEvent.ts';
import { roleTypes } from '../contract/labels.ts';

/** A person, or the simulator playing one; never a device or the clock. */
export const isPerson = (actor: Actor): boolean => actor.kind === 'user' || actor.kind === 'simulator';

/** Returns true for a report by a device, the gateway or a rule about it, which a person at a screen cannot claim. */
export const isReported = (actor: Actor): boolean => actor.kind !== 'user';

export const isSystem = (actor: Actor): boolean => actor.kind === 'system';

/** An event stored before actors carried what they may: it is judged by the rules of its time. */
export const isOfEarlierRules = (actor: Actor): boolean => actor.supervises === undefined;

/** May decide about an order that someone else has: by permission, in earlier events by role. */
export const isSuperior = (actor: Actor): boolean =>
  actor.supervises ?? (actor.roleType === roleTypes.superAdministrator || actor.roleType === roleTypes.administrator);

interface Said {
  readonly event: { readonly actor: Actor };
}

/** Guards of the machines: who said the event. */
export const isByPerson = ({ event }: Said): boolean => isPerson(event.actor);
export const isByReport = ({ event }: Said): boolean => isReported(event.actor);
export const isBySystem = ({ event }: Said): boolean => isSystem(event.actor);
