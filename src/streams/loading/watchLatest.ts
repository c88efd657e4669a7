import type { Observable } from 'rxjs';
import type { LoadState } from './loadState.ts';
import { watchRecord, type LoadSources, type RecordTiming } from './watchRecord.ts';

export type LatestTiming = RecordTiming;

/** Like `watchRecord`, for counts and lists that many pushes make stale: loaded again at most once a second unless told otherwise. */
export const watchLatest = <T>(sources: LoadSources<T>, timing: LatestTiming = {}): Observable<LoadState<T>> =>
  watchRecord(sources, { atMostEveryMs: 1_000, ...timing });
