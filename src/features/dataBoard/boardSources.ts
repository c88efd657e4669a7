import { concat, EMPTY, filter, map, mergeMap, of, shareReplay, skip, switchMap, take, type Observable } from 'rxjs';
import { alarmRecordList } from '../../contract/endpoints/alarm.ts';
import { elevatorRealtime } from '../../contract/endpoints/realtime.ts';
import { replayRange } from '../../contract/endpoints/replay.ts';
import { rescueList } from '../../contract/endpoints/rescue.ts';
import {
  statsAreaCommunityElevator,
  statsElevator,
  statsElevatorBrand,
  statsElevatorEvent,
  statsWorks,
  type Todo,
} from '../../contract/endpoints/stats.ts';
import { alarmKindLabels, alarmKinds } from '../../contract/labels.ts';
import type { PushEvent } from '../../contract/push.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { isChangeOf, toldOfAlarm, type StreamChanged } from '../../contract/streamChange.ts';
import { namedCityOf, type NamedCity } from '../../parts/place/sceneOf.ts';
import { abortable } from '../../streams/loading/abortable.ts';
import { alarmTicker, type Ticker } from '../../streams/lists/alarmTicker.ts';
import { batchUnlessUrgent } from '../../streams/loading/batchUnlessUrgent.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { watchLiftStates, type FleetState } from '../../streams/fleet/watchLiftStates.ts';
import { watchRescueQueue } from '../../streams/calls/watchRescueQueue.ts';

export type AreaTree = OutputOf<typeof statsAreaCommunityElevator>;
export interface FleetFigures {
  readonly ages: OutputOf<typeof statsElevator>;
  readonly brands: OutputOf<typeof statsElevatorBrand>;
}

/** The two clocks at one moment, epoch ms: ages follow this machine's, everything else the server's. */
export interface BoardClock {
  readonly localNowMs: number;
  readonly serverNowMs: number;
}
export const readClock = (serverNowMs: number): BoardClock => ({ localNowMs: Date.now(), serverNowMs });

export interface BoardSources {
  /** Each second. */
  readonly clock$: Observable<BoardClock>;
  readonly fleet$: Observable<FleetState>;
  /** The same, but with the clock: for figures beside the map. */
  readonly figures$: Observable<FleetState>;
  readonly rescues$: Observable<LoadState<readonly RescueOrderRow[]>>;
  readonly ticker$: Observable<Ticker>;
  readonly tree$: Observable<LoadState<AreaTree>>;
  readonly fleetFigures$: Observable<LoadState<FleetFigures>>;
  readonly stats$: Observable<LoadState<OutputOf<typeof statsElevatorEvent>>>;
  /** The visits that wait for a person, as the overview counts them; never for users who see none. */
  readonly visits$: Observable<LoadState<Todo | undefined>>;
  /** Once: the city's name and its map with the names of its communities. */
  readonly city$: Observable<NamedCity>;
  readonly range$: Observable<LoadState<OutputOf<typeof replayRange>>>;
}

const openCalls = 100;
const tickerAlarms = 100;
const minute = 60_000;
const labelOf = (kind: string): string => alarmKindLabels[alarmKinds.find((known) => known === kind) ?? 'warn_shake'];

/** Users who may see alarms are notified of each new one; only users who may answer are rung. */
const isNewAlarm = (event: PushEvent): event is StreamChanged =>
  isChangeOf(event, 'alarm') && event.fact.type === 'alarm.raised';

/** True for pushes after which the ticker has to load: it counts everything that a push describes fully, however many there are. */
const isUntoldAlarm = (event: PushEvent): boolean =>
  isNewAlarm(event) && !toldOfAlarm.safeParse(event.fact.data).success;

/**
 * Returns the streams that the wall watches; each stream lives while it has a subscriber. `communityOf` returns the community of a lift, for
 * alarms that only name the lift.
 */
