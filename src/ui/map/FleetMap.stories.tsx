import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { FleetMapHandle } from './createFleetMap.ts';
import { fixtureCalls, fixtureFleet, fixtureStyles } from './FleetMap.fixtures.ts';
import { FleetMap, type FleetMapProps } from './FleetMap.tsx';
import { noPadding, type MapCall, type MapScene } from './mapTypes.ts';

const meta: Meta<typeof FleetMap> = {
  title: 'ui/FleetMap',
  tags: ['autodocs'],
  component: FleetMap,
  parameters: { docs: { story: { inline: false, height: '520px' } }, layout: 'fullscreen' },
};
export default meta;
type Story = StoryObj<typeof FleetMap>;

interface ShownProps extends Partial<FleetMapProps> {
  count?: number;
  calls?: readonly MapCall[];
  /** Changes a second, as the live feed would bring them. */
  changesPerSecond?: number;
  /** Goes there once the map stands. */
  goTo?: readonly [lng: number, lat: number, scale: number];
  height?: number | string;
}

const noCalls: readonly MapCall[] = [];

function Shown({ count = 1000, calls = noCalls, changesPerSecond = 0, goTo, height = '100vh', ...rest }: ShownProps) {
  const map = useRef<FleetMapHandle>(null);
  const fleet = fixtureFleet(count);
  useEffect(() => {
    map.current?.setLifts(fleet.positions, fleet.states);
    map.current?.setCalls(calls);
  }, [fleet, calls]);
  useEffect(() => {
    if (goTo !== undefined) void map.current?.flyTo([goTo[0], goTo[1]], goTo[2]);
  }, [goTo]);
  useEffect(() => {
    if (changesPerSecond === 0) return;
    const indices = new Uint32Array(changesPerSecond / 10);
    const states = new Uint8Array(indices.length);
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      for (let place = 0; place < indices.length; place += 1) {
        indices[place] = (Math.imul(turn * indices.length + place, 2_654_435_761) >>> 0) % count;
        states[place] = (turn + place) % 2;
      }
      map.current?.patchLifts(indices, states);
    }, 100);
    return () => clearInterval(timer);
  }, [changesPerSecond, count]);
  return (
    <div style={{ height }}>
      <FleetMap
        ref={map}
        label={`城市电梯地图，共 ${count} 台`}
        scene={fleet.scene}
        styles={fixtureStyles}
        describeLift={(index) => ({
          title: `${index + 1} 号`,
          detail: fixtureStyles[fleet.states[index] ?? 0]?.label ?? '',
        })}
        {...rest}
      />
    </div>
  );
}

const isDrawnBy = (canvasElement: HTMLElement, kind: string) =>
  waitFor(() => expect(canvasElement.querySelector('.ti-map')).toHaveAttribute('data-renderer', kind), {
    timeout: 15_000,
  });

export const Live: Story = {
  args: { onPick: fn(), onOpenCall: fn() },
  render: ({ onPick, onOpenCall }) => (
    <Shown
      calls={fixtureCalls}
      {...(onPick === undefined ? {} : { onPick })}
      {...(onOpenCall === undefined ? {} : { onOpenCall })}
    />
  ),
  play: async ({ args, canvasElement }) => {
    const canvas = within(canvasElement);
    await isDrawnBy(canvasElement, 'canvas');
    const call = canvas.getByRole('button', { name: /翠湖花园 3 栋 2 号梯/ });
    await userEvent.click(call);
    await expect(args.onOpenCall).toHaveBeenCalledWith(318);
  },
};

/** The keyboard alone moves the map. */
export const ByKeyboard: Story = {
  render: () => <Shown calls={fixtureCalls} />,
  play: async ({ canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
    const stage = within(canvasElement).getByRole('application');
    const call = within(canvasElement).getByRole('button', { name: /翠湖花园/ });
    const before = call.style.transform;
    stage.focus();
    await userEvent.keyboard('{ArrowLeft}');
    const panned = call.style.transform;
    await expect(panned).not.toBe(before);
    await userEvent.keyboard('+');
    await expect(call.style.transform).not.toBe(panned);
    await userEvent.keyboard('0');
    await waitFor(() => expect(call.style.transform).toBe(before), { timeout: 5000 });
  },
};

export const Stale: Story = {
  render: () => <Shown calls={fixtureCalls} staleSince="数据已停止更新，最后更新于 18:40:12" />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('alert')).toHaveTextContent('最后更新于 18:40:12');
  },
};

