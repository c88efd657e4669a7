import {
  asyncScheduler,
  concat,
  distinctUntilChanged,
  EMPTY,
  filter,
  from,
  map,
  mergeMap,
  of,
  startWith,
  switchMap,
  timer,
  withLatestFrom,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { Call } from '../../contract/call.ts';
import { probeAnswer, probeSilentAfterMs, probeStatus } from '../../contract/endpoints/probe.ts';
import type { LiveFeed } from '../../streams/link/liveFeed.ts';

/** A thousand consoles do not answer in the same moment, in which a call may come. */
const answersWithinMs = 5_000;

interface ProbeDeps {
  readonly call: Call;
  readonly live: Pick<LiveFeed, 'events$' | 'link$'>;
  readonly scheduler?: SchedulerLike;
}

const probesOf = ({ events$ }: ProbeDeps['live']) => events$.pipe(filter((event) => event.kind === 'probe.sent'));

/** Answers each synthetic call while subscribed, in a hidden tab too; `hears$` says whether this console would sound. Shows nothing. */
export function answerProbes({
  call,
  live,
  hears$,
  random,
  scheduler = asyncScheduler,
}: ProbeDeps & { readonly hears$: Observable<boolean>; readonly random: () => number }): Observable<never> {
  return probesOf(live).pipe(
    mergeMap((probe) => timer(random() * answersWithinMs, scheduler).pipe(map(() => probe))),
    withLatestFrom(hears$),
    mergeMap(([{ probeId }, armed]) =>
      // One that is lost is not repeated: the next comes soon.
      from(call(probeAnswer, { probe_id: probeId, armed }, { quiet: true }).catch(() => undefined)),
    ),
    mergeMap(() => EMPTY),
  );
}

/** Emits whether no synthetic call has come for `probeSilentAfterMs` although the link seems live, and the server does make them. */
export function watchProbeSilence({ call, live, scheduler = asyncScheduler }: ProbeDeps): Observable<boolean> {
  const silence$ = timer(probeSilentAfterMs, scheduler).pipe(
    switchMap(() =>
      from(
        call(probeStatus, {}, { quiet: true }).then(
          ({ enabled }) => enabled,
          () => true,
        ),
      ),
    ),
  );
  return live.link$.pipe(
    switchMap(({ state }) =>
      state === 'live'
        ? probesOf(live).pipe(
            startWith(undefined),
            switchMap(() => concat(of(false), silence$)),
          )
        : of(false),
    ),
    distinctUntilChanged(),
  );
}
