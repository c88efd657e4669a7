import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test';
import * as z from 'zod';
import { ApiClient } from './apiClient.ts';
import { chromiumLaunchOptions } from './chromium.ts';
import { installCanvasCount } from './canvasCount.ts';
import { installLeapingTime } from './leapingTime.ts';
import { pictureStats, type PictureStats } from './pictureStats.ts';
import type { ServerProcess } from './serverProcess.ts';

/**
 * Chromium for measuring a heap: without machine code, which comes with how often a function has run and not with how long a page is open.
 * In a week of leaps it would come little by little over days; in a real one it is there after minutes.
 */
export function measuringLaunchOptions(): ReturnType<typeof chromiumLaunchOptions> {
  const options = chromiumLaunchOptions();
  return { ...options, args: [...options.args, '--js-flags=--no-sparkplug --no-maglev --no-opt'] };
}

/** The holdings of a page after two collections. */
export interface PageHoldings {
  readonly heapBytes: number;
  /** Without what grows with the day until midnight: the figures of its curve as a table, and the time bar's recorded stretches. */
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  readonly canvases: number;
  readonly contexts2d: number;
  readonly contextsWebGl: number;
  readonly workers: number;
}

export interface WallPicture {
  readonly map: PictureStats;
  readonly panels: readonly PictureStats[];
}

interface DisplayOptions {
  /** The server's address for the browser: a proxy in front of it, perhaps. */
  readonly url: string;
  /** The part of the address after `/data-board`. */
  readonly query?: string;
  /** The time by which the server was started ahead of the real time (`TEST_CLOCK_AHEAD_MS`). */
  readonly aheadMs: number;
}

const pairingSchema = z.object({ code: z.string() });
const minuteMs = 60_000;
const viewport = { width: 1366, height: 768 } as const;

/** Counts what a page holds, through the browser's own instruments. */
export async function readHoldings(page: Page, cdp: CDPSession): Promise<PageHoldings> {
  for (let round = 0; round < 2; round += 1) await cdp.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { documents, nodes, jsEventListeners }, drawn] = await Promise.all([
    cdp.send('Runtime.getHeapUsage'),
    cdp.send('Memory.getDOMCounters'),
    page.evaluate(() => {
      const growing = [...document.querySelectorAll('.ti-chart table, .ti-time-bar__kept')];
      const ofTheDay = growing.reduce((sum, part) => {
        const walker = document.createTreeWalker(part);
        let count = 1;
        while (walker.nextNode() !== null) count += 1;
        return sum + count;
      }, 0);
      return { canvases: document.querySelectorAll('canvas').length, ofTheDay, ...window.countContexts() };
    }),
  ]);
  return {
    heapBytes: usedSize,
    nodes: nodes - drawn.ofTheDay,
    listeners: jsEventListeners,
    documents,
    canvases: drawn.canvases,
    contexts2d: drawn.canvas2d,
    contextsWebGl: drawn.webgl,
    workers: page.workers().length,
  };
}

/**
 * A display of a control room: a browser of its own on `/data-board`, paired once, whose time and whose server's time a
 * test moves on together.
 */
export class WallDisplay {
  readonly page: Page;
  readonly #cdp: CDPSession;
  readonly #context: BrowserContext;
  readonly #server: ServerProcess;
  /** Looks at pictures: a page without the product's policy. */
  readonly #blank: Page;
  #aheadMs: number;
  /** The number of times that the page asked someone to sign in or to pair it. */
  signInsAsked = 0;
  /** Uncaught errors of the page, and what it wrote to the console as an error. */
  readonly errors: string[] = [];

  private constructor(parts: {
    aheadMs: number;
    page: Page;
    cdp: CDPSession;
    context: BrowserContext;
    server: ServerProcess;
    blank: Page;
  }) {
    this.page = parts.page;
    this.#aheadMs = parts.aheadMs;
    this.#cdp = parts.cdp;
    this.#context = parts.context;
    this.#server = parts.server;
    this.#blank = parts.blank;
    parts.page.on('pageerror', (error) => this.errors.push(error.message));
  }

