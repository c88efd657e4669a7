import { createAnnouncementDesk } from '../notify/announcementDesk.ts';
import { channelsSetUp } from '../notify/channelsSetUp.ts';
import type { Clock } from '../runtime/clock.ts';
import { seedAnnouncements } from '../seed/seedAnnouncements.ts';
import type { EventStore } from '../store/eventStore.ts';

/** Sends the demo's notices through the channels that the demo has, once. Call it while the server runs. */
export async function sendDemoNotices(store: EventStore, clock: Clock): Promise<void> {
  const desk = createAnnouncementDesk({ store, clock, channels: await channelsSetUp(store) });
  await seedAnnouncements({ store, clock, desk });
}
