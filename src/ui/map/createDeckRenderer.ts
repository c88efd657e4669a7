import { Deck, OrbitView, type DeckProps, type Layer } from '@deck.gl/core';
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import { parseColor } from '../canvas/parseColor.ts';
import { columnScale, dotRadius, elevationDeg, landThicknessM, unproject, type Camera } from './camera.ts';
import type { MapLook } from './mapLook.ts';
import { noLifts, type LiftMass, type MapRenderer, type MapRendererInput } from './mapRenderer.ts';
import type { PlacedScene } from './placedScene.ts';

type Color = [number, number, number, number];
type FlatShape = PlacedScene['areas'][number];
type FlatLine = PlacedScene['lines'][number];
type Column = PlacedScene['columns'][number];

const toColor = (color: string, alpha?: number): Color => [...parseColor(color, alpha)];
/** Drawn above everything before it, regardless of depth. */
const onTop = { depthCompare: 'always', depthWriteEnabled: false } as const;

function pairs(points: Float32Array): [number, number][] {
  return Array.from({ length: points.length / 2 }, (_, index) => [points[index * 2] ?? 0, points[index * 2 + 1] ?? 0]);
}

function footprintOf({ x, y, corners }: Column, enlarged: number): [number, number][] {
  return [0, 1, 2, 3].map((corner) => [
    x + (corners[corner * 2] ?? 0) * enlarged,
    y + (corners[corner * 2 + 1] ?? 0) * enlarged,
  ]);
}

/** Ground, edges and roads: made once a scene. */
function groundLayers(scene: PlacedScene, look: MapLook): Layer[] {
  const land = scene.areas.filter(({ kind }) => kind === 'land');
  const edged = scene.areas.filter(({ kind }) => kind === 'land' || kind === 'district');
  return [
    ...look.landGlow.map(
      ([width, color], index) =>
        new PathLayer<FlatShape>({
          id: `glow-${index}`,
          data: land,
          getPath: ({ points }) => [...pairs(points), ...pairs(points.subarray(0, 2))],
          getColor: toColor(color),
          widthUnits: 'pixels',
          getWidth: width,
          jointRounded: true,
          parameters: onTop,
        }),
    ),
    new SolidPolygonLayer<FlatShape>({
      id: 'side',
      data: land,
      getPolygon: ({ points }) => pairs(points).map(([x, y]): [number, number, number] => [x, y, -landThicknessM]),
      getFillColor: toColor(look.landSide),
      parameters: onTop,
    }),
    new SolidPolygonLayer<FlatShape>({
      id: 'areas',
      data: scene.areas,
      getPolygon: ({ points }) => pairs(points),
      getFillColor: ({ kind }) => toColor(look.areas[kind]),
      parameters: onTop,
    }),
    new PathLayer<FlatShape>({
      id: 'edges',
      data: edged,
      getPath: ({ points }) => [...pairs(points), ...pairs(points.subarray(0, 2))],
      getColor: ({ kind }) => toColor(kind === 'land' ? look.landEdge : look.districtEdge),
      widthUnits: 'pixels',
      getWidth: ({ kind }) => (kind === 'land' ? 1.5 : 1),
      parameters: onTop,
    }),
    new PathLayer<FlatLine>({
      id: 'lines',
      data: scene.lines,
      getPath: ({ points }) => pairs(points),
      getColor: ({ kind }) => toColor(look.lines[kind]),
      widthUnits: 'pixels',
      getWidth: ({ kind }) => (kind === 'minor' ? 1 : 1.6),
      parameters: onTop,
    }),
  ];
}

function columnLayer(scene: PlacedScene, look: MapLook, footprint: number, height: number): Layer {
  return new SolidPolygonLayer<Column>({
    id: 'columns',
    data: scene.columns,
    extruded: true,
    getPolygon: (column) => footprintOf(column, footprint),
    getElevation: ({ heightM }) => heightM,
    elevationScale: height,
    getFillColor: toColor(look.columnTop),
    material: { ambient: 0.34, diffuse: 0.72, shininess: 12, specularColor: [20, 28, 36] },
    updateTriggers: { getPolygon: footprint },
  });
}

/** A colour a lift, in the order of the lifts; hollow marks for rings are not worth a second pass here: they are dimmer. */
function fillColors(colors: Uint8Array, palette: readonly Color[], states: Uint8Array, index: number): void {
  const [red, green, blue, alpha] = palette[states[index] ?? 0] ?? [0, 0, 0, 0];
  const at = index * 4;
  colors[at] = red;
  colors[at + 1] = green;
  colors[at + 2] = blue;
  colors[at + 3] = alpha;
}

