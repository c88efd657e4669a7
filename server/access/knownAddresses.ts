import { userEvents } from '../../src/contract/events/user.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';

const rememberedForMs = 90 * 86_400_000;
const lastLogins = 200;

/** Addresses from which the account logged in during the last 90 days, as its audit says: they survive a restart and a logout. */
export async function knownAddresses(
  { store, clock }: { readonly store: EventStore; readonly clock: Clock },
  account: string,
): Promise<readonly string[]> {
  const user = await store.rows.selectFrom('users').select('id').where('account', '=', account).executeTakeFirst();
  if (user === undefined) return [];
  const rows = await store.rows
    .selectFrom('events')
    .select('data')
    .where('stream', '=', `user-${user.id}`)
    .where('type', '=', 'user.loggedIn')
    .where('received_at_ms', '>', clock.nowMs() - rememberedForMs)
    .orderBy('version', 'desc')
    .limit(lastLogins)
    .execute();
  return [
    ...new Set(
      rows.flatMap(({ data }) => {
        const parsed = userEvents['user.loggedIn'].safeParse(JSON.parse(data));
        return parsed.success ? [parsed.data.ip] : [];
      }),
    ),
  ];
}
