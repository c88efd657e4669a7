import { merge, Subject, type Observable } from 'rxjs';
import type { InputOf } from '../../contract/endpoint.ts';
import { notificationDelete, notificationList, notificationResend } from '../../contract/endpoints/notification.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchListChanges, type ReloadOrAge } from '../../streams/lists/watchListChanges.ts';
import { watchNotification, type NotificationDetail } from '../../streams/lists/watchNotification.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';

export type NotificationQuery = InputOf<typeof notificationList>;

/** The live data of the page. Failures are drawn in place of the data, so calls are quiet. */
export interface NotificationSources {
  readonly load: LoadList<NotificationRow, NotificationQuery>;
  readonly changes$: Observable<ReloadOrAge>;
  readonly detail$: (id: number) => Observable<LoadState<NotificationDetail>>;
  /** Rejects with a CallError; so does `hide`. */
  readonly resend: (id: number) => Promise<void>;
  readonly hide: (id: number, reason: string) => Promise<void>;
}

const quiet = { quiet: true } as const;

export function createNotificationSources({ call, live }: Pick<FeatureDeps, 'call' | 'live'>): NotificationSources {
  const acted$ = new Subject<void>();
  return {
    load: (query, signal) => call(notificationList, query, { ...quiet, signal }),
    changes$: watchListChanges({
      ...live,
      concerns: (event) => isChangeOf(event, 'notification') || event.kind === 'notice.raised',
    }),
    detail$: (id) => watchNotification({ id, call, live, reload$: merge(live.snapshotNeeded$, acted$) }),
    async resend(id) {
      await call(notificationResend, { id }, quiet);
      acted$.next();
    },
    async hide(id, reason) {
      await call(notificationDelete, { id, reason }, quiet);
      acted$.next();
    },
  };
}