export const Empty: Story = { render: () => <Shown count={0} /> };

const emptyScene: MapScene = { center: [119.2, 30.1], areas: [], lines: [], columns: [], labels: [] };

/** Without a map file the lifts alone make the picture. */
export const WithoutScene: Story = { render: () => <Shown scene={emptyScene} /> };

const street = [119.2712, 30.1301, 0.5] as const;

export const AtStreetLevel: Story = { render: () => <Shown calls={fixtureCalls} goTo={street} /> };

const panels = { top: 80, right: 420, bottom: 160, left: 340 };
const farCalls: readonly MapCall[] = [
  ...fixtureCalls,
  { id: 316, lng: 119.1905, lat: 30.049, title: '临江府 9 栋 2 号梯', detail: '困人 03:10 · 救援中', isPulsing: false },
  { id: 315, lng: 119.33, lat: 30.21, title: '北岸新城 1 栋 1 号梯', detail: '困人 00:40 · 待受理', isPulsing: true },
];

/** Panels cover the map's edges and the map is near one call: the others are pointed at from the edge of what is free. */
export const CallsOutside: Story = {
  args: { onOpenCall: fn() },
  render: ({ onOpenCall }) => (
    <Shown calls={farCalls} goTo={street} padding={panels} {...(onOpenCall === undefined ? {} : { onOpenCall })} />
  ),
  play: async ({ args, canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
    const canvas = within(canvasElement);
    const two = await canvas.findByRole('button', { name: /临江府 7 栋.*在画面西南边之外，该方向共 2 起/ });
    await expect(
      await canvas.findByRole('button', { name: /北岸新城.*在画面东北边之外/ }, { timeout: 5_000 }),
    ).toBeVisible();
    for (const pointer of canvasElement.querySelectorAll('.ti-map-call[data-side="edge"]:not([hidden])')) {
      const { left, top } = pointer.getBoundingClientRect();
      await expect(
        left > panels.left &&
          left < window.innerWidth - panels.right &&
          top > panels.top &&
          top < window.innerHeight - panels.bottom,
      ).toBe(true);
    }
    await userEvent.click(two);
    const list = await canvas.findByRole('menu', { name: '此处有 2 起呼叫' });
    await userEvent.click(within(list).getByRole('menuitem', { name: /临江府 9 栋/ }));
    await expect(args.onOpenCall).toHaveBeenCalledWith(316);
  },
};

const crowd: readonly MapCall[] = Array.from({ length: 60 }, (_, index) => ({
  id: index,
  lng: 119.15 + (index % 6) * 0.03 + (index % 4) * 0.0003,
  lat: 30.06 + ((index * 5) % 6) * 0.026 + (index % 3) * 0.0003,
  title: `云锦雅苑 ${index + 1} 号梯`,
  detail: '停电困人 00:12',
  isPulsing: index < 20,
}));

/** A power cut: calls from one building share a mark, no words cover each other. */
export const ManyCalls: Story = {
  render: () => <Shown calls={crowd} />,
  play: async ({ canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
    await expect(canvasElement.querySelectorAll('.ti-map-call')).toHaveLength(60);
    await waitFor(() =>
      expect(within(canvasElement).getAllByRole('button', { name: /停电困人/ }).length).toBeLessThan(30),
    );
  },
};

/** A lift that calls, with idle neighbours around it, and three idle lifts that lie on one point. */
const crowdedLifts = {
  positions: Float64Array.from(
    [
      [119.2, 30.1],
      [119.20003, 30.1],
      [119.19997, 30.1],
      [119.2, 30.10003],
      [119.202, 30.101],
      [119.202, 30.101],
      [119.202, 30.101],
    ].flat(),
  ),
  states: Uint8Array.from([6, 0, 0, 0, 0, 0, 0]),
};
const withCalling = [...fixtureStyles, { label: '求救', tone: 'critical', shape: 'triangle' } as const];

function Crowded({ onPick }: Pick<FleetMapProps, 'onPick'>) {
  const map = useRef<FleetMapHandle>(null);
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    map.current?.setLifts(crowdedLifts.positions, crowdedLifts.states);
    void map.current?.flyTo([119.2, 30.1], 0.5).then(() => setThere(true));
  }, []);
  return (
    <div data-there={isThere} style={{ height: '100vh' }}>
      <FleetMap
        ref={map}
        label="城市电梯地图，共 7 台"
        scene={emptyScene}
        styles={withCalling}
        describeLift={(index) => ({ title: `${index + 1} 号`, detail: '翠湖花园' })}
        {...(onPick === undefined ? {} : { onPick })}
      />
    </div>
  );
}