  /** Opens the wall and pairs it. */
  static async open(
    browser: Browser,
    server: ServerProcess,
    { url, query = '', aheadMs }: DisplayOptions,
  ): Promise<WallDisplay> {
    // A worker's script that comes from a test has no address of its own, and its page's address is then a foreign network to it.
    const context = await browser.newContext({
      viewport,
      permissions: ['local-network-access'],
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    });
    await context.addInitScript(installLeapingTime, aheadMs);
    await context.addInitScript(installCanvasCount);
    const page = await context.newPage();
    const blank = await browser.newPage();
    const display = new WallDisplay({ aheadMs, page, cdp: await context.newCDPSession(page), context, server, blank });
    // A worker knows nothing of the page's init scripts: its own script brings the clock along.
    await context.route(/\.worker-[\w-]+\.js$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: `(${installLeapingTime.toString()})(${display.#aheadMs});\n${await answer.text()}`,
      });
    });
    const admin = await ApiClient.login(server.url, 'admin');
    const { code } = pairingSchema.parse((await admin.post('/api/wall/pairing', { name: '指挥中心主屏' })).data);
    await page.goto(`${url}/data-board${query}`);
    await page.getByRole('textbox', { name: '配对码' }).fill(code, { timeout: 60_000 });
    await page.getByRole('button', { name: /配对并打开/ }).click();
    await display.untilLive();
    return display;
  }

  /** The time by which display and server are ahead of the real time. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  get nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The wall shows data that is fresh, and its map. */
  async untilLive(): Promise<void> {
    for (const sign of this.#signsOfLife) await sign.waitFor({ timeout: 60_000 });
  }

  /** As `untilLive`, as it is now. */
  async isLive(): Promise<boolean> {
    const shown = await Promise.all(this.#signsOfLife.map((sign) => sign.isVisible()));
    return shown.every(Boolean);
  }

  get #signsOfLife(): readonly Locator[] {
    return [
      this.page.getByText(/^实时 · /),
      this.page.locator('.ti-map:not([data-renderer="none"])'),
      this.page.locator('.ti-wall-layout:not([data-stale])'),
    ];
  }

  /**
   * Moves time on: the page's in one leap, the server's minute by minute, in each of which the lifts say how they are
   * before its timers run. The page's own timers run last, when there is something to show.
   */
  async leap(byMs: number, report: (isFirst: boolean) => Promise<void>): Promise<void> {
    this.#aheadMs += byMs;
    await this.#patiently(() => this.page.evaluate((aheadMs) => window.leapingTime.moveTo(aheadMs), this.#aheadMs));
    for (let leftMs = byMs; leftMs > 0; leftMs -= minuteMs) {
      await this.#server.tellClock({ kind: 'shift', byMs: Math.min(leftMs, minuteMs) });
      await report(leftMs === byMs);
      await this.#server.tellClock({ kind: 'runDue' });
    }
    const isAsked = await this.#patiently(() =>
      this.page.evaluate(async () => {
        await window.leapingTime.runDue();
        await new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
        return document.querySelector('.ti-pairing') !== null || window.location.pathname !== '/data-board';
      }),
    );
    if (isAsked) this.signInsAsked += 1;
  }

  /** Starts the server (again) at the time that it is here. */
  async restartServer(): Promise<void> {
    await this.#server.restart({ TEST_CLOCK_AHEAD_MS: String(this.#aheadMs) });
  }

  /** The least of some readings: what a timer or an answer under way holds is let go, what leaks is not. */
  async holdings(readings = 4): Promise<PageHoldings> {
    const read: PageHoldings[] = [];
    for (let round = 0; round < readings; round += 1) {
      if (round > 0)
        await this.page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
      read.push(await readHoldings(this.page, this.#cdp));
    }
    const least = (pick: (one: PageHoldings) => number): number => Math.min(...read.map(pick));
    return {
      heapBytes: least((one) => one.heapBytes),
      nodes: least((one) => one.nodes),
      listeners: least((one) => one.listeners),
      documents: least((one) => one.documents),
      canvases: least((one) => one.canvases),
      contexts2d: least((one) => one.contexts2d),
      contextsWebGl: least((one) => one.contextsWebGl),
      workers: least((one) => one.workers),
    };
  }

  /** Returns the picture of the wall; `keepAs` is where the picture is kept. */
  async look(keepAs?: string): Promise<WallPicture> {
    const png = await this.page.screenshot();
    if (keepAs !== undefined) {
      await mkdir(dirname(keepAs), { recursive: true });
      await writeFile(keepAs, png);
    }
    const regions = await this.page.evaluate(() =>
      [...document.querySelectorAll('.ti-wall-layout__centre, .ti-wall-panel')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    const [map, ...panels] = await pictureStats(this.#blank, png, regions);
    if (map === undefined) throw new Error('the wall has no map');
    return { map, panels };
  }

  async close(): Promise<void> {
    await this.#blank.close();
    await this.#context.close();
  }

  /** Done in the page; one that is just being loaded again is waited for. */
  async #patiently<Output>(act: () => Promise<Output>): Promise<Output> {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (!(error instanceof Error) || !/context was destroyed|navigation|leapingTime/i.test(error.message))
          throw error;
        await this.page.waitForFunction(() => window.leapingTime !== undefined);
      }
    }
  }
}
