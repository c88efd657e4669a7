import { BehaviorSubject } from 'rxjs';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { alarmWhy } from '../../contract/endpoints/whyRang.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import { nothingTrailed } from '../../streams/fleet/liftTrail.ts';
import { loading } from '../../streams/loading/loadState.ts';
import type { FleetMemory } from '../../streams/fleet/watchLiftStates.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { useNowMs } from '../../ui/time/useNowMs.ts';
import { countTree } from './countTree.ts';
import { ElevatorScreening } from './ElevatorScreening.tsx';
import { liftColumns } from './liftColumns.ts';
import { LiftView } from './LiftView.tsx';
import { readScreeningAddress, writeScreeningAddress, type ScreeningAddress } from './screeningAddress.ts';
import { fleetSources, liftSources } from './screeningSources.ts';
import { boxAround, selectLifts } from './selectLifts.ts';

const noRows = new Uint32Array(0);

function LiftPane({ deps, elevatorId, onClose }: { deps: FeatureDeps; elevatorId: number; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  // Another attempt is another set of streams.
  const sources = useMemo(() => ({ attempt, ...liftSources(deps, elevatorId) }), [deps, elevatorId, attempt]);
  const localNowMs = useNowMs();
  const nowMs = useObservable(deps.live.serverNow$, localNowMs);
  const elevator = useObservable(sources.elevator$, loading);
  const { polled, trail } = useObservable(sources.car$, nothingTrailed);
  const devices = useObservable(sources.devices$, loading);
  const alarms = useObservable(sources.alarms$, loading);
  const recordings = useObservable(sources.recordings$, loading);
  const proven = useObservable(sources.proven$, loading);
  const chain = useObservable(sources.chain$, loading);
  const orders = useObservable(sources.orders$, loading);
  const outages = useObservable(sources.outages$, loading);
  return (
    <LiftView
      elevator={elevator}
      polled={polled}
      trail={trail}
      devices={deps.can('device.view') ? devices : null}
      alarms={deps.can('alarm.view') ? alarms : null}
      whyAlarm={(id) => deps.call(alarmWhy, { id }, { quiet: true })}
      recordings={recordings}
      proven={proven}
      chain={chain}
      orders={deps.can('rescue.view') ? orders : null}
      outages={outages.kind === 'ready' ? outages.value : []}
      nowMs={nowMs}
      mayOpenRescue={deps.can('rescue.view')}
      onPlay={({ rescue_order_id: orderId, alarm_id: alarmId }) => {
        if (orderId !== null) deps.openRecording({ kind: 'rescue', id: orderId });
        else if (alarmId !== null) deps.openRecording({ kind: 'alarm', id: alarmId });
      }}
      onClose={onClose}
      onRetry={() => setAttempt((before) => before + 1)}
    />
  );
}

/** The fleet with all its live data; the selection is in the address. */
export function ScreeningScreen({ deps, memory }: { deps: FeatureDeps; memory: FleetMemory }) {
  const [query, setQuery] = useSearchParams();
  const address = useMemo(() => readScreeningAddress(query), [query]);
  const changeAddress = (change: Partial<ScreeningAddress>): void =>
    setQuery((before) => writeScreeningAddress(before, change));
  const [sources] = useState(() => fleetSources(deps, memory));
  const localNowMs = useNowMs();
  const serverNowMs = useObservable(deps.live.serverNow$, localNowMs);
  const [clock$] = useState(() => new BehaviorSubject(serverNowMs));
  useEffect(() => clock$.next(serverNowMs), [clock$, serverNowMs]);
  const state = useObservable(sources.slowFleet$, loading);
  const tree = useObservable(sources.tree$, loading);
  const scene = useObservable(sources.scene$, null);

  const fleet = state.kind === 'ready' ? state.fleet : null;
  // The state is another object each second, its fleet the same one.
  const liveTree = useMemo(
    (): typeof tree =>
      tree.kind === 'ready' && state.kind === 'ready'
        ? { ...tree, value: { ...tree.value, areas: [...countTree(tree.value.areas, state.fleet)] } }
        : tree,
    [tree, state],
  );
  const [names] = useState(() => new Map<number, string>());
  useEffect(() => {
    if (tree.kind === 'ready')
      for (const { communities } of tree.value.areas) for (const { id, name } of communities) names.set(id, name);
  }, [names, tree]);
  const columns = useMemo(
    () =>
      fleet === null
        ? null
        : liftColumns(
            fleet,
            (id) => names.get(id) ?? '',
            () => clock$.value,
          ),
    [fleet, names, clock$],
  );
  const { areaId, communityId, look } = address;
  // A selection by state follows the lifts; a selection by place does not change.
  const byLook = look === null ? null : state;
  const rows = useMemo(
    () =>
      fleet === null
        ? noRows
        : selectLifts(byLook?.kind === 'ready' ? byLook.fleet : fleet, { areaId, communityId, look }),
    [fleet, byLook, areaId, communityId, look],
  );
  const chosenBox = useMemo(
    () =>
      fleet === null || (areaId === null && communityId === null)
        ? null
        : boxAround(fleet, selectLifts(fleet, { areaId, communityId, look: null })),
    [fleet, areaId, communityId],
  );
  const index = fleet === null || address.elevatorId === null ? undefined : fleet.indexOf.get(address.elevatorId);
  const place = useMemo(
    () =>
      fleet === null || index === undefined
        ? null
        : ([fleet.positions[index * 2] ?? 0, fleet.positions[index * 2 + 1] ?? 0] as const),
    [fleet, index],
  );

  return (
    <ElevatorScreening
      address={address}
      onAddress={changeAddress}
      tree={liveTree}
      columns={columns}
      rows={rows}
      looks={Array.from(fleet?.lookCounts ?? [])}
      frames$={sources.frames$}
      touched$={sources.fleet$}
      scene={scene}
      describeLift={(row) => ({
        title: fleet?.tags[row] ?? '',
        detail: `${names.get(fleet?.communityIds[row] ?? 0) ?? ''} · ${liftLookStyles[fleet?.looks[row] ?? 0]?.label ?? ''}`,
      })}
      idAt={(row) => fleet?.ids[row] ?? null}
      selectedIndex={index ?? null}
      selectedPlace={place}
      chosenBox={chosenBox}
      onShown={(shown) => sources.showLifts(shown.flatMap((row) => fleet?.ids[row] ?? []))}
      failure={
        state.kind === 'failed'
          ? {
              kind: state.failure === 'denied' ? 'denied' : state.failure === 'offline' ? 'offline' : 'failed',
              message: state.message,
            }
          : null
      }
      dataAtMs={state.kind === 'ready' ? state.answeredAtMs : null}
      localNowMs={localNowMs}
      lift={
        address.elevatorId === null ? null : (
          <LiftPane
            key={address.elevatorId}
            deps={deps}
            elevatorId={address.elevatorId}
            onClose={() => changeAddress({ elevatorId: null })}
          />
        )
      }
      onFind={deps.findLift}
    />
  );
}
