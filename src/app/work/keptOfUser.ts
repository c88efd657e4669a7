import type * as z from 'zod';
import {
  draftSchema,
  keptMineSchema,
  keptPhotoSchema,
  queuedSchema,
  type Queued,
} from '../../features/work/model/kept.ts';
import type { KeptOfUser, UnsentOf } from '../../features/work/model/workState.ts';
import type { KeyedStore } from './keyedStore.ts';

/** The keys of a user's kept things. Nothing of one user is read for another. */
export const keysOfUser = (userId: number) => {
  const own = `user/${userId}/`;
  return {
    all: own,
    account: `${own}account`,
    mine: `${own}mine`,
    draft: (visitId: number): string => `${own}draft/${visitId}`,
    photo: (name: string): string => `${own}photo/${name}`,
    queued: (order: number): string => `${own}queue/${String(order).padStart(15, '0')}`,
  };
};
export const sessionKey = 'session';
export const accountKey = 'account';

/** Values below a prefix that still have the shape that this version of the page knows. */
const parsed = <Schema extends z.ZodType>(
  entries: readonly (readonly [string, unknown])[],
  prefix: string,
  schema: Schema,
): z.output<Schema>[] =>
  entries.flatMap(([key, value]) => {
    const found = key.startsWith(prefix) ? schema.safeParse(value) : undefined;
    return found?.success === true ? [found.data] : [];
  });

export async function readKeptOfUser(store: KeyedStore, userId: number): Promise<KeptOfUser> {
  const keys = keysOfUser(userId);
  const entries = await store.read(keys.all);
  const [mine = null] = parsed(entries, keys.mine, keptMineSchema);
  return {
    mine,
    drafts: parsed(entries, `${keys.all}draft/`, draftSchema),
    photos: parsed(entries, `${keys.all}photo/`, keptPhotoSchema),
    queue: parsed(entries, `${keys.all}queue/`, queuedSchema).toSorted((a: Queued, b: Queued) => a.order - b.order),
  };
}

/** Returns the users whose unsent steps lie on this telephone, for the sign-in page. */
export async function readUnsent(store: KeyedStore): Promise<readonly UnsentOf[]> {
  const entries = await store.read('user/');
  return entries
    .filter(([key]) => key.endsWith('/account'))
    .map(([key, account]) => {
      const own = key.slice(0, -'account'.length);
      return { account: String(account), num: entries.filter(([other]) => other.startsWith(`${own}queue/`)).length };
    })
    .filter(({ num }) => num > 0);
}