/** A press on a red mark opens the lift that calls, whatever lies beside it; several on one point are a list to choose from. */
export const PickAmongMany: Story = {
  args: { onPick: fn() },
  render: ({ onPick }) => <Crowded {...(onPick === undefined ? {} : { onPick })} />,
  play: async ({ args, canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
    // While the map still flies, a press meets other lifts.
    await waitFor(() => expect(canvasElement.querySelector('[data-there="true"]')).not.toBeNull(), { timeout: 10_000 });
    const canvas = within(canvasElement);
    const stage = canvas.getByRole('application');
    const { left, top, width, height } = stage.getBoundingClientRect();
    const pressAt = (east: number, north: number) =>
      userEvent.pointer([
        {
          keys: '[MouseLeft]',
          target: stage,
          coords: { clientX: left + width / 2 + east, clientY: top + height / 2 - north },
        },
      ]);
    for (const [east, north] of [
      [2, 0],
      [-2, 0],
      [0, 2],
      [8, -8],
      [14, 0],
    ] as const) {
      await pressAt(east, north);
      await expect(args.onPick).toHaveBeenLastCalledWith(0);
    }
    // 193 m to the east and 111 m to the north, at two metres a pixel, seen from a height.
    await pressAt(96, 45);
    const list = await canvas.findByRole('menu', { name: '此处有 3 台电梯' });
    await expect(within(list).getAllByRole('menuitem')).toHaveLength(3);
    await userEvent.keyboard('{Escape}');
    await expect(canvas.queryByRole('menu')).toBeNull();
    await expect(stage).toHaveFocus();
    await pressAt(96, 45);
    await userEvent.click(await canvas.findByRole('menuitem', { name: '6 号 · 翠湖花园' }));
    await expect(args.onPick).toHaveBeenLastCalledWith(5);
  },
};

export const TenThousand: Story = {
  render: () => <Shown count={10_000} changesPerSecond={2000} calls={fixtureCalls} />,
};

export const HundredThousandOnCanvas: Story = {
  render: () => <Shown count={100_000} changesPerSecond={5000} calls={fixtureCalls} renderer="canvas" />,
  play: async ({ canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
  },
};

const besides = { ...noPadding, left: 400, right: 400 };

export const BesidePanels: Story = { render: () => <Shown calls={fixtureCalls} padding={besides} /> };

const landOnly: MapScene = { ...fixtureFleet(300).scene, columns: [], lines: [] };

/** The overlay's colour at a point of the page; null where nothing of it is drawn. */
function overlayAt(
  canvasElement: HTMLElement,
  x: number,
  y: number,
): readonly [red: number, green: number, blue: number] | null {
  for (const tile of canvasElement.querySelectorAll<HTMLCanvasElement>('.ti-map__tile')) {
    const { left, top, right, bottom } = tile.getBoundingClientRect();
    if (x < left || y < top || x >= right || y >= bottom) continue;
    const reader = document.createElement('canvas');
    reader.width = tile.width;
    reader.height = tile.height;
    const context = reader.getContext('2d');
    context?.drawImage(tile, 0, 0);
    const [red = 0, green = 0, blue = 0, alpha = 0] =
      context?.getImageData(
        ((x - left) / (right - left)) * tile.width,
        ((y - top) / (bottom - top)) * tile.height,
        1,
        1,
      ).data ?? [];
    return alpha === 0 ? null : [red, green, blue];
  }
  return null;
}

const isFault = ([red, green, blue]: readonly [number, number, number]): boolean =>
  red > 220 && green > 120 && green < 200 && blue < 120;

function OneChanging() {
  const map = useRef<FleetMapHandle>(null);
  const fleet = fixtureFleet(300);
  useEffect(() => {
    map.current?.setLifts(fleet.positions, fleet.states);
    map.current?.patchLifts([0], [0]);
    void map.current?.flyTo([fleet.positions[0] ?? 0, fleet.positions[1] ?? 0], 1);
  }, [fleet]);
  return (
    <div style={{ height: '90vh' }}>
      <button type="button" onClick={() => map.current?.patchLifts([0], [5])}>
        故障
      </button>
      <button type="button" onClick={() => map.current?.patchLifts([0], [0])}>
        待机
      </button>
      <FleetMap
        ref={map}
        label="城市电梯地图，共 300 台"
        scene={landOnly}
        styles={fixtureStyles}
        renderer="canvas"
        hasControls={false}
      />
    </div>
  );
}

/** A lift out of order is visible, disappears once it runs again, and is drawn again after the graphics process lost all pixels. */
export const OneChanges: Story = {
  render: () => <OneChanging />,
  play: async ({ canvasElement }) => {
    await isDrawnBy(canvasElement, 'canvas');
    const canvas = within(canvasElement);
    const stage = canvas.getByRole('application').getBoundingClientRect();
    const seen = () => overlayAt(canvasElement, stage.left + stage.width / 2, stage.top + stage.height / 2);
    const isSeen = () =>
      waitFor(() => expect(seen()).toSatisfy((colour: ReturnType<typeof seen>) => colour !== null && isFault(colour)), {
        timeout: 5000,
      });
    await userEvent.click(canvas.getByRole('button', { name: '故障' }));
    await isSeen();
    await userEvent.click(canvas.getByRole('button', { name: '待机' }));
    await waitFor(() => expect(seen()).toBeNull(), { timeout: 5000 });
    await userEvent.click(canvas.getByRole('button', { name: '故障' }));
    await isSeen();
    for (const tile of canvasElement.querySelectorAll<HTMLCanvasElement>('.ti-map__tile'))
      tile.getContext('bitmaprenderer')?.transferFromImageBitmap(null);
    await expect(seen()).toBeNull();
    const giveBack = () =>
      canvasElement.querySelector('.ti-map__stage canvas')?.dispatchEvent(new Event('contextrestored'));
    giveBack();
    await isSeen();
    // Nothing of it remains either when everything is laid out again in the meantime.
    canvas.getByRole('button', { name: '待机' }).click();
    giveBack();
    await waitFor(() => expect(seen()).toBeNull(), { timeout: 5000 });
  },
};

/** deck.gl draws it, whole. */
export const ByWebGl: Story = { render: () => <Shown calls={fixtureCalls} renderer="webgl" /> };

/** When its context is lost, another one draws on. */
export const WebGlLostAndFoundAgain: Story = {
  render: () => <Shown count={300} calls={fixtureCalls} scene={landOnly} renderer="webgl" height={320} />,
  play: async ({ canvasElement }) => {
    await isDrawnBy(canvasElement, 'webgl');
    const first = canvasElement.querySelector<HTMLCanvasElement>('.ti-map__mass canvas');
    first?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
    await waitFor(
      async () => {
        const next = canvasElement.querySelectorAll('.ti-map__mass canvas');
        await expect(next).toHaveLength(1);
        await expect(next[0]).not.toBe(first);
      },
      { timeout: 10_000 },
    );
  },
};
