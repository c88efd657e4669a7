import type { Observable } from 'rxjs';
import type { LoadState } from './loadState.ts';
import { watchRecord, type RecordSources, type RecordTiming } from './watchRecord.ts';

export type LatestSources<T> = Omit<RecordSources<T>, 'answers$' | 'patch'>;
export type LatestTiming = RecordTiming;

/** Like `watchRecord`, for counts and lists that many pushes make stale: loaded again at most once a second unless told otherwise. */
export const watchLatest = <T>(sources: LatestSources<T>, timing: LatestTiming = {}): Observable<LoadState<T>> =>
  watchRecord(sources, { atMostEveryMs: 1_000, ...timing });
