import { Subject, type Observable } from 'rxjs';
import type { InputOf } from '../../contract/endpoint.ts';
import { channelList, channelSave, channelTest } from '../../contract/endpoints/notification.ts';
import type { ChannelRow } from '../../contract/entities/notification.ts';
import type { ProviderChannel } from '../../contract/notificationWords.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { watchNotification, type NotificationDetail } from '../../streams/lists/watchNotification.ts';

export type ChannelSettings = InputOf<typeof channelSave>;

export interface ChannelSources {
  readonly channels$: Observable<LoadState<readonly ChannelRow[]>>;
  /** The channels as they are now. */
  readonly read: () => Promise<readonly ChannelRow[]>;
  /** Rejects with a CallError. */
  readonly save: (settings: ChannelSettings) => Promise<void>;
  /** Returns the id of the message. Rejects with a CallError. */
  readonly sendTest: (channel: ProviderChannel) => Promise<number>;
  /** Null for a user who may not see notifications. */
  readonly message$: ((id: number) => Observable<LoadState<NotificationDetail>>) | null;
}

const quiet = { quiet: true } as const;

export function createChannelSources({ call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>): ChannelSources {
  const saved$ = new Subject<void>();
  const read = async () => (await call(channelList, {}, quiet)).list;
  return {
    channels$: watchLatest(
      {
        load: read,
        events$: live.events$,
        concerns: (event) => isChangeOf(event, 'notification'),
        reload$: saved$,
      },
      { atMostEveryMs: 2_000, atLeastEveryMs: 30_000 },
    ),
    read,
    async save(settings) {
      await call(channelSave, settings, quiet);
      saved$.next();
    },
    sendTest: async (channel) => (await call(channelTest, { channel }, quiet)).id,
    message$: can('notify.view') ? (id) => watchNotification({ id, call, live, reload$: live.snapshotNeeded$ }) : null,
  };
}
