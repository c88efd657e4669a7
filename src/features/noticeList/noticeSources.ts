import { Subject, type Observable } from 'rxjs';
import type { InputOf } from '../../contract/endpoint.ts';
import {
  announcementDetail,
  announcementList,
  announcementRecall,
  type AnnouncementDetail,
  type AnnouncementRow,
} from '../../contract/endpoints/announcement.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { watchListChanges, type ReloadOrAge } from '../../streams/lists/watchListChanges.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';

export type AnnouncementQuery = InputOf<typeof announcementList>;

/** The live data of the sent notices. Failures are drawn in place of the data, so calls are quiet. */
export interface NoticeSources {
  readonly load: LoadList<AnnouncementRow, AnnouncementQuery>;
  readonly changes$: Observable<ReloadOrAge>;
  readonly detail$: (id: number) => Observable<LoadState<AnnouncementDetail>>;
  /** Rejects with a CallError. */
  readonly recall: (id: number, reason: string) => Promise<void>;
}

const quiet = { quiet: true } as const;
/** Results of devices and receipts of messages come without a push of their own. */
const refreshEveryMs = 5_000;

export function createNoticeSources({ call, live }: Pick<FeatureDeps, 'call' | 'live'>): NoticeSources {
  const acted$ = new Subject<void>();
  return {
    load: (query, signal) => call(announcementList, query, { ...quiet, signal }),
    changes$: watchListChanges({ ...live, concerns: (event) => isChangeOf(event, 'announcement') }),
    detail$: (id) =>
      watchLatest(
        {
          load: () => call(announcementDetail, { id }, quiet),
          events$: live.events$,
          concerns: (event) => isChangeOf(event, 'announcement', id),
          reload$: acted$,
        },
        { atLeastEveryMs: refreshEveryMs },
      ),
    async recall(id, reason) {
      await call(announcementRecall, { id, reason }, quiet);
      acted$.next();
    },
  };
}
