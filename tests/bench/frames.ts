import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { createServer } from 'vite';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { summary } from './percentiles.ts';

/** A trace event as Chromium writes it; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: unknown };
}

const frameUs = 1_000_000 / 60;
const settleMs = 4000;
const traceMs = 10_000;
const parts = ['fleetMap', 'liveTable', 'liveCurve', 'eCharts'] as const;

/**
 * Main-thread time a frame (1/60 s) of what draws live data, from a trace: the map with 100,000 lifts and 5,000 changes
 * a second on the 2D canvas, the table with 100,000 rows and 20,000 updates a second, three curves of 3,600 points by our
 * painter and by ECharts. CPU time, so that neighbours on the machine count less.
 */
export async function benchFrames(): Promise<unknown> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const server = await createServer({ root, configFile: false, logLevel: 'error', server: { host: '127.0.0.1', port: 0, hmr: false }, optimizeDeps: { include: ['echarts/core', 'echarts/charts', 'echarts/components', 'echarts/renderers'] } });
  await server.listen();
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const url = server.resolvedUrls?.local[0] ?? '';
    const results: Record<string, unknown> = {};
    for (const part of parts) results[part] = await measurePart(browser, `${url}tests/bench/frames.html?part=${part}`);
    return { ...results, target: { fleetMap: { p99: 8 } } };
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measurePart(browser: Browser, address: string) {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title === 'running');
  // Opening is not what is measured here.
  await page.waitForTimeout(settleMs);
  const cdp = await context.newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event);
  });
  await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] } });
  await page.waitForTimeout(traceMs);
  const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
  await cdp.send('Tracing.end');
  await complete;
  await context.close();
  return summary(frameTimes(events));
}

function isTraceEvent(event: object): event is TraceEvent {
  return 'name' in event && 'ts' in event && 'pid' in event && 'tid' in event && 'ph' in event;
}

/** Milliseconds of the page's main thread in each sixtieth of a second. */
function frameTimes(events: readonly TraceEvent[]): number[] {
  const mains = new Set(events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid}:${tid}`));
  const tasks = events.filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid}:${tid}`));
  const start = Math.min(...tasks.map(({ ts }) => ts));
  const frames = new Map<number, number>();
  for (const { ts, tdur, dur = 0 } of tasks) {
    const frame = Math.floor((ts - start) / frameUs);
    frames.set(frame, (frames.get(frame) ?? 0) + (tdur ?? dur) / 1000);
  }
  return [...frames.values()];
}
