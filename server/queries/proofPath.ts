import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import type { SealedIds } from '../access/sealedIds.ts';

/** The address at which an event's hash can be confirmed: `p` names its place in the log, so that no index by hashes is needed. */
export const proofPathOf = (ids: SealedIds, { hash, position }: Pick<StoredEvent, 'hash' | 'position'>): string =>
  `/verify/${hash}?p=${ids.seal('proof', position)}`;

/** The events whose hash a printed record carries, with what that record is. */
export const recordTypes: ReadonlyMap<string, 'visit' | 'rescue' | 'bulletin'> = new Map([
  ['visit.submitted', 'visit'],
  ['visit.enteredFromPaper', 'visit'],
  ['visit.countersigned', 'visit'],
  ['rescue.completed', 'rescue'],
  ['rescue.judgedFalse', 'rescue'],
  ['bulletin.frozen', 'bulletin'],
]);

export const isRescueRecord = ({ type }: Pick<StoredEvent, 'type'>): boolean => recordTypes.get(type) === 'rescue';
