import type { Page } from '@playwright/test';

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

/** A task of the page's main thread. */
export interface MainTask {
  readonly atUs: number;
  /** CPU time, so that neighbours on the machine count less. */
  readonly cpuMs: number;
}

const isTraceEvent = (event: object): event is TraceEvent =>
  'name' in event && 'ts' in event && 'pid' in event && 'tid' in event && 'ph' in event;

/**
 * Starts tracing the main thread of this page's browser (one trace per browser); returns a function that ends the trace
 * and gives its tasks.
 */
export async function traceMainThread(page: Page): Promise<() => Promise<readonly MainTask[]>> {
  const cdp = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) if (isTraceEvent(event)) events.push(event);
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise<void>((resolve) => cdp.once('Tracing.tracingComplete', () => resolve()));
    await cdp.send('Tracing.end');
    await complete;
    const mains = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid}:${tid}`),
    );
    return events
      .filter(({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && mains.has(`${pid}:${tid}`))
      .map(({ ts, tdur, dur = 0 }) => ({ atUs: ts, cpuMs: (tdur ?? dur) / 1000 }));
  };
}
