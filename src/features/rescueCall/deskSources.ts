import { merge, NEVER, Subject, type Observable } from 'rxjs';
import { CallError } from '../../contract/call.ts';
import { quarantineList } from '../../contract/endpoints/alarm.ts';
import { deviceLatestData, elevatorList } from '../../contract/endpoints/elevator.ts';
import { userOptions } from '../../contract/endpoints/access.ts';
import { rescueList, rescueTimeline } from '../../contract/endpoints/rescue.ts';
import type { FaultCause } from '../../contract/entities/exception.ts';
import type { QuarantineRow } from '../../contract/entities/alarmRecord.ts';
import type { NotificationRow } from '../../contract/entities/notification.ts';
import type { ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { Call } from '../../contract/call.ts';
import { toWireTime } from '../../contract/time.ts';
import { advanceRescueRow } from '../../machines/rescueRow.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { pollLatestData, type PolledData } from '../../streams/loading/pollLatestData.ts';
import type { RescuePush } from '../../streams/calls/rescuePush.ts';
import { searchElevators, type ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { watchLadderNotices } from '../../streams/calls/watchLadderNotices.ts';
import { watchElevator } from '../../streams/fleet/watchElevator.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { watchRescueOrder, type WatchedOrder } from '../../streams/calls/watchRescueOrder.ts';
import { watchRescueQueue } from '../../streams/calls/watchRescueQueue.ts';
import type { UserOption } from './forms/stepForms.ts';
import { loadCauses } from '../../streams/lists/loadCauses.ts';
import { viewerOf } from '../../machines/viewerOf.ts';

/** The live data of the desk, created once per page. Failures are drawn in place of the data, so calls are quiet. */
export interface DeskSources {
  readonly queue$: Observable<LoadState<readonly RescueOrderRow[]>>;
  readonly order$: (orderId: number) => Observable<WatchedOrder>;
  /** Emits the notices to the people whom the ladder has called for this order, in the order of the calls. */
  readonly asked$: (orderId: number) => Observable<LoadState<readonly NotificationRow[]>>;
  readonly elevator$: (elevatorId: number) => Observable<LoadState<ElevatorDetail>>;
  readonly car$: (elevatorId: number) => Observable<PolledData>;
  readonly users$: Observable<LoadState<readonly UserOption[]>>;
  /** The catalogue of causes; empty for users who may not read it. */
  readonly causes$: Observable<LoadState<readonly FaultCause[]>>;
  readonly search$: (keyword$: Observable<string>) => Observable<ElevatorSearch>;
  /** Unreadable device messages of the last day that may have been calls for help and that no one has looked into. */
  readonly possibleHelp$: Observable<LoadState<readonly QuarantineRow[]>>;
  /** The server answered a command of this desk with the row as it is now. */
  readonly answered: (row: RescueOrderRow) => void;
  /** The server has stored that someone looked into one of `possibleHelp$`. */
  readonly helpResolved: () => void;
}

const quiet = { quiet: true } as const;
const pageSize = 200;
/** Enough for a community; a longer list asks for another word. */
const foundAtMost = 100;
const possibleHelpShownMs = 86_400_000;
const possibleHelpEveryMs = 60_000;

/** All open orders, however many: a flood must not hide the oldest. */
async function loadPending(call: Call): Promise<readonly RescueOrderRow[]> {
  const rows: RescueOrderRow[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await call(
      rescueList,
      { scope: 'pending', page, page_size: pageSize, sort: 'created_at', order: 'asc' },
      quiet,
    );
    rows.push(...answer.list);
    last = answer.max_page;
  }
  return rows;
}

async function loadOrder(call: Call, id: number): Promise<RescueOrderRow> {
  const { list } = await call(rescueList, { id, scope: 'all', page_size: 1 }, quiet);
  const [row] = list;
  if (row === undefined) throw new CallError('notFound', '找不到该救援单', 404);
  return row;
}

/** A wrong clock on this machine only moves the edge of a list that covers a day. */
async function loadPossibleHelp(call: Call): Promise<readonly QuarantineRow[]> {
  const from = toWireTime(Date.now() - possibleHelpShownMs);
  return (await call(quarantineList, { could_be_help: true, resolved: false, from, page_size: 50 }, quiet)).list;
}

export function createDeskSources({
  call,
  live,
  user,
  can,
}: Pick<FeatureDeps, 'call' | 'live' | 'user' | 'can'>): DeskSources {
  const viewer = viewerOf(user, can);
  const answers$ = new Subject<RescueOrderRow>();
  const helpResolved$ = new Subject<void>();
  const { events$, snapshotNeeded$ } = live;
  const patch = (row: RescueOrderRow, push: RescuePush): RescueOrderRow => advanceRescueRow(row, push, viewer);
  return {
    queue$: watchRescueQueue({ load: () => loadPending(call), events$, snapshotNeeded$, answers$, patch }),
    order$: (orderId) =>
      watchRescueOrder({
        orderId,
        loadRow: () => loadOrder(call, orderId),
        loadTimeline: () => call(rescueTimeline, { id: orderId }, quiet),
        events$,
        snapshotNeeded$,
        answers$,
        patch,
      }),
    asked$: (orderId) => watchLadderNotices({ call, live, can }, orderId),
    elevator$: (elevatorId) => watchElevator({ call, live }, elevatorId),
    car$: (elevatorId) => pollLatestData(() => call(deviceLatestData, { elevator_id: elevatorId }, quiet)),
    users$: loadWithRetry(() =>
      call(userOptions, { can: 'rescue.answer', page_size: pageSize }, quiet).then(({ list }) => list),
    ),
    causes$: loadCauses({ call, can }),
    possibleHelp$: can('quarantine.view')
      ? watchLatest(
          {
            load: () => loadPossibleHelp(call),
            events$,
            concerns: ({ kind }) => kind === 'notice.raised',
            reload$: merge(snapshotNeeded$, helpResolved$),
          },
          { atLeastEveryMs: possibleHelpEveryMs },
        )
      : NEVER,
    search$: (keyword$) =>
      searchElevators(keyword$, (keyword) => call(elevatorList, { keyword, page_size: foundAtMost }, quiet)),
    answered: (row) => answers$.next(row),
    helpResolved: () => helpResolved$.next(),
  };
}
