import { of, type Observable } from 'rxjs';
import { faultCauseList } from '../../contract/endpoints/exception.ts';
import type { FaultCause } from '../../contract/entities/exception.ts';
import type { FeatureDeps } from '../featureDeps.ts';
import { ready, type LoadState } from '../loading/loadState.ts';
import { loadWithRetry } from '../loading/loadWithRetry.ts';

/** The catalogue of causes, read once for each subscriber; empty for users who may not read it. */
export const loadCauses = ({
  call,
  can,
}: Pick<FeatureDeps, 'call' | 'can'>): Observable<LoadState<readonly FaultCause[]>> =>
  can(faultCauseList.permission)
    ? loadWithRetry(() => call(faultCauseList, {}, { quiet: true }).then(({ list }) => list))
    : of(ready([]));
