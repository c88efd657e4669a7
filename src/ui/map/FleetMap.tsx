import { useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { Icon } from '../Icon/Icon.tsx';
import { IconButton } from '../IconButton/IconButton.tsx';
import { createFleetMap, type FleetMap as Map, type FleetMapHandle, type HoveredLifts } from './createFleetMap.ts';
import './FleetMap.css';
import { MapChoice, type MapChoiceEntry } from './MapChoice.tsx';
import { MapLegend } from './MapLegend.tsx';
import type { MapRendererKind } from './mapRenderer.ts';
import {
  noPadding,
  type LiftStyle,
  type LngLat,
  type MapCall,
  type MapPadding,
  type MapPoint,
  type MapScene,
} from './mapTypes.ts';

export interface FleetMapProps {
  /** The content of the map, in words. */
  label: string;
  /** Ground, buildings and names. Keep the same object between renders: another one makes a new map. */
  scene: MapScene;
  /** One a state code. Keep the same array between renders. */
  styles: readonly LiftStyle[];
  ref?: Ref<FleetMapHandle>;
  /** `auto` uses deck.gl with a graphics device, and a 2D canvas otherwise. */
  renderer?: MapRendererKind | 'auto';
  /** The width of the panels over the map's edges. */
  padding?: MapPadding;
  /** The data is old: the map turns grey and shows these words (数据已停止更新，最后更新于 18:40:12). */
  staleSince?: string | null;
  /** The number of lifts in each state, for the legend. */
  counts?: readonly number[];
  hasLegend?: boolean;
  hasControls?: boolean;
  /** Words beside the pointer for a lift. */
  describeLift?: (index: number) => { readonly title: string; readonly detail?: string };
  onPick?: (index: number | null) => void;
  /** Called with the place on the ground that a person has pressed. */
  onPlace?: (place: LngLat) => void;
  onOpenCall?: (id: number) => void;
}

/** Several things under one press, from which a person chooses. */
interface Choice {
  readonly at: MapPoint;
  readonly title: string;
  readonly entries: readonly MapChoiceEntry[];
}

/**
 * A city with every lift as a dot, abnormal ones in their own shapes and calls as the only bright, moving marks. Live
 * data goes in through the handle and never through React.
 */
export function FleetMap({
  label,
  scene,
  styles,
  ref,
  renderer = 'auto',
  padding = noPadding,
  staleSince = null,
  counts,
  hasLegend = true,
  hasControls = true,
  describeLift,
  onPick,
  onPlace,
  onOpenCall,
}: FleetMapProps) {
  const stage = useRef<HTMLDivElement>(null);
  const map = useRef<Map | null>(null);
  const legend = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [kind, setKind] = useState<MapRendererKind | null>(null);
  const [hovered, setHovered] = useState<HoveredLifts | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const calls = useRef<readonly MapCall[]>([]);
  const picked = useEffectEvent((indices: readonly number[], at: MapPoint) => {
    if (onPick === undefined) return;
    if (indices.length < 2 || describeLift === undefined) return onPick(indices[0] ?? null);
    const entries = indices.map((index): MapChoiceEntry => {
      const { title, detail = '' } = describeLift(index);
      return { id: index, title, detail, onChoose: () => onPick(index) };
    });
    setChoice({ at, title: `此处有 ${indices.length} 台电梯`, entries });
  });
  const opened = useEffectEvent((ids: readonly number[], at: MapPoint) => {
    if (onOpenCall === undefined) return;
    const [first, ...others] = calls.current.filter(({ id }) => ids.includes(id));
    if (first === undefined) return;
    if (others.length === 0) return onOpenCall(first.id);
    const entries = [first, ...others].map(({ id, title, detail = '' }): MapChoiceEntry => ({
      id,
      title,
      detail,
      onChoose: () => onOpenCall(id),
    }));
    setChoice({ at, title: `此处有 ${entries.length} 起呼叫`, entries });
  });
  const placed = useEffectEvent((place: LngLat) => onPlace?.(place));
  const readPadding = useEffectEvent(() => padding);
  useEffect(() => {
    if (stage.current === null || legend.current === null) return;
    const made = createFleetMap({
      stage: stage.current,
      legend: legend.current,
      scene,
      styles,
      renderer,
      padding: readPadding(),
      onPick: (indices, at) => picked(indices, at),
      onOpenCalls: (ids, at) => opened(ids, at),
      onPlace: (place) => placed(place),
      onHover: setHovered,
      onRenderer: setKind,
    });
    map.current = made;
    return () => {
      made.destroy();
      map.current = null;
    };
  }, [scene, styles, renderer]);
  const { top, right, bottom, left } = padding;
  useEffect(() => map.current?.setPadding({ top, right, bottom, left }), [top, right, bottom, left]);
  useImperativeHandle(
    ref,
    () => ({
      setLifts: (positions, states) => map.current?.setLifts(positions, states),
      patchLifts: (indices, states) => map.current?.patchLifts(indices, states),
      setCalls: (next) => {
        calls.current = next;
        map.current?.setCalls(next);
      },
      setSelected: (index) => map.current?.setSelected(index),
      flyTo: async (place, scale) => map.current?.flyTo(place, scale),
      flyToBox: async (box, scale) => map.current?.flyToBox(box, scale),
      flyHome: async () => map.current?.flyHome(),
      zoom: (factor) => map.current?.zoom(factor),
    }),
    [],
  );
  const words = hovered === null ? undefined : describeLift?.(hovered.index);
  return (
    <div
      className="ti-map"
      data-stale={staleSince !== null || undefined}
      data-renderer={kind ?? 'none'}
      style={{
        '--map-top': `${top}px`,
        '--map-right': `${right}px`,
        '--map-bottom': `${bottom}px`,
        '--map-left': `${left}px`,
      }}
    >
      <div
        className="ti-map__stage"
        ref={stage}
        tabIndex={0}
        role="application"
        aria-label={staleSince === null ? label : `${label}（${staleSince}）`}
        aria-describedby={helpId}
      />
      <p id={helpId} className="ti-visually-hidden">
        方向键平移，加号和减号缩放，数字 0 回到全图。
      </p>
      {hovered !== null && words !== undefined && (
        <div className="ti-map__tip" style={{ transform: `translate(${hovered.x}px, ${hovered.y}px)` }} role="tooltip">
          <strong>{words.title}</strong>
          {words.detail !== undefined && <span>{words.detail}</span>}
          {hovered.others > 0 && <span>此处共 {hovered.others + 1} 台，点击选择</span>}
        </div>
      )}
      {choice !== null && (
        <MapChoice
          key={`${choice.at.x},${choice.at.y}`}
          {...choice}
          onClose={(byKey) => {
            setChoice(null);
            if (byKey) stage.current?.focus();
          }}
        />
      )}
      {staleSince !== null && (
        <p className="ti-map__stale" role="alert">
          <Icon name="exclamation-triangle" />
          {staleSince}
        </p>
      )}
      <div className="ti-map__legend" ref={legend}>
        {hasLegend && <MapLegend styles={styles} {...(counts === undefined ? {} : { counts })} />}
      </div>
      {hasControls && (
        <div className="ti-map__controls" role="group" aria-label="地图缩放">
          <IconButton icon="plus" label="放大" onClick={() => map.current?.zoom(1.6)} />
          <IconButton icon="minus" label="缩小" onClick={() => map.current?.zoom(1 / 1.6)} />
          <IconButton icon="home" label="全图" onClick={() => void map.current?.flyHome()} />
        </div>
      )}
    </div>
  );
}
