import { EMPTY, type Observable, type SchedulerLike } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { probeStatus, type ProbeStatus } from '../../contract/endpoints/probe.ts';
import type { LoadState } from '../loading/loadState.ts';
import { watchLatest } from '../loading/watchLatest.ts';

const askEveryMs = 30_000;

/** Emits when each stage of the way of a call was last proven, asked for again while subscribed: proofs are not pushed. */
export const watchChain = (call: Call, scheduler?: SchedulerLike): Observable<LoadState<ProbeStatus>> =>
  watchLatest(
    {
      load: () => call(probeStatus, {}, { quiet: true }),
      reload$: EMPTY,
    },
    { atLeastEveryMs: askEveryMs, ...(scheduler === undefined ? {} : { scheduler }) },
  );
