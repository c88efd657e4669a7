import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import * as z from 'zod';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { traceMainThread } from './mainThread.ts';
import { summary } from './percentiles.ts';
import { openWideCity, signInAt } from './wideCity.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const loads = Number(process.env['BENCH_LOADS'] ?? 7);
/** The wall goes on polling while its heap is looked at. */
const settleMs = 5_000;

/**
 * Runs in the page, so it is text. The map writes its dots as one picture; the first of the size of the map that holds
 * more than the few marks of a legend has every lift in it. It counts as painted in the frame after.
 */
const watchPaint = `
  globalThis.painted = null;
  const put = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    if (globalThis.painted !== null || image.width < 600 || rest.length > 2) return;
    const pixels = new Uint32Array(image.data.buffer);
    let covered = 0;
    for (let at = 0; at < pixels.length; at += 1) if (pixels[at] !== 0) covered += 1;
    if (covered < 2_000) return;
    CanvasRenderingContext2D.prototype.putImageData = put;
    globalThis.painted = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.painted = performance.now(); }));
  };
`;

/**
 * From opening the wall's address to the map with all its lifts, on the 2D canvas; with an empty cache and with a full
 * one; the CPU time that the page's main thread and the server use for it, regardless of other load; and the heap
 * afterwards, with what its arrays hold.
 */
export async function benchWall(): Promise<unknown> {
  const city = await openWideCity(lifts);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const signedIn = await browser.newContext();
    await signInAt(signedIn, city.url, 'regulator');
    const kept = await signedIn.storageState();
    await signedIn.close();
    const address = `${city.url}/data-board`;
    const coldMs: number[] = [];
    const warmMs: number[] = [];
    const pageCpuMs: number[] = [];
    const serverCpuMs: number[] = [];
    const heapMB: number[] = [];
    for (let load = 0; load < loads; load += 1) {
      const context = await newWall(browser, kept);
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      const before = await city.counts();
      const stopTrace = await traceMainThread(page);
      coldMs.push(await openWall(page, address));
      serverCpuMs.push((await city.counts()).cpuMs - before.cpuMs);
      pageCpuMs.push((await stopTrace()).reduce((sum, { cpuMs }) => sum + cpuMs, 0));
      await page.goto('about:blank');
      warmMs.push(await openWall(page, address));
      await page.waitForTimeout(settleMs);
      heapMB.push(await heapAfterCollection(cdp));
      await context.close();
    }
    return {
      lifts,
      loads,
      coldMs: summary(coldMs),
      warmMs: summary(warmMs),
      coldCpuMs: { page: summary(pageCpuMs), server: summary(serverCpuMs) },
      heapMB: summary(heapMB),
      target: { firstPictureMs: 2_000, heapMB: 150 },
    };
  } finally {
    await browser.close();
    await city.dispose();
  }
}

async function newWall(
  browser: Browser,
  kept: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, storageState: kept });
  await context.addInitScript({ content: watchPaint });
  return context;
}

/** Milliseconds since the navigation began. */
async function openWall(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => Number(Reflect.get(globalThis, 'painted')) > 0, undefined, {
    polling: 100,
    timeout: 60_000,
  });
  return z.number().parse(await page.evaluate(() => Reflect.get(globalThis, 'painted')));
}

const heapSchema = z.object({ usedSize: z.number(), backingStorageSize: z.number() });

async function heapAfterCollection(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize } = heapSchema.parse(await cdp.send('Runtime.getHeapUsage'));
  return (usedSize + backingStorageSize) / 1_000_000;
}