/** The lifts as deck.gl uploads them: straight from the arrays, no object a lift. */
function dotData({ count, metres }: LiftMass, colors: Uint8Array) {
  return {
    length: count,
    attributes: { getPosition: { value: metres, size: 2 }, getFillColor: { value: colors, size: 4, normalized: true } },
  };
}

type GraphicsDevice = Parameters<NonNullable<DeckProps['onDeviceInitialized']>>[0];

/** The map by deck.gl, for machines with a graphics device. Rejects when no WebGL2 context can be had. */
export async function createDeckRenderer({ host, look, styles, onLost }: MapRendererInput): Promise<MapRenderer> {
  const canvas = document.createElement('canvas');
  canvas.className = 'ti-map__canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  let scene: PlacedScene | null = null;
  let ground: Layer[] = [];
  let mass: LiftMass = noLifts;
  let colors = new Uint8Array(0);
  let camera: Camera | null = null;
  const palette = styles.map(({ tone, shape }) => toColor(look.tones[tone], shape === 'ring' ? 150 : 255));

  let device: GraphicsDevice | null = null;
  const deck = await new Promise<Deck<OrbitView>>((resolve, reject) => {
    let isLoaded = false;
    const made = new Deck<OrbitView>({
      canvas,
      width: '100%',
      height: '100%',
      views: new OrbitView({ id: 'city', orthographic: true, orbitAxis: 'Z' }),
      initialViewState: { target: [0, 0, 0], zoom: 0, rotationX: elevationDeg, rotationOrbit: 0 },
      controller: false,
      useDevicePixels: 1,
      // The page's own background shows through; the map never reads its pixels back.
      // One device a canvas, and ours to end: deck.gl keeps a shared one forever.
      deviceProps: {
        _reuseDevices: false,
        webgl: { alpha: true, antialias: true, powerPreference: 'high-performance' },
      },
      onDeviceInitialized: (made) => {
        device = made;
      },
      onLoad: () => {
        isLoaded = true;
        resolve(made);
      },
      onError: (error) => {
        if (isLoaded) return;
        canvas.remove();
        reject(error);
      },
    });
  });
  // deck.gl makes its canvas focusable for its own controller; here the surrounding stage handles the keys.
  canvas.removeAttribute('tabindex');
  canvas.addEventListener('webglcontextlost', onLost, { once: true });

  let dots = dotData(mass, colors);

  const draw = (): void => {
    if (camera === null) return;
    const [x, y] = unproject(camera, camera.width / 2, camera.height / 2);
    const { footprint, height } = columnScale(camera.scale);
    deck.setProps({
      viewState: { target: [x, y, 0], zoom: Math.log2(camera.scale), rotationX: elevationDeg, rotationOrbit: 0 },
      layers: [
        ...ground,
        ...(scene === null || scene.columns.length === 0 ? [] : [columnLayer(scene, look, footprint, height)]),
        new ScatterplotLayer({
          id: 'lifts',
          data: dots,
          positionFormat: 'XY',
          radiusUnits: 'pixels',
          getRadius: dotRadius(camera.scale, mass.count),
          updateTriggers: { getRadius: camera.scale },
          antialiasing: true,
          parameters: onTop,
        }),
      ],
    });
  };

  return {
    kind: 'webgl',
    setScene: (next) => {
      scene = next;
      // A layer of nothing is an invalid draw call to some drivers.
      ground = groundLayers(next, look).filter(({ props }) => Array.isArray(props.data) && props.data.length > 0);
      draw();
    },
    setLifts: (next) => {
      mass = next;
      colors = new Uint8Array(next.count * 4);
      for (let index = 0; index < next.count; index += 1) fillColors(colors, palette, next.states, index);
      dots = dotData(mass, colors);
      draw();
    },
    patchLifts: (indices, count) => {
      for (let place = 0; place < count; place += 1) fillColors(colors, palette, mass.states, indices[place] ?? 0);
      // A new view of the same bytes makes deck.gl upload them again.
      colors = colors.subarray(0);
      dots = dotData(mass, colors);
      draw();
    },
    setCamera: (next) => {
      camera = next;
      draw();
    },
    resize: (_width, _height, ratio) => deck.setProps({ useDevicePixels: ratio }),
    destroy: () => {
      canvas.removeEventListener('webglcontextlost', onLost);
      const context = canvas.getContext('webgl2');
      deck.finalize();
      // The device's canvas listens to the display's sharpness, and through that holds everything that was ever drawn.
      device?.canvasContext?.destroy();
      device?.destroy();
      // The browser keeps few contexts: this one is given back now, not at the next collection.
      if (context !== null && !context.isContextLost()) context.getExtension('WEBGL_lose_context')?.loseContext();
      canvas.remove();
    },
  };
}
