import { NEVER, Subject, type Observable } from 'rxjs';
import type { InputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import { deviceLatestData, elevatorList } from '../../contract/endpoints/elevator.ts';
import {
  exceptionComment,
  exceptionComments,
  exceptionDelete,
  exceptionDetail,
  exceptionHandle,
  exceptionList,
  exceptionReportOther,
  type ExceptionStep,
} from '../../contract/endpoints/exception.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { ExceptionDetail, ExceptionRow, FaultCause } from '../../contract/entities/exception.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { ExceptionType } from '../../contract/exceptions.ts';
import { uploadPhotoBy, type UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { loadCauses } from '../../streams/lists/loadCauses.ts';
import { pollLatestData, type PolledData } from '../../streams/loading/pollLatestData.ts';
import { searchElevators, type ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { watchElevator } from '../../streams/fleet/watchElevator.ts';
import { watchException, type WatchedException } from '../../streams/lists/watchException.ts';
import { watchLadderNotices } from '../../streams/calls/watchLadderNotices.ts';
import { watchExceptionList, type ExceptionListChange } from '../../streams/lists/watchExceptionList.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';

export type ExceptionQuery = InputOf<typeof exceptionList>;
export type ExceptionReport = ParsedInputOf<typeof exceptionReportOther>;

/** The live data of a screen of exceptions. Failures are drawn in place of the data, so calls are quiet. */
export interface ExceptionSourcesOfPage {
  readonly load: LoadList<ExceptionRow, ExceptionQuery>;
  readonly changes$: Observable<ExceptionListChange>;
  readonly exception$: (id: number) => Observable<WatchedException>;
  /** Emits the notices to the people whom the ladder has called for a rescue. */
  readonly asked$: (orderId: number) => Observable<LoadState<readonly NotificationRow[]>>;
  readonly elevator$: (elevatorId: number) => Observable<LoadState<ElevatorDetail>>;
  readonly car$: (elevatorId: number) => Observable<PolledData>;
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  readonly search$: (keyword$: Observable<string>) => Observable<ElevatorSearch>;
  /** Null for users who may not upload. */
  readonly upload: UploadPhoto | null;
  /** Rejects with a CallError; so do the following. */
  readonly step: (step: ExceptionStep) => Promise<void>;
  readonly comment: (id: number, text: string, photos: readonly string[]) => Promise<void>;
  readonly hide: (id: number, reason: string) => Promise<void>;
  readonly report: (report: ExceptionReport) => Promise<{ readonly id: number; readonly joined: boolean }>;
}

const quiet = { quiet: true } as const;
/** Enough for a community; a longer list asks for another word. */
const foundAtMost = 100;
const shownComments = 50;

export interface ExceptionListParts {
  readonly types: readonly ExceptionType[];
  readonly scope: 'pending' | 'history' | 'all';
}

export function createExceptionSources(
  { call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>,
  { types, scope }: ExceptionListParts,
): ExceptionSourcesOfPage {
  const answers$ = new Subject<ExceptionDetail>();
  const commented$ = new Subject<void>();
  const { events$, snapshotNeeded$, link$ } = live;
  const mayWatch = can('elevator.view');
  return {
    load: (query, signal) => call(exceptionList, { type: [...types], scope, ...query }, { quiet: true, signal }),
    changes$: watchExceptionList({ types, events$, snapshotNeeded$, link$, answers$ }),
    exception$: (id) =>
      watchException({
        exceptionId: id,
        loadDetail: () => call(exceptionDetail, { id }, quiet),
        loadComments: async () => (await call(exceptionComments, { id, page_size: shownComments }, quiet)).list,
        events$,
        snapshotNeeded$,
        answers$,
        commented$,
      }),
    asked$: (orderId) => watchLadderNotices({ call, live, can }, orderId),
    elevator$: (elevatorId) => (mayWatch ? watchElevator({ call, live }, elevatorId) : NEVER),
    car$: (elevatorId) =>
      mayWatch ? pollLatestData(() => call(deviceLatestData, { elevator_id: elevatorId }, quiet)) : NEVER,
    causes$: loadCauses({ call, can }),
    search$: (keyword$) =>
      searchElevators(keyword$, (keyword) => call(elevatorList, { keyword, page_size: foundAtMost }, quiet)),
    upload: can('file.upload') ? uploadPhotoBy(call) : null,
    step: async (step) => answers$.next(await call(exceptionHandle, step, quiet)),
    comment: async (id, text, photos) => {
      await call(exceptionComment, { id, text, photos: [...photos] }, quiet);
      commented$.next();
    },
    hide: async (id, reason) => {
      await call(exceptionDelete, { id, reason }, quiet);
    },
    report: (report) => call(exceptionReportOther, report, quiet),
  };
}
