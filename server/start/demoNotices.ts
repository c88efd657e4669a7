import { createAnnouncementDesk } from '../notify/announcementDesk.ts';
import type { Clock } from '../runtime/clock.ts';
import { seedAnnouncements } from '../seed/seedAnnouncements.ts';
import type { EventStore } from '../store/eventStore.ts';

/** Sends the demo's notices through the channels that the demo has, once. Call it while the server runs. */
export async function sendDemoNotices(store: EventStore, clock: Clock): Promise<void> {
  const found = await store.rows
    .selectFrom('notify_channels')
    .select('channel')
    .where('provider', '<>', 'none')
    .execute();
  const configured = new Set(found.map(({ channel }) => channel));
  const desk = createAnnouncementDesk({
    store,
    clock,
    channels: { adapterOf: (channel) => (configured.has(channel) ? channel : undefined) },
  });
  await seedAnnouncements({ store, clock, desk });
}
