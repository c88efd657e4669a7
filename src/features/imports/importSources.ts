import {
  distinctUntilChanged,
  filter,
  map,
  merge,
  of,
  scan,
  shareReplay,
  skip,
  startWith,
  Subject,
  switchMap,
  takeWhile,
  type Observable,
} from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { importDetail, importList, type ImportFile } from '../../contract/endpoints/imports.ts';
import { importLimits, isImportMoving } from '../../contract/entities/imports.ts';
import { loading, ready, refreshed, toFailure, type LoadState } from '../../streams/loading/loadState.ts';
import { pollLatest } from '../../streams/loading/pollLatest.ts';

export type ImportDetail = OutputOf<typeof importDetail>;

export interface ImportSource {
  readonly detail$: Observable<LoadState<ImportDetail>>;
  /** Asks at once, after an act of the user's. */
  readonly reload: () => void;
}

const everyMs = 1_000;

/** Asks every second as long as the server works on it, and at once for `again$`. */
function watch<Value>(
  ask: () => Promise<Value>,
  isMoving: (value: Value) => boolean,
  again$: Observable<void>,
): Observable<LoadState<Value>> {
  return merge(of(undefined), again$).pipe(
    switchMap(() =>
      pollLatest(ask, { everyMs }).pipe(
        takeWhile((polled) => polled.kind === 'failed' || isMoving(polled.value), true),
      ),
    ),
    map((polled) => (polled.kind === 'failed' ? toFailure(polled.error) : ready(polled.value))),
    scan((before: LoadState<Value>, result) => refreshed(before, result), loading),
    startWith(loading),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

/** Lets a list ask for its rows again each time that what they belong to has moved on, by `stateOf`. */
export const refetchWhenMoved = <Value>(
  value$: Observable<LoadState<Value>>,
  stateOf: (value: Value) => string,
): Observable<{ readonly kind: 'refetch' }> =>
  value$.pipe(
    map((state) => (state.kind === 'ready' ? stateOf(state.value) : undefined)),
    filter((state) => state !== undefined),
    distinctUntilChanged(),
    skip(1),
    map(() => ({ kind: 'refetch' as const })),
  );

/** One import. */
export function watchImport(call: Call, id: number): ImportSource {
  const again$ = new Subject<void>();
  const ask = () => call(importDetail, { id }, { quiet: true });
  return { detail$: watch(ask, ({ state }) => isImportMoving(state), again$), reload: () => again$.next() };
}

const isAnyMoving = (files: readonly ImportFile[]): boolean => files.some(({ state }) => isImportMoving(state));

export interface GroupSource {
  readonly files$: Observable<LoadState<readonly ImportFile[]>>;
  /** Asks at once, after an act of the user's. */
  readonly reload: () => void;
}

/** The files that were uploaded together. */
export function watchGroup(call: Call, groupId: number): GroupSource {
  const again$ = new Subject<void>();
  const query = { import_group_id: groupId, order: 'asc', page_size: importLimits.filesOfGroup } as const;
  const ask = async (): Promise<readonly ImportFile[]> => (await call(importList, query, { quiet: true })).list;
  return { files$: watch(ask, isAnyMoving, again$), reload: () => again$.next() };
}
