import { hash } from 'node:crypto';
import type { EventStore } from '../store/eventStore.ts';

/** The password of every demo account, printed at start. It is public, so no real site accepts it. */
export const demoPassword = 'Tian-demo-2026';

/** The demo password as clients send it (specification, section 3). */
export const demoPasswordMd5 = hash('md5', demoPassword, 'hex');

/** The key of the row in `store_meta` that marks a demo store. */
export const demoMark = 'demo.city';

export async function isDemoStore({ rows }: Pick<EventStore, 'rows'>): Promise<boolean> {
  return (
    (await rows.selectFrom('store_meta').select('key').where('key', '=', demoMark).executeTakeFirst()) !== undefined
  );
}