export function boardSources(
  { call, live, can, ticks$ }: FeatureDeps,
  communityOf: (elevatorId: number) => string,
): BoardSources {
  const { events$, snapshotNeeded$ } = live;
  // Frequent changes are aligned with the clock: without a graphics device the browser copies the whole map for any change beside it.
  // A new subscriber first gets the current time.
  const untilNextSecond = (): Observable<unknown> => live.serverNow$.pipe(skip(1));
  const fleet$ = watchLiftStates(
    { load: (query) => abortable((signal) => call(elevatorRealtime, query, { quiet: true, signal })), events$ },
    { ticks$ },
  ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  // First the lifts: what is counted over all of them would keep the server from answering that.
  const asked$ = fleet$.pipe(
    filter(({ kind }) => kind !== 'loading'),
    take(1),
  );
  const afterFleet = <T>(source$: Observable<LoadState<T>>): Observable<LoadState<T>> =>
    concat(of(loading), asked$.pipe(switchMap(() => source$)));
  const alarms$ = can('alarm.view')
    ? watchLatest(
        {
          load: async () => (await call(alarmRecordList, { page_size: tickerAlarms }, { quiet: true })).list,
          events$,
          concerns: isUntoldAlarm,
          reload$: snapshotNeeded$,
        },
        { atMostEveryMs: 2_000, atLeastEveryMs: minute },
      )
    : of(loading);
  const tree$ = watchLatest(
    {
      load: () => call(statsAreaCommunityElevator, {}, { quiet: true }),
      reload$: snapshotNeeded$,
    },
    { atLeastEveryMs: minute },
  ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  return {
    clock$: live.serverNow$.pipe(map(readClock)),
    fleet$,
    figures$: fleet$.pipe(
      batchUnlessUrgent(untilNextSecond),
      mergeMap((states) => states.slice(-1)),
      map((state): FleetState => (state.kind === 'ready' ? { ...state } : state)),
    ),
    rescues$: can('rescue.view')
      ? watchRescueQueue({
          load: async () => (await call(rescueList, { scope: 'pending', page_size: openCalls }, { quiet: true })).list,
          events$,
          snapshotNeeded$,
          answers$: EMPTY,
          patch: (row) => row,
        })
      : of(loading),
    ticker$: alarmTicker({ loaded$: alarms$, events$, communityOf, labelOf }, { pause: untilNextSecond }),
    tree$,
    fleetFigures$: afterFleet(
      watchLatest(
        {
          load: async () => {
            const [ages, brands] = await Promise.all([
              call(statsElevator, {}, { quiet: true }),
              call(statsElevatorBrand, {}, { quiet: true }),
            ]);
            return { ages, brands };
          },
          reload$: snapshotNeeded$,
        },
        { atLeastEveryMs: 10 * minute },
      ),
    ),
    stats$: watchLatest(
      {
        load: () => call(statsElevatorEvent, {}, { quiet: true }),
        events$,
        concerns: (event) => isNewAlarm(event) || isChangeOf(event, 'rescue') || event.kind === 'rescue.over',
        reload$: snapshotNeeded$,
      },
      { atMostEveryMs: 10_000, atLeastEveryMs: minute },
    ),
    visits$: can('visit.view')
      ? afterFleet(
          watchLatest(
            {
              load: async () =>
                (await call(statsWorks, {}, { quiet: true })).todos.find(({ kind }) => kind === 'visit'),
              events$,
              concerns: (event) => isChangeOf(event, 'visit'),
              reload$: snapshotNeeded$,
            },
            { atMostEveryMs: 30_000, atLeastEveryMs: 5 * minute },
          ),
        )
      : of(loading),
    // Loaded before the lifts, so that the map is ready when they arrive.
    city$: namedCityOf(call, tree$),
    range$: watchLatest(
      {
        load: () => call(replayRange, {}, { quiet: true }),
        reload$: snapshotNeeded$,
      },
      { atLeastEveryMs: minute },
    ),
  };
}
