import { hash } from 'node:crypto';
import type { EventStore } from '../store/eventStore.ts';

/** The password of every demo account, printed at start. It stands in public sources, so that no real site takes it. */
export const demoPassword = 'Tian-demo-2026';

/** What the wire carries for the demo password (specification, section 3). */
export const demoPasswordMd5 = hash('md5', demoPassword, 'hex');

/** The key of the row in `store_meta` that says: this store is the demo's. */
export const demoMark = 'demo.city';

export async function isDemoStore({ rows }: Pick<EventStore, 'rows'>): Promise<boolean> {
  return (await rows.selectFrom('store_meta').select('key').where('key', '=', demoMark).executeTakeFirst()) !== undefined;
}
