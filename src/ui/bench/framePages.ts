/**
 * What the frame benchmark drives in a browser, without React: `/tests/bench/frames.html?part=fleetMap`. A peer joins by
 * one more entry that draws the same numbers (`agGrid` those of `liveTable`, `uPlot` those of `liveCurve`).
 */
import '../theme/tokens.css';
import '../theme/base.css';
import '../map/FleetMap.css';
import '../liveTable/LiveTable.css';
import '../chart/Chart.css';
import { chartTheme } from '../chart/chartTheme.ts';
import type { CurveSamples } from '../chart/curveSource.ts';
import { drawCurves, makeSurface, type CurvePicture } from '../chart/drawCurves.ts';
import { initChart } from '../chart/echartsCore.ts';
import { lineOption } from '../chart/lineOption.ts';
import { updateSeries } from '../chart/useEChart.ts';
import { createLiveTable } from '../liveTable/createLiveTable.ts';
import { createFleetMap } from '../map/createFleetMap.ts';
import { fixtureFleet, fixtureStyles } from '../map/FleetMap.fixtures.ts';

/** Work done in each frame, given how many changes that frame has to carry. */
type Step = (changes: number) => void;
interface Part {
  /** Changes a second. */
  readonly rate: number;
  /** Layout pixels; the whole window without. */
  readonly size?: readonly [width: number, height: number];
  readonly mount: (host: HTMLElement) => Step;
}

const lifts = 100_000;
/** As large as a chart is on a screen. */
const chartSize = [800, 300] as const;
const points = 3600;
const curves = 3;
const nothing = (): void => undefined;
/** Spreads consecutive numbers over a range, the same each time. */
const scatter = (turn: number, range: number): number => (Math.imul(turn, 2_654_435_761) >>> 0) % range;

const picture: CurvePicture = {
  windowMs: points * 1000,
  series: Array.from({ length: curves }, (_, index) => ({ name: `${index}`, tone: 'normal' as const })),
  lanes: [{ label: '', min: 0, max: 100, ticks: [{ value: 0, label: '0' }, { value: 50, label: '50' }, { value: 100, label: '100' }], series: [0, 1, 2] }],
};

/** Three curves of 3,600 points that move on by one point an update. */
function movingSamples(): { readonly samples: CurveSamples; readonly advance: () => number } {
  const samples: CurveSamples = {
    length: points,
    timesMs: Float64Array.from({ length: points }, (_, index) => index * 1000),
    values: Array.from({ length: curves }, (_, curve) => Float32Array.from({ length: points }, (_, index) => 50 + 40 * Math.sin(index / (40 + 15 * curve)))),
  };
  let turn = points;
  return {
    samples,
    advance: () => {
      samples.timesMs.copyWithin(0, 1);
      samples.timesMs[points - 1] = turn * 1000;
      for (const [curve, values] of samples.values.entries()) {
        values.copyWithin(0, 1);
        values[points - 1] = 50 + 40 * Math.sin(turn / (40 + 15 * curve));
      }
      turn += 1;
      return (turn - 1) * 1000;
    },
  };
}

/** The parts by their name in the address. */
const parts: Readonly<Record<string, Part>> = {
  /** The city with 100,000 lifts on the 2D canvas, 5,000 changes a second. */
  fleetMap: {
    rate: 5000,
    mount: (host) => {
      const fleet = fixtureFleet(lifts);
      host.className = 'ti-map__stage';
      const map = createFleetMap({ stage: host, scene: fleet.scene, styles: fixtureStyles, renderer: 'canvas', padding: { top: 0, right: 0, bottom: 0, left: 0 }, onPick: nothing, onHover: nothing, onOpenCall: nothing, onRenderer: nothing });
      map.setLifts(fleet.positions, fleet.states);
      let turn = 0;
      return (changes) => {
        const indices = new Uint32Array(changes);
        const states = new Uint8Array(changes);
        for (let place = 0; place < changes; place += 1) {
          turn += 1;
          indices[place] = scatter(turn, lifts);
          states[place] = turn % 2;
        }
        map.patchLifts(indices, states);
      };
    },
  },
  /** 100,000 rows, 20,000 updates a second. */
  liveTable: {
    rate: 20_000,
    mount: (host) => {
      const floors = new Int8Array(lifts);
      const people = new Uint8Array(lifts);
      host.className = 'ti-live-table';
      const table = createLiveTable({
        host,
        rowHeight: 34,
        emptyText: '',
        onSelect: nothing,
        onOpen: nothing,
        columns: [
          { key: 'tag', title: '编号', widthPx: 120, text: (row) => `T${row}` },
          { key: 'place', title: '地址', text: (row) => `${1 + (row % 12)} 栋` },
          { key: 'floor', title: '楼层', widthPx: 80, text: (row) => String(floors[row] ?? 0) },
          { key: 'people', title: '人数', widthPx: 80, text: (row) => String(people[row] ?? 0) },
        ],
      });
      table.setRows(lifts);
      let turn = 0;
      return (changes) => {
        for (let change = 0; change < changes; change += 1) {
          turn += 1;
          // Half of them in sight, where they cost most.
          const row = turn % 2 === 0 ? turn % 30 : scatter(turn, lifts);
          floors[row] = 1 + (turn % 28);
          people[row] = turn % 6;
        }
        table.touch();
      };
    },
  },
  /** Our own painter: three curves of 3,600 points anew in every frame. */
  liveCurve: {
    rate: 60,
    size: chartSize,
    mount: (host) => {
      const canvas = document.createElement('canvas');
      host.append(canvas);
      const surface = makeSurface(canvas, host.offsetWidth, host.offsetHeight, window.devicePixelRatio);
      const { samples, advance } = movingSamples();
      return () => {
        const toMs = advance();
        if (surface !== null) drawCurves(surface, chartTheme(), picture, samples, toMs);
      };
    },
  },
  /** The same by ECharts. */
  eCharts: {
    rate: 60,
    size: chartSize,
    mount: (host) => {
      const chart = initChart(host);
      const { samples, advance } = movingSamples();
      chart.setOption(lineOption(chartTheme(), { labels: Array.from({ length: points }, (_, index) => String(index)), series: picture.series.map(({ name }) => ({ name, tone: 'normal', values: [] })) }));
      return () => {
        advance();
        updateSeries(chart, samples.values);
      };
    },
  },
};

/** Mounts the part that the address names and steps it in every frame at its rate. */
function start(): void {
  const part = parts[new URLSearchParams(location.search).get('part') ?? ''];
  const host = document.querySelector<HTMLElement>('#host');
  if (part === undefined || host === null) {
    document.title = `one of ${Object.keys(parts).join(', ')}`;
    return;
  }
  if (part.size !== undefined) {
    host.style.inset = '0 auto auto 0';
    host.style.width = `${part.size[0]}px`;
    host.style.height = `${part.size[1]}px`;
  }
  const step = part.mount(host);
  let lastMs = performance.now();
  let owed = 0;
  const onFrame = (atMs: number): void => {
    owed += (part.rate * (atMs - lastMs)) / 1000;
    lastMs = atMs;
    const changes = Math.floor(owed);
    owed -= changes;
    if (changes > 0) step(changes);
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  document.title = 'running';
}

start();
