import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { ReachParts } from './announcementReach.ts';

/** Returns the channels that the site has set up now, for a sender that needs to know no more. */
export async function channelsSetUp({ rows }: Pick<EventStore, 'rows'>): Promise<ReachParts['channels']> {
  const found = await rows.selectFrom('notify_channels').select('channel').where('provider', '<>', 'none').execute();
  const channels: ReadonlySet<string> = new Set(found.map(({ channel }) => channel));
  return { adapterOf: (channel: ProviderChannel) => (channels.has(channel) ? channel : undefined) };
}
