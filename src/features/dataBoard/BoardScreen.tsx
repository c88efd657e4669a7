import { useSelector } from '@xstate/react';
import { EMPTY, filter, map, of, shareReplay, type Observable } from 'rxjs';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deviceLatestData } from '../../contract/endpoints/elevator.ts';
import { emptyTicker, tickerAt, type Ticker } from '../../streams/lists/alarmTicker.ts';
import { carTrust, shaftTrust, unusualMode } from '../../parts/lift/carTrust.ts';
import { toCarReport } from '../../streams/fleet/carReport.ts';
import { emptyScene } from '../../streams/fleet/cityScene.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { columnsOf } from '../../streams/fleet/liftFleet.ts';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import { mapFrames } from '../../parts/lift/mapFrames.ts';
import type { NamedCity } from '../../parts/place/sceneOf.ts';
import { initialLinkHealth, watchLinkHealth } from '../../streams/link/linkHealth.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { nothingPolled, pollLatestData } from '../../streams/loading/pollLatestData.ts';
import { frameAt, replayFleet } from '../../streams/recording/replayFleet.ts';
import type { FleetState, LiveFleet } from '../../streams/fleet/watchLiftStates.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import type { MapFrame } from '../../ui/map/FedFleetMap.tsx';
import { readBoardAddress, writeBoardAddress, type BoardAddress, type BoardPart } from './boardAddress.ts';
import { centreCall, replayedAlarms, replayedCalls, toBoardCalls } from './boardCalls.ts';
import { createBoardReplay, describeHole, describeOutside } from './boardReplay.ts';
import type { BoardTotals } from './BoardFigures.tsx';
import { boardSources, readClock } from './boardSources.ts';
import { countLifts, placeOf, replayedCar, toMapCalls } from './boardFleet.ts';
import type { BoardCar } from './BoardTakeover.tsx';
import { DataBoard, type BoardReplayState } from './DataBoard.tsx';
import { useFullScreen } from './useFullScreen.ts';
import { useSelfRepair } from '../../parts/display/useSelfRepair.ts';
import { useWakeLock } from '../../parts/display/useWakeLock.ts';

/** Rarely used, and with dialogs of its own: not part of the wall's first load. */
const PairDisplays = lazy(async () => ({
  default: (await import('../../parts/display/PairDisplays.tsx')).PairDisplays,
}));
const noFrames$: Observable<MapFrame> = EMPTY;

