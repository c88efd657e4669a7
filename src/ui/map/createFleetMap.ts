import { createFrameTask } from '../canvas/createFrameTask.ts';
import { readDrawTokens } from '../canvas/drawTokens.ts';
import { pixelRatioOf } from '../canvas/pixelRatio.ts';
import { watchPixelRatio } from '../canvas/watchPixelRatio.ts';
import { prefersReducedMotion } from '../canvas/prefersReducedMotion.ts';
import { createCallMarks, legendGap } from './callMarks.ts';
import {
  boundsOf,
  fitBounds,
  keepWithin,
  middleOf,
  panBy,
  project,
  unproject,
  zoomAt,
  type Camera,
  type MetreBounds,
} from './camera.ts';
import { chooseMapRenderer } from './chooseMapRenderer.ts';
import { createCanvasRenderer } from './createCanvasRenderer.ts';
import { planFlight } from './flight.ts';
import { buildLiftGrid, type LiftGrid } from './liftGrid.ts';
import { listenToMap } from './listenToMap.ts';
import { isAbnormal, toMapLook } from './mapLook.ts';
import { createMapOverlay } from './mapOverlay.ts';
import { noLifts, type LiftMass, type MapRenderer, type MapRendererKind } from './mapRenderer.ts';
import type { LiftStyle, LngLat, LngLatBox, MapCall, MapPadding, MapPoint, MapScene } from './mapTypes.ts';
import { pickLifts } from './pickLifts.ts';
import { placeScene } from './placedScene.ts';
import { toLngLat, toMetrePairs, toMetres } from './plane.ts';
import { superviseRenderer } from './superviseRenderer.ts';
import { watchLostPixels } from './watchLostPixels.ts';

export interface FleetMapHandle {
  /** All lifts: longitude and latitude in pairs, and a state code (an index into the styles) for each. Copied. */
  readonly setLifts: (positions: ArrayLike<number>, states: ArrayLike<number>) => void;
  /** These lifts changed: `states` in the same order as `indices`. Cheap; call it as often as a frame. */
  readonly patchLifts: (indices: ArrayLike<number>, states: ArrayLike<number>) => void;
  /** The calls for help, the worst first. Replaces the former ones. */
  readonly setCalls: (calls: readonly MapCall[]) => void;
  /** Marks a lift; null for none. */
  readonly setSelected: (index: number | null) => void;
  /** Goes to a place; resolves when there, or when a person took the map into the hand. `scale` is pixels a metre. */
  readonly flyTo: (place: LngLat, scale?: number) => Promise<void>;
  /** Goes to where the whole box is in what panels and legend leave free, no nearer than a street, or than `scale` pixels a metre. */
  readonly flyToBox: (box: LngLatBox, scale?: number) => Promise<void>;
  /** Shows the whole city again. */
  readonly flyHome: () => Promise<void>;
  /** Zooms around the middle. */
  readonly zoom: (factor: number) => void;
}

export interface FleetMap extends FleetMapHandle {
  /** Sets the widths that panels cover; the rest's middle is the middle. */
  readonly setPadding: (padding: MapPadding) => void;
  readonly destroy: () => void;
}

/** The lifts under the pointer. */
export interface HoveredLifts extends MapPoint {
  readonly index: number;
  /** The number of further lifts under it. */
  readonly others: number;
}

export interface FleetMapInput {
  /** The focusable element of the map's size; layers are put into it. */
  readonly stage: HTMLElement;
  /** The element that covers the lower left corner: no name is written under it. */
  readonly legend?: HTMLElement;
  readonly scene: MapScene;
  readonly styles: readonly LiftStyle[];
  readonly renderer: MapRendererKind | 'auto';
  readonly padding: MapPadding;
  /** A press on the map: the lifts that it may mean, the likeliest first; empty beside all lifts. */
  readonly onPick: (indices: readonly number[], at: MapPoint) => void;
  /** Called with the place on the ground that a person has pressed. */
  readonly onPlace?: (place: LngLat) => void;
  /** Called with the lifts that a press at the pointer would choose; null for nothing. */
  readonly onHover: (hovered: HoveredLifts | null) => void;
  /** A press on a mark: the calls that it stands for, the worst first. */
  readonly onOpenCalls: (ids: readonly number[], at: MapPoint) => void;
  /** Called with the renderer that draws now; null while there is none. */
  readonly onRenderer: (kind: MapRendererKind | null) => void;
}

const streetScale = 0.42;
/** The part of the picture that stays free around a box. */
const boxMargin = 0.25;

/** deck.gl is in a separate chunk: machines without a graphics device never load it. */
async function makeRenderer(
  kind: MapRendererKind,
  host: HTMLElement,
  styles: readonly LiftStyle[],
  onLost: () => void,
): Promise<MapRenderer> {
  const look = toMapLook(readDrawTokens());
  if (kind === 'canvas') return createCanvasRenderer({ host, look, styles });
  const { createDeckRenderer } = await import('./createDeckRenderer.ts');
  return createDeckRenderer({ host, look, styles, onLost });
}

