import { BehaviorSubject, combineLatest, EMPTY, map, of, shareReplay, throttleTime, type Observable } from 'rxjs';
import { alarmRecordList } from '../../contract/endpoints/alarm.ts';
import { deviceLatestData, deviceStatus } from '../../contract/endpoints/elevator.ts';
import { outageList, type OutageRow } from '../../contract/endpoints/outage.ts';
import { elevatorRealtime } from '../../contract/endpoints/realtime.ts';
import { elevatorProven, type ElevatorProven, type ProbeStatus } from '../../contract/endpoints/probe.ts';
import { recordingsOfLift } from '../../contract/endpoints/replay.ts';
import { rescueList } from '../../contract/endpoints/rescue.ts';
import { statsAreaCommunityElevator } from '../../contract/endpoints/stats.ts';
import type { OutputOf } from '../../contract/endpoint.ts';
import type { AlarmRecordRow } from '../../contract/entities/alarmRecord.ts';
import type { DeviceRow, ElevatorDetail } from '../../contract/entities/elevator.ts';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import type { PushEvent } from '../../contract/push.ts';
import { changeOf, isChangeOf } from '../../contract/streamChange.ts';
import { mapFrames } from '../../parts/lift/mapFrames.ts';
import { namedCityOf } from '../../parts/place/sceneOf.ts';
import { abortable } from '../../streams/loading/abortable.ts';
import type { CityScene } from '../../streams/fleet/cityScene.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { liftTrail, type TrailedData } from '../../streams/fleet/liftTrail.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { loadWithRetry } from '../../streams/loading/loadWithRetry.ts';
import { pollLatestData } from '../../streams/loading/pollLatestData.ts';
import { watchElevator } from '../../streams/fleet/watchElevator.ts';
import { watchChain } from '../../streams/calls/watchChain.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { watchLiftStates, type FleetMemory, type FleetState } from '../../streams/fleet/watchLiftStates.ts';
import type { MapFrame } from '../../ui/map/FedFleetMap.tsx';
import { orEmptyAfter } from './orEmptyAfter.ts';
import { rowsPainted } from './rowsPainted.ts';

export type AreaTreeData = OutputOf<typeof statsAreaCommunityElevator>;
export type RecordingRows = OutputOf<typeof recordingsOfLift>;

export interface FleetSources {
  readonly fleet$: Observable<FleetState>;
  /** The same, at most each second. */
  readonly slowFleet$: Observable<FleetState>;
  readonly tree$: Observable<LoadState<AreaTreeData>>;
  /** Once the list has its rows; without the city's ground if that takes long. */
  readonly scene$: Observable<CityScene>;
  /** Emits the lifts that the map draws on it. */
  readonly frames$: Observable<MapFrame>;
  /** The list shows these lifts, by id: their last reports and addresses are kept up to date. */
  readonly showLifts: (ids: readonly number[]) => void;
}

const minute = 60_000;
/** The map is made once, with its ground; beyond this the lifts are worth more than the ground they stand on. */
const groundWithinMs = 1_000;

