import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from '@playwright/test';
import { createServer } from 'vite';
import * as z from 'zod';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { leastAnswerMs, readAnswers, watchAnswers } from './interactions.ts';
import { traceMainThread, type MainTask } from './mainThread.ts';
import { summary } from './percentiles.ts';

const frameUs = 1_000_000 / 60;
const settleMs = 3000;
const traceMs = Number(process.env['BENCH_SECONDS'] ?? 5) * 1000;
/** The parts in turn, several times, so that a neighbour on the machine disturbs all of them alike. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** The length of a long task in a browser, by CPU time here. */
const longTaskMs = 50;
const presses = 20;
const tables = ['liveTable', 'agGrid'] as const;
const parts = ['fleetMap', ...tables, 'liveCurve', 'uPlot', 'eCharts'] as const;
type PartName = (typeof parts)[number];

interface Measured {
  /** CPU time of the main thread in each sixtieth of a second, ms. */
  readonly frames: number[];
  /** CPU time of the tasks longer than 50 ms, ms. */
  readonly longTasks: number[];
  /** From a mouse press to the frame that shows its effect, ms. */
  readonly answers: number[];
  /** The number of drawn steps: a busy machine draws fewer frames with more changes in each. */
  steps: number;
  changes: number;
}

/**
 * Main-thread time a frame (1/60 s) of what draws live data, from a trace: the map with 100,000 lifts and 5,000 changes
 * a second on the 2D canvas; the table with 100,000 rows and 20,000 updates a second by ours and by AG Grid Community;
 * three curves of 3,600 points by our painter, by uPlot and by ECharts. Peers get the same data at the same times. CPU
 * time, so that neighbours on the machine count less; the tables also answer presses of the mouse under that load.
 */
export async function benchFrames(): Promise<unknown> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false },
    optimizeDeps: {
      include: [
        'echarts/core',
        'echarts/charts',
        'echarts/components',
        'echarts/renderers',
        'ag-grid-community',
        'uplot',
      ],
    },
  });
  await server.listen();
  const browser = await chromium.launch(chromiumLaunchOptions());
  const measured = new Map<PartName, Measured>(parts.map((part) => [part, nothingMeasured()]));
  try {
    const url = server.resolvedUrls?.local[0] ?? '';
    for (let round = 0; round < rounds; round += 1) {
      for (const [part, into] of measured)
        await measurePart(
          browser,
          `${url}tests/bench/frames.html?part=${part}`,
          into,
          tables.some((table) => table === part),
        );
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const figures = Object.fromEntries(
    [...measured].map(([part, { frames, longTasks, answers, steps, changes }]) => [
      part,
      {
        frameMs: summary(frames),
        steps,
        cpuMsPerStep: perUnit(frames, steps),
        cpuMsPerThousandChanges: perUnit(frames, changes / 1000),
        longTasks: { count: longTasks.length, totalMs: Math.round(sumOf(longTasks)) },
        ...(answers.length === 0 ? {} : { pressToPictureMs: summary(answers) }),
      },
    ]),
  );
  const of = (part: PartName): Measured => measured.get(part) ?? nothingMeasured();
  const perChange = (part: PartName): number => sumOf(of(part).frames) / of(part).changes;
  const perStep = (part: PartName): number => sumOf(of(part).frames) / of(part).steps;
  return {
    rounds,
    secondsEach: traceMs / 1000,
    ...figures,
    ratios: {
      tableToAgGridCpu: ratio(perChange('liveTable'), perChange('agGrid')),
      tableToAgGridLongTasks: ratio(sumOf(of('liveTable').longTasks), sumOf(of('agGrid').longTasks)),
      curveToUPlotCpu: ratio(perStep('liveCurve'), perStep('uPlot')),
      curveToEChartsCpu: ratio(perStep('liveCurve'), perStep('eCharts')),
    },
    target: { fleetMap: { p99: 8 }, tableToAgGridLongTasks: 0.5, pressToPictureMs: 100, curveToEChartsCpu: 0.25 },
  };
}

const nothingMeasured = (): Measured => ({ frames: [], longTasks: [], answers: [], steps: 0, changes: 0 });
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const perUnit = (values: readonly number[], units: number): number => Math.round((100 * sumOf(values)) / units) / 100;
/** Null where the peer took no time at all. */
const ratio = (ours: number, theirs: number): number | null =>
  theirs === 0 ? null : Math.round((100 * ours) / theirs) / 100;

async function measurePart(browser: Browser, address: string, into: Measured, isTable: boolean): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.addInitScript({ content: watchAnswers });
  await page.goto(address, { timeout: 120_000 });
  await page.waitForFunction(() => document.title === 'running', undefined, { timeout: 120_000 });
  // Opening is not what is measured here.
  await page.waitForTimeout(settleMs);
  const before = await readDone(page);
  const stopTrace = await traceMainThread(page);
  await page.waitForTimeout(traceMs);
  const after = await readDone(page);
  const { frames, longTasks } = taskTimes(await stopTrace());
  into.frames.push(...frames);
  into.longTasks.push(...longTasks);
  into.steps += after.steps - before.steps;
  into.changes += after.changes - before.changes;
  if (isTable) into.answers.push(...(await pressRows(page)));
  await context.close();
}

const doneSchema = z.object({ steps: z.number(), changes: z.number() });
const readDone = async (page: Page): Promise<z.infer<typeof doneSchema>> =>
  doneSchema.parse(await page.evaluate(() => Reflect.get(globalThis, 'done')));

/** Chooses rows by the mouse, one after the other; what was quicker than event timing tells counts as its least. */
async function pressRows(page: Page): Promise<number[]> {
  for (let press = 0; press < presses; press += 1) {
    await page.mouse.click(300, 200 + press * 30);
    await page.waitForTimeout(100);
  }
  const told = await readAnswers(page);
  return [...told, ...Array.from({ length: Math.max(0, presses - told.length) }, () => leastAnswerMs)];
}

/** Milliseconds in each sixtieth of a second, and those of the tasks that took long. */
function taskTimes(tasks: readonly MainTask[]): { readonly frames: number[]; readonly longTasks: number[] } {
  const start = Math.min(...tasks.map(({ atUs }) => atUs));
  const frames = new Map<number, number>();
  for (const { atUs, cpuMs } of tasks) {
    const frame = Math.floor((atUs - start) / frameUs);
    frames.set(frame, (frames.get(frame) ?? 0) + cpuMs);
  }
  return { frames: [...frames.values()], longTasks: tasks.flatMap(({ cpuMs }) => (cpuMs > longTaskMs ? [cpuMs] : [])) };
}
