import type { Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { notificationDetail } from '../../contract/endpoints/notification.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { LiveFeed } from '../link/liveFeed.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchRecord } from '../loading/watchRecord.ts';

export type NotificationDetail = OutputOf<typeof notificationDetail>;

/** One notification with its chain: loaded once, and again with each of its steps, or for `reload$`. */
export const watchNotification = ({
  id,
  call,
  live,
  reload$,
}: {
  readonly id: number;
  readonly call: Call;
  readonly live: Pick<LiveFeed, 'events$'>;
  readonly reload$: Observable<unknown>;
}): Observable<LoadState<NotificationDetail>> =>
  watchRecord(
    {
      load: () => call(notificationDetail, { id }, { quiet: true }),
      events$: live.events$,
      concerns: (event) => isChangeOf(event, 'notification', id),
      reload$,
    },
    { atMostEveryMs: 300 },
  );