/** The whole fleet with its areas and its base map. `memory`: what the page knew of the lifts when it was left. */
export function fleetSources(
  { call, live: { events$, snapshotNeeded$ }, ticks$ }: FeatureDeps,
  memory: FleetMemory,
): FleetSources {
  const shownIds$ = new BehaviorSubject<readonly number[]>([]);
  const fleet$ = watchLiftStates(
    {
      load: (query) => abortable((signal) => call(elevatorRealtime, query, { quiet: true, signal })),
      events$,
      shownIds$,
    },
    { ticks$, memory },
  ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  const tree$ = watchLatest(
    {
      load: () => call(statsAreaCommunityElevator, {}, { quiet: true }),
      // Which places there are; what the lifts do is counted from the live fleet.
      reload$: snapshotNeeded$,
    },
    { atLeastEveryMs: minute },
  ).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  const ground$ = namedCityOf(call, tree$).pipe(
    map(({ scene }) => scene),
    orEmptyAfter(groundWithinMs),
  );
  return {
    fleet$,
    slowFleet$: fleet$.pipe(
      throttleTime(1_000, undefined, { leading: true, trailing: true }),
      map((state): FleetState => (state.kind === 'ready' ? { ...state } : state)),
    ),
    showLifts: (ids) => shownIds$.next(ids),
    tree$,
    scene$: combineLatest([ground$, rowsPainted(fleet$)]).pipe(map(([scene]) => scene)),
    frames$: mapFrames(fleet$),
  };
}

export interface LiftSources {
  readonly elevator$: Observable<LoadState<ElevatorDetail>>;
  /** The car as last reported, and the curves of its last minutes from before the page was opened. */
  readonly car$: Observable<TrailedData>;
  readonly devices$: Observable<LoadState<readonly DeviceRow[]>>;
  readonly alarms$: Observable<LoadState<readonly AlarmRecordRow[]>>;
  /** Open ones. */
  readonly orders$: Observable<LoadState<readonly RescueOrderRow[]>>;
  readonly recordings$: Observable<LoadState<RecordingRows>>;
  /** Planned outages that are not over, the first to begin on top. */
  readonly outages$: Observable<LoadState<readonly OutageRow[]>>;
  readonly proven$: Observable<LoadState<ElevatorProven>>;
  /** The platform's part of a call's way. */
  readonly chain$: Observable<LoadState<ProbeStatus>>;
}

const shownAlarms = 8;
const shownOrders = 5;

/** A new call rings for those who may answer it; everyone else who may see it is notified that an order was opened. */
const beginsOrEndsCall = (event: PushEvent): boolean =>
  event.kind === 'rescue.ringing' ||
  event.kind === 'rescue.over' ||
  (isChangeOf(event, 'rescue') && event.fact.type === 'rescue.raised');

/** Everything of one lift. */
export function liftSources(
  { call, live: { events$, snapshotNeeded$ }, can }: FeatureDeps,
  elevatorId: number,
): LiftSources {
  /** A record of this lifecycle moved on that is about the lift. */
  const changes = (event: PushEvent, stream: string): boolean => {
    const change = changeOf(event);
    return change?.stream === stream && change.elevatorId === elevatorId;
  };
  return {
    // An open call is part of the detail: it comes and goes by pushes.
    elevator$: watchElevator({ call, live: { events$, snapshotNeeded$ } }, elevatorId, beginsOrEndsCall),
    car$: can('device.view')
      ? pollLatestData((knownToMs) =>
          call(deviceLatestData, { elevator_id: elevatorId, recent_since_ms: knownToMs }, { quiet: true }),
        ).pipe(liftTrail())
      : EMPTY,
    devices$: can('device.view')
      ? watchLatest(
          {
            load: () => call(deviceStatus, { elevator_id: elevatorId }, { quiet: true }),
            events$,
            concerns: (event) => changes(event, 'device'),
            reload$: snapshotNeeded$,
          },
          { atLeastEveryMs: 15_000 },
        )
      : of(loading),
    alarms$: can('alarm.view')
      ? watchLatest({
          load: async () =>
            (await call(alarmRecordList, { elevator_id: elevatorId, page_size: shownAlarms }, { quiet: true })).list,
          events$,
          concerns: (event) => changes(event, 'alarm'),
          reload$: snapshotNeeded$,
        })
      : of(loading),
    orders$: can('rescue.view')
      ? watchLatest({
          load: async () =>
            (
              await call(
                rescueList,
                { elevator_id: elevatorId, scope: 'pending', page_size: shownOrders },
                { quiet: true },
              )
            ).list,
          events$,
          concerns: (event) => changes(event, 'rescue'),
          reload$: snapshotNeeded$,
        })
      : of(loading),
    outages$: watchLatest({
      load: async () =>
        (await call(outageList, { elevator_id: elevatorId, open: true, sort: 'from', order: 'asc' }, { quiet: true }))
          .list,
      events$,
      concerns: (event) => changes(event, 'outage'),
      reload$: snapshotNeeded$,
    }),
    proven$: loadWithRetry(() => call(elevatorProven, { elevator_id: elevatorId }, { quiet: true })),
    chain$: watchChain(call),
    recordings$: watchLatest(
      {
        load: () => call(recordingsOfLift, { elevator_id: elevatorId }, { quiet: true }),
        events$,
        concerns: (event) => changes(event, 'rescue'),
        reload$: snapshotNeeded$,
      },
      { atMostEveryMs: 5_000, atLeastEveryMs: minute },
    ),
  };
}
