import {
  asyncScheduler,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  of,
  scan,
  startWith,
  tap,
  throttleTime,
  timer,
  type Observable,
  type ObservableInput,
  type SchedulerLike,
} from 'rxjs';
import type { PushEvent } from '../../contract/push.ts';
import { exhaustLatest } from './exhaustLatest.ts';
import { loading, ready, refreshed, type LoadState } from './loadState.ts';
import { loadWithRetry } from './loadWithRetry.ts';
import { newerRow } from './newerRow.ts';

/** Pushes come with the rule that says which of them matter; what no push tells of has neither. */
type PushSources<T> =
  | {
      readonly events$: Observable<PushEvent>;
      /** Returns true if a push may have changed the shown record; `known` is undefined until it is loaded. */
      readonly concerns: (event: PushEvent, known: T | undefined) => boolean;
    }
  | { readonly events$?: never; readonly concerns?: never };

export type LoadSources<T> = PushSources<T> & {
  readonly load: () => ObservableInput<T>;
  /** Reload for another reason: another epoch, an action on this page. */
  readonly reload$: Observable<unknown>;
};

export type RecordSources<T> = LoadSources<T> & {
  /** The record as the server answered it to steps taken on this page: shown at once. */
  readonly answers$?: Observable<T>;
  /** The changes that a push makes before the record is loaded again; it gets the pushes that concern the record. */
  readonly patch?: (known: T, event: PushEvent) => T;
};

export interface RecordTiming {
  /** However many pushes come; each of them unless told. */
  readonly atMostEveryMs?: number;
  /** Even when no push comes, so that the age is known. */
  readonly atLeastEveryMs?: number;
  readonly retryAfterMs?: number;
  readonly scheduler?: SchedulerLike;
}

/**
 * A record as it is now: loaded once, and again when a push concerns it. A step that was answered on this page is shown at once,
 * and a response that has seen less of the log than what is shown never takes it back. A failed refresh keeps the last value and
 * says that it may be old.
 */
export function watchRecord<T>(
  { load, events$ = EMPTY, concerns = () => false, reload$, answers$ = EMPTY, patch }: RecordSources<T>,
  { atMostEveryMs = 0, atLeastEveryMs, retryAfterMs = 3_000, scheduler = asyncScheduler }: RecordTiming = {},
): Observable<LoadState<T>> {
  type Change = (before: LoadState<T>) => LoadState<T>;
  return defer(() => {
    let known: T | undefined;
    const concerning$ = events$.pipe(filter((event) => concerns(event, known)));
    const changed$ =
      atMostEveryMs === 0
        ? concerning$
        : concerning$.pipe(throttleTime(atMostEveryMs, scheduler, { leading: true, trailing: true }));
    const regular$ = atLeastEveryMs === undefined ? EMPTY : timer(atLeastEveryMs, atLeastEveryMs, scheduler);
    const patches$ =
      patch === undefined
        ? EMPTY
        : concerning$.pipe(
            map(
              (event): Change =>
                (before) =>
                  before.kind === 'ready' ? { ...before, value: patch(before.value, event) } : before,
            ),
          );
    const answered$ = answers$.pipe(
      map(
        (value): Change =>
          () =>
            ready(newerRow(known, value)),
      ),
    );
    const loaded$ = merge(of(null), changed$, reload$, regular$).pipe(
      map(() => null),
      exhaustLatest(() => loadWithRetry(load, { retryAfterMs, scheduler })),
      map(
        (result): Change =>
          (before) =>
            refreshed(before, result.kind === 'ready' ? ready(newerRow(known, result.value)) : result),
      ),
    );
    return merge(patches$, answered$, loaded$).pipe(
      scan((state: LoadState<T>, change: Change) => change(state), loading),
      tap((state) => {
        if (state.kind === 'ready') known = state.value;
      }),
      startWith(loading),
    );
  });
}
