import type { Page } from '@playwright/test';
import * as z from 'zod';

/** Covers a list on its way, a form or chart that waits for its figures, and figures that are not known yet. */
const waitingMarks = '.ti-skeleton, .ti-loading[data-shown], [aria-busy=true]:not(button)';

/**
 * Runs in the page, so it is text. Each press on a menu entry begins an opening; it ends in the frame after the one that
 * paints the other page with nothing waiting in it. What it asked the server meanwhile comes from the browser's own
 * records.
 */
export const watchOpenings = `
  globalThis.opening = null;
  performance.setResourceTimingBufferSize(20_000);
  const isWaiting = (main) =>
    main.querySelector('${waitingMarks}') !== null || /正在(加载|读取|计算|查找|核对)/.test(main.textContent);
  const look = () => {
    const now = globalThis.opening;
    if (now === null || now.shownMs !== null || location.pathname !== now.path) return;
    const main = document.getElementById('ti-main');
    if (main === null || main.firstElementChild === null || main.firstElementChild === now.before) return;
    now.changedMs ??= performance.now();
    if (isWaiting(main)) return;
    now.shownMs = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => { now.paintedMs = performance.now(); }));
  };
  addEventListener('pointerdown', (event) => {
    const link = event.target.closest?.('.ti-header-tabs a, .ti-drawer a');
    if (!link) return;
    globalThis.opening = {
      path: new URL(link.href).pathname,
      before: document.getElementById('ti-main')?.firstElementChild ?? null,
      pressedMs: event.timeStamp, changedMs: null, shownMs: null, paintedMs: null,
    };
  }, { capture: true });
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  globalThis.readOpening = () => {
    const { path, pressedMs, changedMs, paintedMs, shownMs } = globalThis.opening;
    const since = performance
      .getEntriesByType('resource')
      .filter(({ startTime, responseEnd }) => responseEnd > pressedMs && startTime < shownMs);
    const part = ({ name, startTime, responseEnd }) => ({
      url: name.replace(location.origin, ''), fromMs: startTime - pressedMs, untilMs: responseEnd - pressedMs,
    });
    return {
      path, changedMs: changedMs - pressedMs, paintedMs: paintedMs - pressedMs,
      asked: since.filter(({ name }) => new URL(name).pathname.startsWith('/api/')).map(part),
      fetched: since.filter(({ name }) => /\\.(js|css)$/.test(name)).map(part),
    };
  };
`;

const partSchema = z.object({ url: z.string(), fromMs: z.number(), untilMs: z.number() });
const openingSchema = z.object({
  path: z.string(),
  /** The page before is gone. */
  changedMs: z.number(),
  paintedMs: z.number(),
  asked: z.array(partSchema),
  fetched: z.array(partSchema),
});

/** One opening, all times in ms since the press. */
export type Opening = z.infer<typeof openingSchema>;

/** Presses this entry of the menu, after the pointer has rested on it for `hoverMs`, and waits for its page. */
export async function openByMenu(page: Page, path: string, hoverMs: number): Promise<Opening> {
  const entry = page.locator(`.ti-drawer a[href="${path}"], .ti-header-tabs a[href="${path}"]`).last();
  if (hoverMs > 0) {
    await entry.hover();
    await page.waitForTimeout(hoverMs);
  }
  await entry.click();
  await page.waitForFunction((asked) => {
    const opening: unknown = Reflect.get(globalThis, 'opening');
    return (
      typeof opening === 'object' &&
      opening !== null &&
      Reflect.get(opening, 'path') === asked &&
      Reflect.get(opening, 'paintedMs') !== null
    );
  }, path);
  return openingSchema.parse(await page.evaluate('readOpening()'));
}