const valueOf = <T,>(state: LoadState<T>): T | null => (state.kind === 'ready' ? state.value : null);
const isReady = (state: FleetState): state is LiveFleet => state.kind === 'ready';
/** The wall with everything live in it. */
export function BoardScreen({ deps }: { deps: FeatureDeps }) {
  const { call, live, can, sound } = deps;
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readBoardAddress(query), [query]);
  const changeAddress = (change: Partial<BoardAddress>): void =>
    setQuery((before) => writeBoardAddress(before, change), { replace: true });

  const [names] = useState(() => new Map<number, string>());
  const [sources] = useState(() => boardSources(deps, (elevatorId) => names.get(elevatorId) ?? ''));
  const [replay] = useState(() => createBoardReplay(call));
  useEffect(() => {
    replay.actor.start();
  }, [replay]);

  // Until the first tick our own clock replaces the server's.
  const [firstClock] = useState(() => readClock(Date.now()));
  const { localNowMs, serverNowMs } = useObservable(sources.clock$, firstClock);
  const [health$] = useState(() => watchLinkHealth(live.link$));
  const { lostSinceMs } = useObservable(health$, initialLinkHealth);
  const figures = useObservable(sources.figures$, loading);
  const rescues = useObservable(sources.rescues$, loading);
  const liveTicker = useObservable(sources.ticker$, emptyTicker);
  const tree = valueOf(useObservable(sources.tree$, loading));
  const fleetFigures = valueOf(useObservable(sources.fleetFigures$, loading));
  const stats = valueOf(useObservable(sources.stats$, loading));
  const visitsNow = valueOf(useObservable(sources.visits$, loading)) ?? undefined;
  const city = useObservable<NamedCity | null>(sources.city$, null);
  const range = valueOf(useObservable(sources.range$, loading));
  const permission = useObservable(sound.permission$, 'unknown');
  const played = useSelector(replay.actor, (state) => state);
  const chunk = useObservable(replay.chunk$, replay.chunk$.value);
  const isReplaying = played.hasTag('replaying');

  const fleetNow = figures.kind === 'ready' ? figures : null;
  const fleet = fleetNow?.fleet ?? null;
  useEffect(() => {
    if (fleet === null || tree === null) return;
    const communities = new Map(
      tree.areas.flatMap((area) => area.communities.map(({ id, name }) => [id, name] as const)),
    );
    for (const [index, id] of fleet.ids.entries()) names.set(id, communities.get(fleet.communityIds[index] ?? 0) ?? '');
  }, [fleet, tree, names]);

  const liveFrames$ = useMemo(() => mapFrames(sources.fleet$), [sources]);
  const replayed$ = useMemo(
    () =>
      fleet === null || !isReplaying
        ? null
        : replay.moments$.pipe(replayFleet(columnsOf(fleet)), shareReplay({ bufferSize: 1, refCount: true })),
    [fleet, isReplaying, replay],
  );
  const replayedFrames$ = useMemo(() => (replayed$ === null ? noFrames$ : mapFrames(replayed$)), [replayed$]);
  const replayedCarStates$ = useMemo(
    () =>
      replayed$?.pipe(
        filter(isReady),
        map((state) => ({ ...state })),
      ) ?? of(null),
    [replayed$],
  );
  const replayedState = useObservable<LiveFleet | null>(replayedCarStates$, null);

  const liveCalls = useMemo(() => (rescues.kind === 'ready' ? toBoardCalls(rescues.value) : []), [rescues]);
  const replayAtMs = played.context.atMs;
  const calls = useMemo(
    () => (isReplaying ? replayedCalls(chunk.rescues, replayAtMs) : liveCalls),
    [isReplaying, chunk, replayAtMs, liveCalls],
  );
  const replaySecond = Math.floor(replayAtMs / 1_000);
  const ticker = useMemo((): Ticker => {
    if (!isReplaying) return liveTicker;
    // Once a second is enough for a list.
    const atMs = replaySecond * 1_000;
    const alarms = replayedAlarms(chunk.alarms, atMs, (elevatorId) => names.get(elevatorId) ?? '');
    return { ...tickerAt(alarms, atMs), isFlood: false };
  }, [isReplaying, liveTicker, chunk, replaySecond, names]);

  const [chosenId, setChosenId] = useState<number | null>(null);
  const current = centreCall(calls, chosenId);
  const centreElevatorId = current?.elevatorId ?? null;
  const nowMs = isReplaying ? replayAtMs : serverNowMs;

  const second = Math.floor(nowMs / 1_000);
  const mapCalls = useMemo(() => toMapCalls(calls, fleet, second * 1_000), [calls, fleet, second]);
  const centre = centreElevatorId === null ? null : placeOf(fleet, centreElevatorId);

  const car$ = useMemo(
    () =>
      centreElevatorId === null || isReplaying || !can('device.view')
        ? of(nothingPolled)
        : pollLatestData(() => call(deviceLatestData, { elevator_id: centreElevatorId }, { quiet: true })),
    [centreElevatorId, isReplaying, call, can],
  );
  const polled = useObservable(car$, nothingPolled);
  const liveCar = (): BoardCar | null => {
    const index = centreElevatorId === null ? undefined : fleet?.indexOf.get(centreElevatorId);
    if (fleet === null || index === undefined || polled.data === null || polled.data.elevator_id !== centreElevatorId)
      return null;
    return {
      report: toCarReport(polled.data),
      floorMin: fleet.floorMins[index] ?? 1,
      floorMax: fleet.floorMaxs[index] ?? 1,
      trust: shaftTrust(carTrust(polled, fleet.statuses[index] !== 1)),
      mode: unusualMode(polled.data.service_mode),
    };
  };
  const car = centreElevatorId === null ? null : isReplaying ? replayedCar(replayedState, centreElevatorId) : liveCar();

  // A call sounds until someone answers it; a console that may answer has its own sound.
  const waitingCalls = useMemo(() => liveCalls.filter(({ isUnanswered }) => isUnanswered), [liveCalls]);
  const waitingIds = useMemo(() => waitingCalls.map(({ id }) => id), [waitingCalls]);
  const soundsHere = waitingIds.length > 0 && !can('rescue.answer');
  useEffect(() => {
    if (!soundsHere) return;
    sound.start();
    return () => sound.stop();
  }, [soundsHere, sound]);

  const spans = useMemo(
    () => (range?.spans ?? []).map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })),
    [range],
  );
  const rangeMs =
    range?.from == null || range.to === null ? null : { fromMs: Date.parse(range.from), toMs: Date.parse(range.to) };
  /** The calls that were known when the replay was opened. */
  const [knownIds] = useState(() => new Set<number>());
  const openReplay = (atMs: number, play: boolean): void => {
    if (rangeMs === null) return;
    knownIds.clear();
    for (const id of waitingIds) knownIds.add(id);
    replay.actor.send({ type: 'user.changedSpeed', speed: address.speed });
    replay.actor.send({ type: 'user.opened', range: rangeMs, atMs, play });
    changeAddress({ replayAtMs: atMs });
  };
  const goLive = (): void => {
    replay.actor.send({ type: 'user.closed' });
    changeAddress({ replayAtMs: null });
  };
  // Which calls wait must be known first: only a newer one ends the replay.
  const canOpenLinked = rangeMs !== null && (rescues.kind !== 'loading' || !can('rescue.view'));
  const wantedAtMs = address.replayAtMs;
  // A link to a moment without data says so and shows the present: another time would be mistaken for the requested one.
  const outside = range === null || wantedAtMs === null || isReplaying ? null : describeOutside(wantedAtMs, rangeMs);
  // A link to a moment in the past opens it, once it is known which data exist.
  const openLinked = useEffectEvent(() => {
    if (wantedAtMs !== null && outside === null && !isReplaying) openReplay(wantedAtMs, true);
  });
  useEffect(() => {
    if (canOpenLinked) openLinked();
  }, [canOpenLinked]);
  // A new call takes the wall, whatever is being looked at.
  const preempt = useEffectEvent(goLive);
  useEffect(() => {
    if (isReplaying && waitingIds.some((id) => !knownIds.has(id))) preempt();
  }, [isReplaying, waitingIds, knownIds]);

  const [isPairing, setPairing] = useState(false);
  const { isFullScreen, toggle } = useFullScreen();
  const wakeLock = useWakeLock();
  const reloads = useSelfRepair(liveCalls.length === 0 && !isReplaying);
  const answeredAtMs = fleetNow?.answeredAtMs ?? null;
  const dataAtMs = answeredAtMs === null || lostSinceMs === null ? answeredAtMs : Math.min(answeredAtMs, lostSinceMs);
  /** The shown picture: the city now, or as it was; null where that is not known. */
  const isHole = isReplaying && !played.matches('loading') && frameAt(chunk.frames, replayAtMs) === undefined;
  const shown = isReplaying ? (isHole ? null : replayedState) : fleetNow;
  const count = fleet?.count ?? null;
  const areas = useMemo(
    () =>
      tree?.areas.map(({ name, elevator_num: value, fault_num: fault, scooter_num: scooter }) => ({
        name,
        value,
        // The records open now say nothing about the past.
        open: isReplaying || fault === undefined || scooter === undefined ? null : { fault, scooter },
      })) ?? [],
    [tree, isReplaying],
  );
  const brands = useMemo(
    () => fleetFigures?.brands.brands.map(({ name, value }) => ({ name, value })) ?? [],
    [fleetFigures],
  );
  const ages = useMemo(
    () => fleetFigures?.ages.groups.map(({ label, value }) => ({ name: label, value })) ?? [],
    [fleetFigures],
  );
  const totals = useMemo(
    (): BoardTotals => ({
      total: count,
      ...countLifts(shown),
      visits: isReplaying ? undefined : visitsNow,
      areas,
      brands,
      ages,
    }),
    [count, shown, isReplaying, visitsNow, areas, brands, ages],
  );

  const replayState: BoardReplayState | null =
    rangeMs === null
      ? null
      : {
          state: played.matches('idle')
            ? 'live'
            : played.matches('loading')
              ? 'loading'
              : played.matches('playing')
                ? 'playing'
                : played.matches('ended')
                  ? 'ended'
                  : 'paused',
          range: played.context.range ?? rangeMs,
          spans,
          hole: isHole ? describeHole(replayAtMs, spans) : null,
          atMs: replayAtMs,
          speed: played.context.speed,
          marks: isReplaying
            ? chunk.rescues.map(({ raised_ms: atMs, community_name: name }) => ({ atMs, label: `困人 ${name}` }))
            : [],
          problem: played.matches('failed') ? (played.context.problem ?? '未能读取') : null,
        };

  return (
    <>
      <DataBoard
        address={address}
        place={city?.name ?? ''}
        view={{
          scene: city?.scene ?? emptyScene,
          frames$: isReplaying ? replayedFrames$ : liveFrames$,
          calls: mapCalls,
          centre,
          describeLift: (index) => {
            const community = names.get(fleet?.ids[index] ?? 0) ?? '';
            const look = (isReplaying ? replayedState?.fleet : fleet)?.looks[index] ?? 0;
            return { title: fleet?.tags[index] ?? '', detail: `${community} · ${liftLookStyles[look]?.label ?? ''}` };
          },
        }}
        totals={totals}
        calls={calls}
        current={current}
        car={car}
        ticker={ticker}
        stats={stats}
        dataAtMs={dataAtMs}
        localNowMs={localNowMs}
        serverNowMs={serverNowMs}
        replay={replayState}
        isSoundBlocked={permission === 'blocked'}
        isFullScreen={isFullScreen}
        waiting={isReplaying ? waitingCalls : []}
        hint={
          outside ??
          reloads ??
          (wakeLock === 'none' ? '此页不是 HTTPS，浏览器不能保持屏幕常亮，请在系统中关闭休眠' : null)
        }
        acts={{
          onChoose: setChosenId,
          onSeek: (atMs) => {
            if (!isReplaying) openReplay(atMs, true);
            else {
              replay.actor.send({ type: 'user.sought', atMs });
              changeAddress({ replayAtMs: atMs });
            }
          },
          onPlay: () => replay.actor.send({ type: 'user.played' }),
          onPause: () => {
            replay.actor.send({ type: 'user.paused' });
            changeAddress({ replayAtMs });
          },
          onSpeed: (speed) => {
            replay.actor.send({ type: 'user.changedSpeed', speed });
            changeAddress({ speed });
          },
          onLive: goLive,
          onFullScreen: toggle,
          onToggleTime: () => {
            const hidden = new Set<BoardPart>(address.hidden);
            if (!hidden.delete('time')) hidden.add('time');
            changeAddress({ hidden });
          },
          onArm: sound.arm,
          onPair: can('config.edit') ? () => setPairing(true) : null,
        }}
      />
      {isPairing && (
        <Suspense fallback={null}>
          <PairDisplays deps={deps} onClose={() => setPairing(false)} />
        </Suspense>
      )}
    </>
  );
}
