import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { Observable } from 'rxjs';
import { liftLookStyles } from '../../parts/lift/liftLookStyles.ts';
import type { LoadState } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Kbd } from '../../ui/Kbd/Kbd.tsx';
import { LiveTable } from '../../ui/liveTable/LiveTable.tsx';
import type { LiveColumn, LiveTableHandle } from '../../ui/liveTable/liveTableTypes.ts';
import type { FleetMapHandle } from '../../ui/map/createFleetMap.ts';
import { FedFleetMap, type MapFrame } from '../../ui/map/FedFleetMap.tsx';
import type { LngLat, LngLatBox, MapScene } from '../../ui/map/mapTypes.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StaleBadge } from '../../ui/StaleBadge/StaleBadge.tsx';
import { AreaTree } from './AreaTree.tsx';
import type { ScreeningAddress } from './screeningAddress.ts';
import type { AreaTreeData } from './screeningSources.ts';
import './ElevatorScreening.css';

export interface ElevatorScreeningProps {
  address: ScreeningAddress;
  onAddress: (change: Partial<ScreeningAddress>) => void;
  tree: LoadState<AreaTreeData>;
  /** Null before the first answer. */
  columns: readonly LiveColumn[] | null;
  /** The listed lifts, by index into the fleet; another array when the choice changed. */
  rows: Uint32Array;
  /** Lifts by picture, in the order of `liftLooks`. */
  looks: readonly number[];
  frames$: Observable<MapFrame>;
  /** Signals that values changed; the list rewrites the visible rows. */
  touched$: Observable<unknown>;
  /** Null before it is known; then there is no map yet. */
  scene: MapScene | null;
  describeLift: (index: number) => { readonly title: string; readonly detail?: string };
  idAt: (index: number) => number | null;
  /** The open lift's place in the fleet and on the map; null for none. */
  selectedIndex: number | null;
  selectedPlace: LngLat | null;
  /** Around the chosen area or community; null for the whole city. */
  chosenBox: LngLatBox | null;
  /** These rows of the list are in view now. */
  onShown: (rows: readonly number[]) => void;
  failure: { readonly kind: 'denied' | 'offline' | 'failed'; readonly message: string } | null;
  dataAtMs: number | null;
  localNowMs: number;
  lift: ReactNode;
  onFind: () => void;
}

const staleAfterMs = 10_000;
const liftScale = 0.25;

function LookChips({
  looks,
  chosen,
  onChoose,
}: {
  looks: readonly number[];
  chosen: number | null;
  onChoose: (look: number | null) => void;
}) {
  return (
    <div className="es-chips" role="group" aria-label="按状态筛选">
      {[...liftLookStyles.entries()].toReversed().map(([look, { label, tone }]) => (
        <button
          key={label}
          type="button"
          className="es-chip"
          data-tone={tone}
          aria-pressed={chosen === look}
          onClick={() => onChoose(chosen === look ? null : look)}
        >
          {tone === 'critical' && <Icon name="exclamation-triangle" />}
          {label} <b>{(looks[look] ?? 0).toLocaleString('zh-CN')}</b>
        </button>
      ))}
    </div>
  );
}

/** Every lift by area and community, listed and on the map, and one of them close up. */
export function ElevatorScreening({
  address,
  onAddress,
  tree,
  columns,
  rows,
  looks,
  frames$,
  touched$,
  scene,
  describeLift,
  idAt,
  selectedIndex,
  selectedPlace,
  chosenBox,
  onShown,
  failure,
  dataAtMs,
  localNowMs,
  lift,
  onFind,
}: ElevatorScreeningProps) {
  const table = useRef<LiveTableHandle>(null);
  const map = useRef<FleetMapHandle>(null);
  // Other columns make another table, which has no rows yet.
  const listed = useMemo(() => ({ rows, columns }), [rows, columns]);
  useEffect(() => table.current?.setRows(listed.rows), [listed]);
  useEffect(() => {
    const touching = touched$.subscribe(() => table.current?.touch());
    return () => touching.unsubscribe();
  }, [touched$]);
  // Another scene is another map, which shows the whole city.
  const chosen = useMemo(() => ({ box: chosenBox, madeOf: scene }), [chosenBox, scene]);
  const isMoved = useRef(false);
  useEffect(() => {
    if (chosen.box !== null) void map.current?.flyToBox(chosen.box);
    else if (isMoved.current) void map.current?.flyHome();
    isMoved.current = chosen.box !== null;
  }, [chosen]);
  const [lng, lat] = selectedPlace ?? [null, null];
  const selected = useMemo(() => ({ index: selectedIndex, lng, lat, madeOf: scene }), [selectedIndex, lng, lat, scene]);
  useEffect(() => {
    table.current?.select(selected.index);
    map.current?.setSelected(selected.index);
    if (selected.lng !== null && selected.lat !== null)
      void map.current?.flyTo([selected.lng, selected.lat], liftScale);
  }, [selected]);
  const isStale = dataAtMs !== null && localNowMs - dataAtMs > staleAfterMs;
  const open = (index: number | null): void => {
    const id = index === null ? null : idAt(index);
    if (id !== null && id !== address.elevatorId) onAddress({ elevatorId: id });
  };
  return (
    <div className="es-page" data-lift={lift !== null || undefined}>
      <PageHeader
        title="电梯概览"
        note={<StaleBadge dataAtMs={dataAtMs} nowMs={localNowMs} staleAfterMs={staleAfterMs} advice="请检查网络" />}
        actions={
          <Button icon="search" onClick={onFind}>
            查找电梯 <Kbd>Ctrl K</Kbd>
          </Button>
        }
      />
      {failure === null ? (
        <div className="es-body">
          <Panel title="区域与小区" icon="sitemap" isFlush>
            {tree.kind === 'ready' ? (
              <AreaTree
                areas={tree.value.areas}
                total={tree.value.total}
                areaId={address.areaId}
                communityId={address.communityId}
                onChoose={(areaId, communityId) => onAddress({ areaId, communityId })}
              />
            ) : (
              <p className="es-lift__quiet">{tree.kind === 'failed' ? tree.message : '正在加载…'}</p>
            )}
          </Panel>
          <section className="es-list" aria-label="电梯列表">
            <LookChips looks={looks} chosen={address.look} onChoose={(look) => onAddress({ look })} />
            {columns === null ? (
              <p className="es-lift__quiet">正在加载…</p>
            ) : (
              <LiveTable
                ref={table}
                label={`电梯列表，${rows.length} 台`}
                columns={columns}
                isStale={isStale}
                emptyText="没有符合条件的电梯"
                onSelect={open}
                onOpen={open}
                onShown={onShown}
              />
            )}
          </section>
          <section className="es-map" aria-label="电梯地图">
            {scene !== null && (
              <FedFleetMap
                map={map}
                frames$={frames$}
                label="电梯地图"
                scene={scene}
                styles={liftLookStyles}
                hasLegend={false}
                describeLift={describeLift}
                onPick={open}
                staleSince={isStale ? '数据已停止更新' : null}
              />
            )}
          </section>
          {lift}
        </div>
      ) : (
        <Panel>
          {failure.kind === 'denied' ? (
            <DeniedState />
          ) : (
            <ErrorState title="无法加载电梯" message={failure.message} kind={failure.kind} />
          )}
        </Panel>
      )}
    </div>
  );
}