/** The map without React: owns lifts and camera, keeps a renderer alive and tells it what to draw. */
export function createFleetMap({
  stage,
  legend,
  scene,
  styles,
  renderer: wanted,
  padding: firstPadding,
  onPick,
  onPlace,
  onHover,
  onOpenCalls,
  onRenderer,
}: FleetMapInput): FleetMap {
  const placed = placeScene(scene);
  const massHost = document.createElement('div');
  massHost.className = 'ti-map__mass';
  stage.append(massHost);
  const overlay = createMapOverlay({ host: stage, look: toMapLook(readDrawTokens()), styles });
  const marks = createCallMarks(stage, { onOpen: onOpenCalls, onPlaced: overlay.setCalls });
  let renderer: MapRenderer | null = null;
  let mass: LiftMass = noLifts;
  let grid: LiftGrid = buildLiftGrid(mass.metres, 0);
  let bounds: MetreBounds = placed.bounds ?? { minX: -1000, minY: -1000, maxX: 1000, maxY: 1000 };
  const abnormal = new Set<number>();
  let changed = new Uint32Array(64);
  let marked = { selected: -1, hovered: -1 };
  let ratio = pixelRatioOf(stage);
  let camera: Camera = fitBounds(
    { x: 0, y: 0, scale: 1, width: stage.offsetWidth, height: stage.offsetHeight, padding: firstPadding },
    bounds,
  );
  let isHome = true;
  let flight: { readonly stop: () => void } | null = null;

  const homeCamera = (): Camera => fitBounds(camera, bounds);
  const look = (next: Camera): void => {
    camera = next;
    renderer?.setCamera(next);
    overlay.setCamera(next);
    marks.setCamera(next);
  };
  /** A person moves the map: whatever flew stops. */
  const takeInHand = (next: Camera): void => {
    flight?.stop();
    isHome = false;
    hover([], 0, 0);
    look(keepWithin(next, bounds));
  };
  const pick = (pixelX: number, pixelY: number): readonly number[] =>
    pickLifts({ grid, mass, styles, camera }, pixelX, pixelY);
  function hover([index = -1, ...others]: readonly number[], x: number, y: number): void {
    if (index === marked.hovered) return;
    marked = { ...marked, hovered: index };
    overlay.setMarked(marked);
    onHover(index < 0 ? null : { index, others: others.length, x, y });
  }

  function fly(target: Camera): Promise<void> {
    flight?.stop();
    if (prefersReducedMotion() || camera.width === 0) {
      look(target);
      return Promise.resolve();
    }
    const { durationMs, at } = planFlight(camera, target);
    return new Promise((resolve) => {
      let startMs: number | null = null;
      const task = createFrameTask((atMs) => {
        startMs ??= atMs;
        const share = Math.min(1, (atMs - startMs) / durationMs);
        look({ ...at(share), width: camera.width, height: camera.height, padding: camera.padding });
        if (share >= 1) end();
        return share < 1;
      });
      const end = (): void => {
        task.cancel();
        flight = null;
        resolve();
      };
      flight = { stop: end };
      task.schedule();
    });
  }

  const fill = (made: MapRenderer): void => {
    made.resize(camera.width, camera.height, ratio);
    made.setScene(placed);
    made.setLifts(mass);
    made.setCamera(camera);
  };
  const supervisor = superviseRenderer({
    kind: wanted === 'auto' ? chooseMapRenderer() : wanted,
    make: (kind, onLost) => makeRenderer(kind, massHost, styles, onLost),
    onReady: (made) => {
      renderer = made;
      overlay.setRenderer(made.kind);
      fill(made);
      onRenderer(made.kind);
    },
    onGone: () => {
      renderer = null;
      onRenderer(null);
    },
    nowMs: () => performance.now(),
  });

  const measure = (): void => {
    ratio = pixelRatioOf(stage);
    const sized = { ...camera, width: stage.offsetWidth, height: stage.offsetHeight };
    renderer?.resize(sized.width, sized.height, ratio);
    overlay.resize(sized.width, sized.height, ratio);
    camera = sized;
    look(isHome ? homeCamera() : sized);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(stage);
  // Its figures make it wider and narrower.
  const legendObserver = new ResizeObserver(() => {
    overlay.setLegend(legend?.offsetWidth ?? 0, legend?.offsetHeight ?? 0);
    marks.setLegend(legend?.offsetWidth ?? 0, legend?.offsetHeight ?? 0);
  });
  if (legend !== undefined) legendObserver.observe(legend);
  const stopWatching = watchPixelRatio(stage, measure);
  // The graphics process ended and took the pixels of every canvas with it: they are empty again, as after another size.
  stage.addEventListener('contextrestored', measure, { capture: true });
  const stopWatchingPixels = watchLostPixels(measure);
  const stopListening = listenToMap(stage, {
    pan: (x, y) => takeInHand(panBy(camera, x, y)),
    zoom: (factor, x, y) => takeInHand(zoomAt(camera, factor, x, y, homeCamera().scale * 0.6)),
    zoomMiddle: (factor) => zoomMiddle(factor),
    goHome: () => void flyHome(),
    hover: (x, y) => hover(pick(x, y), x, y),
    leave: () => hover([], 0, 0),
    press: (x, y) => {
      onPick(pick(x, y), { x, y });
      onPlace?.(toLngLat(placed.plane, ...unproject(camera, x, y)));
    },
  });
  function zoomMiddle(factor: number): void {
    const [x, y] = project(camera, camera.x, camera.y);
    takeInHand(zoomAt(camera, factor, x, y, homeCamera().scale * 0.6));
  }
  function flyHome(): Promise<void> {
    isHome = true;
    return fly(homeCamera());
  }

  overlay.setScene(placed);
  marks.setPlane(placed.plane);
  measure();

  return {
    setLifts: (positions, states) => {
      const count = Math.min(states.length, Math.floor(positions.length / 2));
      mass = { count, metres: toMetrePairs(placed.plane, positions), states: Uint8Array.from(states) };
      grid = buildLiftGrid(mass.metres, count);
      changed = new Uint32Array(count);
      abnormal.clear();
      for (let index = 0; index < count; index += 1)
        if (isAbnormal(styles[mass.states[index] ?? 0])) abnormal.add(index);
      if (placed.bounds === null) {
        bounds = boundsOf(mass.metres) ?? bounds;
        if (isHome) look(homeCamera());
      }
      renderer?.setLifts(mass);
      overlay.setLifts(mass);
      overlay.setAbnormal(abnormal);
    },
    patchLifts: (indices, states) => {
      let count = 0;
      for (let place = 0; place < indices.length && count < changed.length; place += 1) {
        const index = indices[place] ?? 0;
        const state = states[place] ?? 0;
        if (index >= mass.count || mass.states[index] === state) continue;
        const wasAbnormal = abnormal.has(index);
        const isNow = isAbnormal(styles[state]);
        mass.states[index] = state;
        if (isNow) abnormal.add(index);
        else if (wasAbnormal) abnormal.delete(index);
        if (isNow || wasAbnormal) overlay.patchAbnormal(index);
        changed[count] = index;
        count += 1;
      }
      if (count > 0) renderer?.patchLifts(changed, count);
    },
    setCalls: marks.setCalls,
    setSelected: (index) => {
      marked = { ...marked, selected: index ?? -1 };
      overlay.setMarked(marked);
    },
    flyTo: ([lng, lat], scale = streetScale) => {
      isHome = false;
      const [x, y] = toMetres(placed.plane, lng, lat);
      return fly({ ...camera, x, y, scale });
    },
    flyToBox: ({ west, south, east, north }, mostScale = streetScale) => {
      isHome = false;
      const [minX, minY] = toMetres(placed.plane, west, south);
      const [maxX, maxY] = toMetres(placed.plane, east, north);
      const { padding } = camera;
      const foot = legend === undefined || legend.offsetHeight === 0 ? 0 : legend.offsetHeight + legendGap;
      const free = { ...camera, padding: { ...padding, bottom: padding.bottom + foot } };
      const fitted = fitBounds(free, { minX, minY, maxX, maxY }, boxMargin);
      const target = { ...fitted, scale: Math.min(fitted.scale, mostScale) };
      // The same picture, for a camera whose middle lies where the legend is no part of what is covered.
      const [x, y] = unproject(target, ...middleOf(camera));
      return fly({ ...target, x, y, padding });
    },
    flyHome,
    zoom: zoomMiddle,
    setPadding: (padding) => {
      const before = camera.padding;
      if ((['top', 'right', 'bottom', 'left'] as const).every((side) => before[side] === padding[side])) return;
      // The picture stays where it is, and then moves over to what is free now.
      const [middleX, middleY] = middleOf({ ...camera, padding });
      const [x, y] = unproject(camera, middleX, middleY);
      camera = { ...camera, padding, x, y };
      if (isHome) void fly(homeCamera());
      else look(camera);
    },
    destroy: () => {
      flight?.stop();
      observer.disconnect();
      legendObserver.disconnect();
      stage.removeEventListener('contextrestored', measure, { capture: true });
      stopWatchingPixels();
      stopWatching();
      stopListening();
      supervisor.stop();
      overlay.destroy();
      marks.destroy();
      massHost.remove();
    },
  };
}
