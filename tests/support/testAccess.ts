import { hash } from 'node:crypto';
import { createPasswords } from '../../server/access/passwords.ts';
import { SealedIds } from '../../server/access/sealedIds.ts';
import type { EventStore } from '../../server/store/eventStore.ts';

export const testPepper = new Uint8Array(32).fill(11);
/** The key from which the secrets of the small city's devices are derived. */
export const testSiteKey = Buffer.alloc(32, 7);
/** Every account's password in the small city when it is written with `testPasswordHash`. */
export const testPassword = 'river-lantern-42';
export const md5Hex = (text: string): string => hash('md5', text, 'hex');
/** The ids that clients of this store get. */
export const sealedIdsOf = (store: EventStore): SealedIds => new SealedIds(testPepper, store);
export const testPasswords = createPasswords({ pepper: testPepper });

let hashed: Promise<string> | undefined;
export const testPasswordHash = (): Promise<string> => (hashed ??= testPasswords.hashPassword(md5Hex(testPassword)));
