import { NEVER, type Observable } from 'rxjs';
import { notificationList } from '../../contract/endpoints/notification.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { isChangeOf, toldOfNotification } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../featureDeps.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchLatest } from '../loading/watchLatest.ts';

/** As many as one answer may hold. */
const noticesAtOnce = 200;

/** Every notice of the ladder for this rescue order, in the order in which they were made. */
export async function loadLadderNotices(
  call: FeatureDeps['call'],
  orderId: number,
): Promise<readonly NotificationRow[]> {
  const found: NotificationRow[] = [];
  for (let page = 1; ; page += 1) {
    const { list, max_page: last } = await call(
      notificationList,
      { rescue_order_id: orderId, page, page_size: noticesAtOnce, sort: 'created_at', order: 'asc' },
      { quiet: true },
    );
    found.push(...list.filter(({ source }) => source === 'ladder'));
    if (page >= last) return found;
  }
}

/**
 * Emits the people whom the ladder has called for this rescue order, in the order of the calls, as it changes. Never for users who may not
 * see notices.
 */
export const watchLadderNotices = (
  { call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>,
  orderId: number,
): Observable<LoadState<readonly NotificationRow[]>> =>
  can(notificationList.permission)
    ? watchLatest(
        {
          load: () => loadLadderNotices(call, orderId),
          events$: live.events$,
          concerns: (event) =>
            isChangeOf(event, 'notification') &&
            toldOfNotification.safeParse(event.fact.data).data?.rescueOrderId === orderId,
          reload$: live.snapshotNeeded$,
        },
        { atMostEveryMs: 1_000 },
      )
    : NEVER;
