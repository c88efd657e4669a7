import { NEVER, type Observable } from 'rxjs';
import { notificationList } from '../contract/endpoints/notify.ts';
import type { NotificationRow } from '../contract/entities/notification.ts';
import { isChangeOf, toldOfNotification } from '../contract/streamChange.ts';
import type { FeatureDeps } from './featureDeps.ts';
import type { LoadState } from './loadState.ts';
import { watchLatest } from './watchLatest.ts';

/** As many as one answer may hold. */
const noticesAtMost = 200;

/** Whom the ladder has called for this rescue order, in the order of the calls, as it changes. Never for users who may not see notices. */
export const watchLadderNotices = (
  { call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>,
  orderId: number,
): Observable<LoadState<readonly NotificationRow[]>> =>
  can(notificationList.permission)
    ? watchLatest(
        {
          load: () =>
            call(
              notificationList,
              { rescue_order_id: orderId, page_size: noticesAtMost, sort: 'created_at', order: 'asc' },
              { quiet: true },
            ).then(({ list }) => list.filter(({ source }) => source === 'ladder')),
          events$: live.events$,
          concerns: (event) =>
            isChangeOf(event, 'notification') &&
            toldOfNotification.safeParse(event.fact.data).data?.rescueOrderId === orderId,
          reload$: live.snapshotNeeded$,
        },
        { atMostEveryMs: 1_000 },
      )
    : NEVER;
