import { merge, Subject, type Observable } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import type { InputOf, OutputOf } from '../../contract/endpoint.ts';
import { alarmRecordDelete, alarmRecordList } from '../../contract/endpoints/alarm.ts';
import {
  alarmBoard,
  alarmRecordDetail,
  alarmRecordHandle,
  mostHandledAtOnce,
  type AlarmEntry,
} from '../../contract/endpoints/alarmBoard.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { AlarmKind } from '../../contract/labels.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import {
  changesAlarms,
  watchAlarmBoard,
  type AlarmBoardData,
  type DatedBoard,
} from '../../streams/lists/watchAlarmBoard.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import type { ListPage } from '../../ui/list/listTypes.ts';

export type AlarmDetailData = OutputOf<typeof alarmRecordDetail>;
type StepOf<Input> = Input extends { event: infer Event; data: infer Data } ? { event: Event; data: Data } : never;
export type AlarmStep = StepOf<InputOf<typeof alarmRecordHandle>>;
type BulkStep = Exclude<AlarmStep, { event: 'alarm.judgedFalse' }>;
export type AlarmListQuery = InputOf<typeof alarmRecordList>;

/** The views of the board below the alarms of priority 1. */
export const boardViews = ['todo', 'shelved', 'suppressed'] as const;
export type BoardView = (typeof boardViews)[number];

export interface BoardAsked {
  readonly view: BoardView;
  readonly page: number;
  /** Undefined: grouped in a flood. */
  readonly grouped: boolean | undefined;
}

/** The alarms of one kind in one community. */
export interface GroupName {
  readonly communityId: number;
  readonly alarmKind: AlarmKind;
}

export interface Handled {
  readonly handled: number;
  readonly refused: readonly { readonly id: number; readonly message: string }[];
}

export interface AlarmSources {
  readonly board$: (readAsked: () => BoardAsked, asked$: Observable<unknown>) => Observable<LoadState<DatedBoard>>;
  readonly group$: (name: GroupName) => Observable<LoadState<ListPage<AlarmRecordRow>>>;
  readonly detail$: (id: number) => Observable<LoadState<AlarmDetailData>>;
  readonly list: (query: AlarmListQuery, signal: AbortSignal) => Promise<ListPage<AlarmRecordRow>>;
  /** The ids of every alarm that a group counts now. */
  readonly idsOfGroup: (name: GroupName) => Promise<readonly number[]>;
  readonly handle: (id: number, step: AlarmStep, requestId: string) => Promise<void>;
  readonly handleSeveral: (ids: readonly number[], step: BulkStep, requestId: string) => Promise<Handled>;
  readonly hide: (id: number, reason: string) => Promise<void>;
  /** A step was taken on this page. */
  readonly acted$: Observable<void>;
}

const quiet = { quiet: true } as const;
/** The number of alarms of an opened group that are listed; the rest are counted. */
const shownOfGroup = 50;
const boardPageSize = 50;
/** More than one operator could judge at once; another step handles the rest. */
const mostOfGroup = 2_000;

const entryOf = (alarm: AlarmRecordRow): AlarmEntry => ({ key: `alarm-${alarm.id}`, alarm, group: null });

/** The fields of a step's data are named on the form without their `data.`. */
function asFormError(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const { kind, message, code, fieldErrors } = error;
  throw new CallError(
    kind,
    message,
    code,
    fieldErrors.map((problem) => ({ ...problem, field: problem.field.replace(/^data\./, '') })),
  );
}

/** The start or end of a rescue changes what may be done with its alarm. */
const concernsAlarm = (id: number) => (event: PushEvent) => {
  if (event.kind === 'rescue.over' || event.kind === 'rescue.ringing') return true;
  const change = changeOf(event);
  return change?.stream === 'alarm' && change.id === id;
};

export function createAlarmSources({ call, live }: Pick<FeatureDeps, 'call' | 'live'>): AlarmSources {
  const acted$ = new Subject<void>();
  const reload$ = merge(live.snapshotNeeded$, acted$);

  async function loadBoard({ view, page, grouped }: BoardAsked, wasFlood: boolean): Promise<AlarmBoardData> {
    const board = await call(
      alarmBoard,
      {
        page: view === 'todo' ? page : 1,
        page_size: boardPageSize,
        ...(grouped === undefined ? {} : { grouped }),
        ...(wasFlood ? { was_flood: true } : {}),
      },
      quiet,
    );
    if (view === 'todo') return board;
    const listed = await call(
      alarmRecordList,
      { [view]: true, page, page_size: boardPageSize, sort: 'level', order: 'asc' },
      quiet,
    );
    return { ...board, entries: { ...listed, list: listed.list.map(entryOf) } };
  }

  const listGroup = ({ communityId, alarmKind }: GroupName, page: number, pageSize: number) =>
    call(
      alarmRecordList,
      { todo: true, community_id: communityId, kind: [alarmKind], level: [2, 3], page, page_size: pageSize },
      quiet,
    );

  return {
    acted$,
    board$: (readAsked, asked$) =>
      watchAlarmBoard({
        load: (wasFlood) => loadBoard(readAsked(), wasFlood),
        events$: live.events$,
        reload$: merge(reload$, asked$),
      }),
    group$: (name) =>
      watchLatest({
        load: () => listGroup(name, 1, shownOfGroup),
        events$: live.events$,
        concerns: changesAlarms,
        reload$,
      }),
    detail$: (id) =>
      watchLatest(
        {
          load: () => call(alarmRecordDetail, { id }, quiet),
          events$: live.events$,
          concerns: concernsAlarm(id),
          reload$,
        },
        { atMostEveryMs: 300 },
      ),
    list: (query, signal) => call(alarmRecordList, query, { ...quiet, signal }),
    async idsOfGroup(name) {
      const ids: number[] = [];
      for (let page = 1; ids.length < mostOfGroup; page += 1) {
        const { list, max_page: lastPage } = await listGroup(name, page, mostHandledAtOnce);
        ids.push(...list.map(({ id }) => id));
        if (page >= lastPage) break;
      }
      return [...new Set(ids)];
    },
    async handle(id, step, requestId) {
      await call(alarmRecordHandle, { ...step, id, request_id: requestId }, quiet).catch(asFormError);
      acted$.next();
    },
    async handleSeveral(ids, step, requestId) {
      let handled = 0;
      const refused: { id: number; message: string }[] = [];
      for (let from = 0; from < ids.length; from += mostHandledAtOnce) {
        const some = ids.slice(from, from + mostHandledAtOnce);
        const answer = await call(alarmRecordHandle, { ...step, ids: some, request_id: requestId }, quiet).catch(
          asFormError,
        );
        handled += answer.handled;
        refused.push(...answer.refused);
      }
      acted$.next();
      return { handled, refused };
    },
    async hide(id, reason) {
      await call(alarmRecordDelete, { id, reason }, quiet);
      acted$.next();
    },
  };
}
