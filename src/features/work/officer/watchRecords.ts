import { combineLatest, map, scan, startWith, type Observable, type ObservableInput, type SchedulerLike } from 'rxjs';
import type { ExceptionRow } from '../../../contract/entities/exception.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { newerRow } from '../../../streams/loading/newerRow.ts';
import { watchRecord } from '../../../streams/loading/watchRecord.ts';

/** A list of faults, incidents or scooters as the telephone shows it. */
export interface Records {
  readonly rows: readonly ExceptionRow[];
  /** Of all pages, of which the telephone shows the first. */
  readonly total: number;
  /** The time of the answer by the telephone's clock, epoch ms. */
  readonly atMs: number;
}

const everyMs = 15_000;

/**
 * A list that is loaded again every 15 seconds: the telephone has no socket. Rows that the server answered to steps taken on this page are
 * shown at once, and no older answer takes them back.
 */
export function watchRecords(
  {
    load,
    answers$,
    reload$,
  }: {
    readonly load: () => ObservableInput<Records>;
    readonly answers$: Observable<ExceptionRow>;
    readonly reload$: Observable<unknown>;
  },
  timing: { readonly scheduler?: SchedulerLike } = {},
): Observable<LoadState<Records>> {
  const listed$ = watchRecord({ load, reload$ }, { atLeastEveryMs: everyMs, ...timing });
  const none: ReadonlyMap<number, ExceptionRow> = new Map();
  const answered$ = answers$.pipe(
    scan((known, row) => new Map(known).set(row.id, row), none),
    startWith(none),
  );
  return combineLatest([listed$, answered$]).pipe(
    map(([state, answered]) =>
      state.kind === 'ready'
        ? {
            ...state,
            value: { ...state.value, rows: state.value.rows.map((row) => newerRow(answered.get(row.id), row)) },
          }
        : state,
    ),
  );
}
