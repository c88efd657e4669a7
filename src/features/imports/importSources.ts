import { map, merge, of, scan, shareReplay, startWith, Subject, switchMap, takeWhile, type Observable } from 'rxjs';
import type { Call } from '../../contract/call.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import { importDetail } from '../../contract/endpoints/imports.ts';
import { isImportMoving } from '../../contract/entities/imports.ts';
import { loading, ready, refreshed, toFailure, type LoadState } from '../../streams/loadState.ts';
import { pollLatest } from '../../streams/pollLatest.ts';

export type ImportDetail = OutputOf<typeof importDetail>;

export interface ImportSource {
  readonly detail$: Observable<LoadState<ImportDetail>>;
  /** Asks at once, after an act of the user's. */
  readonly reload: () => void;
}

const everyMs = 1_000;

/** One import, asked for again every second as long as the server works on it. */
export function watchImport(call: Call, id: number): ImportSource {
  const again$ = new Subject<void>();
  const detail$ = merge(of(undefined), again$).pipe(
    switchMap(() =>
      pollLatest(() => call(importDetail, { id }, { quiet: true }), { everyMs }).pipe(
        takeWhile((polled) => polled.kind === 'failed' || isImportMoving(polled.value.state), true),
      ),
    ),
    map((polled) => (polled.kind === 'failed' ? toFailure(polled.error) : ready(polled.value))),
    scan((before: LoadState<ImportDetail>, result) => refreshed(before, result), loading),
    startWith(loading),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  return { detail$, reload: () => again$.next() };
}
