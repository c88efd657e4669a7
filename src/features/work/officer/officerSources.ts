import { Subject, type Observable } from 'rxjs';
import type { Call } from '../../../contract/call.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { presenceCode, presenceLifts, type PresenceLift } from '../../../contract/endpoints/cabin.ts';
import { exceptionHandle, exceptionList, type ExceptionStep } from '../../../contract/endpoints/exception.ts';
import type { ExceptionRow } from '../../../contract/entities/exception.ts';
import { abortable } from '../../../streams/loading/abortable.ts';
import type { LoadState } from '../../../streams/loading/loadState.ts';
import { watchRecord } from '../../../streams/loading/watchRecord.ts';
import { watchPresenceCode, type CodeView } from './watchPresenceCode.ts';
import { watchRecords, type Records } from './watchRecords.ts';

export interface LiftsFeed {
  readonly lifts$: Observable<LoadState<readonly PresenceLift[]>>;
  readonly reload: () => void;
  readonly code$: (elevatorId: number) => Observable<CodeView>;
}

export interface RecordsFeed {
  readonly records$: Observable<LoadState<Records>>;
  readonly reload: () => void;
  /** Rejects with a CallError. */
  readonly step: (step: ExceptionStep) => Promise<void>;
}

export interface OfficerDeps {
  readonly call: Call;
  readonly nowMs: () => number;
}

const liftsEveryMs = 60_000;

/** The lifts whose code the officer may show. */
export function liftsFeed({ call, nowMs }: OfficerDeps): LiftsFeed {
  const reload$ = new Subject<void>();
  return {
    lifts$: watchRecord(
      {
        load: () => abortable(async (signal) => (await call(presenceLifts, {}, { quiet: true, signal })).list),
        reload$,
      },
      { atLeastEveryMs: liftsEveryMs },
    ),
    reload: () => reload$.next(),
    code$: (elevatorId) =>
      watchPresenceCode({
        load: () => abortable((signal) => call(presenceCode, { elevator_id: elevatorId }, { quiet: true, signal })),
        nowMs,
      }),
  };
}

/** The faults, incidents or scooters of the officer's communities that the query asks for. */
export function recordsFeed({ call, nowMs }: OfficerDeps, query: InputOf<typeof exceptionList>): RecordsFeed {
  const reload$ = new Subject<void>();
  const answers$ = new Subject<ExceptionRow>();
  return {
    records$: watchRecords({
      load: () =>
        abortable(async (signal) => {
          const { list, total } = await call(exceptionList, { ...query, as_officer: true }, { quiet: true, signal });
          return { rows: list, total, atMs: nowMs() };
        }),
      answers$,
      reload$,
    }),
    reload: () => reload$.next(),
    async step(step) {
      try {
        answers$.next(await call(exceptionHandle, step, { quiet: true }));
      } catch (error) {
        // Somebody else may have been first: the list shows what is possible now.
        reload$.next();
        throw error;
      }
    },
  };
}
