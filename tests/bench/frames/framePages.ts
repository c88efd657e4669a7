/**
 * Runs the frame benchmark in a browser, without React: `/tests/bench/frames.html?part=fleetMap`. A peer draws the same numbers at the same
 * times (`agGrid` those of `liveTable`; `uPlot` and `eCharts` those of `liveCurve`) and is fetched only by its own page, so that none pays
 * for another's code.
 */
import '../../../src/ui/theme/tokens.css';
import '../../../src/ui/theme/base.css';
import '../../../src/ui/map/FleetMap.css';
import '../../../src/ui/liveTable/LiveTable.css';
import '../../../src/ui/chart/Chart.css';
import { chartTheme } from '../../../src/ui/chart/chartTheme.ts';
import { drawCurves, makeSurface } from '../../../src/ui/chart/drawCurves.ts';
import { initChart } from '../../../src/ui/chart/echartsCore.ts';
import { lineOption } from '../../../src/ui/chart/lineOption.ts';
import { updateSeries } from '../../../src/ui/chart/useEChart.ts';
import { createLiveTable } from '../../../src/ui/liveTable/createLiveTable.ts';
import { createFleetMap } from '../../../src/ui/map/createFleetMap.ts';
import { fixtureFleet, fixtureStyles } from '../../../src/ui/map/FleetMap.fixtures.ts';
import { liftRow, liftRows, movingSamples, picture, scatter, scatterRows, tableRowHeight } from './frameData.ts';

/** Work done in each frame, given how many changes that frame has to carry. */
type Step = (changes: number) => void;
interface Part {
  /** Changes a second. */
  readonly rate: number;
  /** Layout pixels; the whole window without. */
  readonly size?: readonly [width: number, height: number];
  readonly mount: (host: HTMLElement) => Step | Promise<Step>;
}

const lifts = 100_000;
const tableRate = 20_000;
/** As large as a chart is on a screen. */
const chartSize = [800, 300] as const;
const nothing = (): void => undefined;

/** The parts by their name in the address. */
const parts: Readonly<Record<string, Part>> = {
  /** The city with 100,000 lifts on the 2D canvas, 5,000 changes a second. */
  fleetMap: {
    rate: 5000,
    mount: (host) => {
      const fleet = fixtureFleet(lifts);
      host.className = 'ti-map__stage';
      const map = createFleetMap({
        stage: host,
        scene: fleet.scene,
        styles: fixtureStyles,
        renderer: 'canvas',
        padding: { top: 0, right: 0, bottom: 0, left: 0 },
        onPick: nothing,
        onHover: nothing,
        onOpenCalls: nothing,
        onRenderer: nothing,
      });
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
    rate: tableRate,
    mount: (host) => {
      const rows = liftRows(lifts);
      host.className = 'ti-frame ti-live-table';
      const table = createLiveTable({
        host,
        rowHeight: tableRowHeight,
        emptyText: '',
        onSelect: nothing,
        onOpen: nothing,
        onShown: nothing,
        columns: [
          { key: 'tag', title: '编号', widthPx: 120, text: (row) => liftRow(rows, row).tag },
          { key: 'place', title: '地址', text: (row) => liftRow(rows, row).place },
          { key: 'floor', title: '楼层', widthPx: 80, text: (row) => String(liftRow(rows, row).floor) },
          { key: 'people', title: '人数', widthPx: 80, text: (row) => String(liftRow(rows, row).people) },
        ],
      });
      table.setRows(lifts);
      const scattered = scatterRows(lifts);
      return (changes) => {
        scattered(changes, (row, change) => Object.assign(liftRow(rows, row), change));
        table.touch();
      };
    },
  },
  /** The same by AG Grid Community. */
  agGrid: { rate: tableRate, mount: async (host) => (await import('./agGridRows.ts')).mountAgGrid(host, lifts) },
  /** Our own painter: three curves of 3,600 points redrawn in every frame. */
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
  /** The same by uPlot. */
  uPlot: {
    rate: 60,
    size: chartSize,
    mount: async (host) => (await import('./uPlotCurves.ts')).mountUPlot(host, chartSize),
  },
  /** The same by ECharts. */
  eCharts: {
    rate: 60,
    size: chartSize,
    mount: (host) => {
      const chart = initChart(host);
      const { samples, advance } = movingSamples();
      chart.setOption(
        lineOption(chartTheme(), {
          labels: Array.from({ length: samples.length }, (_, index) => String(index)),
          series: picture.series.map(({ name }) => ({ name, tone: 'normal', values: [] })),
        }),
      );
      return () => {
        advance();
        updateSeries(chart, samples.values);
      };
    },
  },
};

/** Mounts the part that the address names and steps it in every frame at its rate. */
async function start(): Promise<void> {
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
  const step = await part.mount(host);
  // Read by the benchmark: a machine that is busy elsewhere draws fewer frames, so costs are reported per step and change.
  const done = { steps: 0, changes: 0 };
  Reflect.set(globalThis, 'done', done);
  let lastMs = performance.now();
  let owed = 0;
  const onFrame = (atMs: number): void => {
    owed += (part.rate * (atMs - lastMs)) / 1000;
    lastMs = atMs;
    const changes = Math.floor(owed);
    owed -= changes;
    if (changes > 0) {
      step(changes);
      done.steps += 1;
      done.changes += changes;
    }
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  document.title = 'running';
}

void start();
