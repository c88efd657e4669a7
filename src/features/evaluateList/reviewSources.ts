import { merge, Subject, type Observable } from 'rxjs';
import type { InputOf } from '../../contract/endpoint.ts';
import {
  reviewAverages,
  reviewDetail,
  reviewHandle,
  reviewList,
  type ReviewStep,
} from '../../contract/endpoints/review.ts';
import type { CompanyAverage, ReviewDetail, ReviewRow } from '../../contract/entities/review.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { watchListChanges, type ReloadOrAge } from '../../streams/lists/watchListChanges.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchRecord } from '../../streams/loading/watchRecord.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';

export type ReviewQuery = InputOf<typeof reviewList>;

/** The live data of the page. Failures are drawn in place of the data, so calls are quiet. */
export interface ReviewSources {
  readonly load: LoadList<ReviewRow, ReviewQuery>;
  readonly changes$: Observable<ReloadOrAge>;
  readonly detail$: (id: number) => Observable<LoadState<ReviewDetail>>;
  readonly averages$: Observable<LoadState<readonly CompanyAverage[]>>;
  /** Rejects with a CallError. */
  readonly step: (step: ReviewStep) => Promise<void>;
}

const quiet = { quiet: true } as const;

export function createReviewSources({ call, live }: Pick<FeatureDeps, 'call' | 'live'>): ReviewSources {
  const acted$ = new Subject<void>();
  const reload$ = merge(live.snapshotNeeded$, acted$);
  return {
    load: (query, signal) => call(reviewList, query, { ...quiet, signal }),
    changes$: watchListChanges({ ...live, concerns: (event) => isChangeOf(event, 'review') }),
    detail$: (id) =>
      watchRecord(
        {
          load: () => call(reviewDetail, { id }, quiet),
          events$: live.events$,
          concerns: (event) => isChangeOf(event, 'review', id),
          reload$,
        },
        { atMostEveryMs: 300 },
      ),
    averages$: watchRecord(
      {
        load: async () => (await call(reviewAverages, {}, quiet)).list,
        events$: live.events$,
        concerns: (event) => isChangeOf(event, 'review'),
        reload$,
      },
      { atMostEveryMs: 5_000 },
    ),
    async step(step) {
      await call(reviewHandle, step, quiet);
      acted$.next();
    },
  };
}
