import { BehaviorSubject, filter, map, merge, Subject, type Observable } from 'rxjs';
import type { InputOf, OutputOf, ParsedInputOf } from '../../contract/endpoint.ts';
import {
  visitAckState,
  visitAssign,
  visitDetail,
  visitList,
  visitPlan,
  visitUnplanned,
  visitWorkers,
  type VisitStep,
} from '../../contract/endpoints/visit.ts';
import { visitAway } from '../../contract/endpoints/visitPlanning.ts';
import type { VisitCounts, VisitDetail, VisitRow } from '../../contract/entities/visit.ts';
import { isChangeOf } from '../../contract/streamChange.ts';
import { uploadPhotoBy, type UploadPhoto } from '../../parts/photos/uploadPhoto.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { watchRecord } from '../../streams/loading/watchRecord.ts';
import { watchListChanges, type ReloadOrAge } from '../../streams/lists/watchListChanges.ts';
import type { LoadList } from '../../ui/list/listTypes.ts';

export type VisitQuery = InputOf<typeof visitList>;
export type AssignWish = InputOf<typeof visitAssign>;
export type AssignResult = OutputOf<typeof visitAssign>;
export type WorkerChoice = OutputOf<typeof visitWorkers>['list'][number];
export type AwayVisit = OutputOf<typeof visitAway>['list'][number];

/** A list that moves on, or a row that a step of this page has changed. */
export type VisitListChange = { readonly kind: 'patch'; readonly row: VisitRow } | ReloadOrAge;

/** The live data of the screen. Failures are drawn in place of the data, so calls are quiet. */
export interface VisitSources {
  readonly load: LoadList<VisitRow, VisitQuery>;
  /** Of the list's last answer; null before the first. */
  readonly counts$: Observable<VisitCounts | null>;
  readonly changes$: Observable<VisitListChange>;
  readonly visit$: (id: number) => Observable<LoadState<VisitDetail>>;
  /** Something that is counted over all visits, loaded again when one of them moves on, at most every five seconds. */
  readonly overview$: <T>(load: () => Promise<T>) => Observable<LoadState<T>>;
  /** The number of lifts in use that get no visit until their records are completed. */
  readonly unplanned$: Observable<LoadState<number>>;
  /** Null for users who may not upload. */
  readonly upload: UploadPhoto | null;
  /** Rejects with a CallError; so do the following. */
  readonly step: (step: VisitStep) => Promise<void>;
  readonly assign: (wish: AssignWish) => Promise<AssignResult>;
  readonly plan: (wish: InputOf<typeof visitPlan>) => Promise<VisitRow>;
  readonly workers: (companyId: number, on: string) => Promise<readonly WorkerChoice[]>;
  readonly away: (wish: ParsedInputOf<typeof visitAway>) => Promise<OutputOf<typeof visitAway>>;
}

const quiet = { quiet: true } as const;
const overviewEveryMs = 5_000;
/** Lifts come to be planned by an edit of their record, not by the work of the day. */
const unplannedEveryMs = 60_000;

export function createVisitSources({ call, live, can }: Pick<FeatureDeps, 'call' | 'live' | 'can'>): VisitSources {
  const answers$ = new Subject<VisitDetail>();
  const counts$ = new BehaviorSubject<VisitCounts | null>(null);
  const { events$, snapshotNeeded$, link$ } = live;
  return {
    async load(query, signal) {
      const page = await call(visitList, query, { quiet: true, signal });
      counts$.next(page.counts);
      return page;
    },
    counts$,
    changes$: merge(
      answers$.pipe(map((row): VisitListChange => ({ kind: 'patch', row }))),
      watchListChanges({ events$, snapshotNeeded$, link$, concerns: (event) => isChangeOf(event, 'visit') }),
    ),
    visit$: (id) =>
      watchRecord({
        load: () => call(visitDetail, { id }, quiet),
        events$,
        concerns: (event) => isChangeOf(event, 'visit', id),
        reload$: snapshotNeeded$,
        answers$: answers$.pipe(filter((visit) => visit.id === id)),
      }),
    overview$: (load) =>
      watchRecord(
        { load, events$, concerns: (event) => isChangeOf(event, 'visit'), reload$: snapshotNeeded$ },
        { atMostEveryMs: overviewEveryMs },
      ),
    unplanned$: watchRecord(
      {
        load: async () => (await call(visitUnplanned, { in_use: true, page_size: 1 }, quiet)).total,
        events$,
        concerns: (event) => isChangeOf(event, 'visit'),
        reload$: snapshotNeeded$,
      },
      { atMostEveryMs: unplannedEveryMs },
    ),
    upload: can('file.upload') ? uploadPhotoBy(call) : null,
    step: async (step) => answers$.next(await call(visitAckState, step, quiet)),
    assign: (wish) => call(visitAssign, wish, quiet),
    plan: (wish) => call(visitPlan, wish, quiet),
    workers: async (companyId, on) => (await call(visitWorkers, { maintenance_id: companyId, on }, quiet)).list,
    away: (wish) => call(visitAway, wish, quiet),
  };
}
