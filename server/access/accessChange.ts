import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';

/** Events of a user's stream that leave the user's rights as they are. */
const harmlessTypes: ReadonlySet<string> = new Set(['user.loggedIn', 'user.loginRefused', 'user.workStopped']);

/**
 * A role holds for all its users, and so does what a permission is; a region that is made, moved or removed changes what those who look
 * after one above it see.
 */
const typesForEveryone: ReadonlySet<string> = new Set(['role.changed', 'permission.changed', 'region.changed']);

/** Returns the id of the user whose access the event may have changed, or 'everyone'; undefined if it changed no one's. */
export function accessChangeOf({
  stream,
  type,
}: Pick<StoredEvent, 'stream' | 'type'>): number | 'everyone' | undefined {
  if (typesForEveryone.has(type)) return 'everyone';
  const userId = /^(?:user|account)-(\d+)$/.exec(stream)?.[1];
  return userId === undefined || harmlessTypes.has(type) ? undefined : Number(userId);
}
