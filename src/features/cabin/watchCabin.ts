import {
  asyncScheduler,
  catchError,
  combineLatest,
  defer,
  exhaustMap,
  from,
  map,
  merge,
  of,
  repeat,
  scan,
  startWith,
  Subject,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { CabinState } from '../../contract/endpoints/cabin.ts';

/** The view of the page in a car. */
export interface CabinView {
  /** Null until the server has answered once. */
  readonly state: CabinState | null;
  /** The server's time, as far as the last answer told it; runs on while the server is away. */
  readonly nowMs: number;
  /** The server's time since which it has not answered; null while it does. */
  readonly lostSinceMs: number | null;
}

export interface CabinSources {
  /** Rejects while the server is unreachable. */
  readonly load: () => ObservableInput<CabinState>;
  /** Says that a notice is shown; what fails is said again with the next answer. */
  readonly shown: (noticeId: number) => ObservableInput<unknown>;
  /** A clock that nobody sets, ms. */
  readonly monotonicMs: () => number;
}

export interface CabinFeed {
  readonly view$: Observable<CabinView>;
  /** A notice is seen on the page now. */
  readonly seen: (noticeId: number) => void;
}

interface Kept {
  readonly state: CabinState | null;
  /** The server's time less ours. */
  readonly offsetMs: number;
  readonly lostAtMs: number | null;
}

const nothing: Kept = { state: null, offsetMs: 0, lostAtMs: null };

/**
 * The data of the page in a car: asked again and again for months, kept while the server is away. Each round begins after the last has
 * ended, so that a slow network piles nothing up.
 */
export function watchCabin(
  { load, shown, monotonicMs }: CabinSources,
  {
    everyMs = 10_000,
    scheduler = asyncScheduler,
  }: { readonly everyMs?: number; readonly scheduler?: SchedulerLike } = {},
): CabinFeed {
  const seen$ = new Subject<number>();
  const receipts$ = seen$.pipe(
    exhaustMap((id) => defer(() => shown(id)).pipe(catchError(() => of(null)))),
    map(() => null),
  );
  const answers$ = defer(() => from(load())).pipe(
    catchError(() => of(null)),
    repeat({ delay: () => timer(everyMs, scheduler) }),
  );
  const kept$ = answers$.pipe(
    scan((kept: Kept, state): Kept => {
      const ownMs = monotonicMs();
      if (state !== null) return { state, offsetMs: Date.parse(state.now) - ownMs, lostAtMs: null };
      return { ...kept, lostAtMs: kept.lostAtMs ?? ownMs };
    }, nothing),
    startWith(nothing),
  );
  const seconds$ = timer(0, 1_000, scheduler);
  const view$ = combineLatest([kept$, seconds$]).pipe(
    map(([{ state, offsetMs, lostAtMs }]): CabinView => ({
      state,
      nowMs: monotonicMs() + offsetMs,
      lostSinceMs: lostAtMs === null ? null : lostAtMs + offsetMs,
    })),
  );
  // Receipts go out as long as somebody watches, and draw nothing themselves.
  const quiet$ = receipts$.pipe(exhaustMap((): Observable<never> => from([])));
  return { view$: merge(view$, quiet$), seen: (id) => seen$.next(id) };
}
