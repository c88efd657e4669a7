import type { Page } from '@playwright/test';
import { pictureStats } from '../support/pictureStats.ts';
import { expect as hurriedExpect, signIn, test } from './support.ts';

/** Software painting of twelve million pixels takes its time. */
const expect = hurriedExpect.configure({ timeout: 60_000 });

/**
 * The displays of design/look: their pixels, and the scaling that the system is set to. The tightest; the soak adds the
 * others, of which the widest takes a software painter a minute.
 */
const displays = [
  { name: '1920×1080 at 150 %', width: 1920, height: 1080, scaling: 1.5 },
  ...(process.env['TIAN_SOAK'] === '1'
    ? [
        { name: '1366×768', width: 1366, height: 768, scaling: 1 },
        { name: '1920×1080 at 125 %', width: 1920, height: 1080, scaling: 1.25 },
        { name: '1920×1080', width: 1920, height: 1080, scaling: 1 },
        { name: '3840×2160', width: 3840, height: 2160, scaling: 1 },
        { name: '3840×2160 at 150 %', width: 3840, height: 2160, scaling: 1.5 },
        { name: '6656×1792', width: 6656, height: 1792, scaling: 1 },
      ]
    : []),
];

/** Parts of the wall whose text must be completely visible. */
const wordy = '.ti-wall-header *, .ti-wall-panel *, .ti-wall-takeover *, .ti-map-legend *, .ti-time-bar *';

interface Layout {
  readonly view: { readonly width: number; readonly height: number };
  readonly scrolls: boolean;
  /** The drawn wall within the view, and how much wider than high one of its layout pixels is. */
  readonly wall: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
  readonly stretch: number;
  readonly parts: readonly {
    readonly name: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly clipped: readonly string[];
  /** Panels whose chart is larger than they are: drawn for another size and not yet drawn again. */
  readonly overdrawn: readonly string[];
  /** The names of the things that lie on the legend of the map: a panel, a call that takes the centre, a pointer to a call outside. */
  readonly onLegend: readonly string[];
}

/** The position of every part, in CSS pixels of the display. */
function measureWall(page: Page): Promise<Layout> {
  return page.evaluate((wordySelector) => {
    const wall = document.querySelector<HTMLElement>('.ti-wall');
    if (wall === null) throw new Error('there is no wall');
    const box = wall.getBoundingClientRect();
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, where there is nothing from outside
    const isSeen = (element: Element): boolean =>
      element.getClientRects().length > 0 && element.closest('.ti-visually-hidden') === null;
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, where there is nothing from outside
    const hasOwnWords = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
      );
    const clipped = [...document.querySelectorAll<HTMLElement>(wordySelector)]
      .filter(
        (element) =>
          isSeen(element) &&
          hasOwnWords(element) &&
          getComputedStyle(element).overflowX !== 'visible' &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .map((element) => `${element.className}: ${element.textContent ?? ''}`);
    const parts = [
      ...document.querySelectorAll<HTMLElement>(
        '.ti-wall-header, .ti-wall-panel, .ti-wall-takeover, .ti-wall-layout__centre',
      ),
    ].filter(isSeen);
    const overdrawn = [...document.querySelectorAll<HTMLElement>('.ti-wall-panel canvas')]
      .filter(isSeen)
      .flatMap((canvas) => {
        const panel = canvas.closest('.ti-wall-panel');
        const [drawn, room] = [canvas.getBoundingClientRect(), (panel ?? canvas).getBoundingClientRect()];
        const isWithin =
          drawn.left >= room.left - 1 &&
          drawn.right <= room.right + 1 &&
          drawn.top >= room.top - 1 &&
          drawn.bottom <= room.bottom + 1;
        return isWithin ? [] : [`${panel?.querySelector('h2')?.textContent ?? ''}: its chart is larger than the panel`];
      });
    const legend = document.querySelector('.ti-map-legend')?.getBoundingClientRect();
    const onLegend = [
      ...document.querySelectorAll<HTMLElement>('.ti-takeover, .ti-wall-panel, .ti-time-bar, .ti-map-call__pin'),
    ]
      .filter(isSeen)
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return (
          legend !== undefined &&
          left < legend.right &&
          legend.left < right &&
          top < legend.bottom &&
          legend.top < bottom
        );
      })
      .map(({ className }) => className);
    const root = document.scrollingElement ?? document.documentElement;
    return {
      view: { width: window.innerWidth, height: window.innerHeight },
      scrolls: root.scrollWidth > window.innerWidth || root.scrollHeight > window.innerHeight,
      wall: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
      stretch: box.width / wall.offsetWidth / (box.height / wall.offsetHeight),
      parts: parts.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { name: element.querySelector('h2')?.textContent ?? element.className, x, y, width, height };
      }),
      clipped,
      overdrawn,
      onLegend,
    };
  }, wordy);
}

/**
 * Parts of the wall in which nothing is drawn, or more than they hold, by a screenshot that is kept at `path`. `blank`:
 * a page to look at it in.
 */
async function findUnready(page: Page, blank: Page, path: string, scaling: number): Promise<readonly string[]> {
  const { parts, overdrawn } = await measureWall(page);
  const stats = await pictureStats(blank, await page.screenshot({ path, timeout: 60_000 }), parts, scaling);
  return [
    ...overdrawn,
    ...parts
      .filter((_, index) => (stats[index]?.contrast ?? 0) < 3 || (stats[index]?.colours ?? 0) < 8)
      .map(({ name }) => name),
  ];
}

test('on every display the whole wall is visible: nothing scrolls, no text is cut, map and panels are drawn', async ({
  browser,
  page: desk,
  server,
  lift,
}) => {
  test.setTimeout(600_000);
  await lift.report(7, 2);
  for (const kind of ['moto', 'longTimeOpen', 'overLoad', 'trapped'] as const) await lift.raise(kind);
  await signIn(desk, server, 'regulator');
  const storageState = await desk.context().storageState();
  const blank = await browser.newPage();
  for (const { name, width, height, scaling } of displays) {
    await test.step(name, async () => {
      const context = await browser.newContext({
        storageState,
        viewport: { width: Math.round(width / scaling), height: Math.round(height / scaling) },
        deviceScaleFactor: scaling,
        // The map is where it belongs at once.
        reducedMotion: 'reduce',
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      });
      const page = await context.newPage();
      await page.goto(`${server.url}/data-board`);
      await expect(page.getByText(/^实时 · /)).toBeVisible();
      await expect(page.getByRole('region', { name: /翠湖花园 1 幢 1 单元/ })).toBeVisible();
      await expect(page.getByRole('img', { name: /井道：7 层/ })).toBeVisible();
      await expect(page.getByRole('region', { name: '时间轴' })).toBeVisible();
      await expect
        .poll(() => findUnready(page, blank, `.tmp/walls/${name.replaceAll(/[ %]/g, '')}.png`, scaling), {
          timeout: 60_000,
        })
        .toEqual([]);

      const { view, scrolls, wall, stretch, parts, clipped, onLegend } = await measureWall(page);
      const isInside = (box: { left: number; top: number; right: number; bottom: number }): boolean =>
        box.left >= -1 && box.top >= -1 && box.right <= view.width + 1 && box.bottom <= view.height + 1;
      expect(scrolls).toBe(false);
      expect(stretch).toBeCloseTo(1, 2);
      expect(isInside(wall)).toBe(true);
      // No bars beside it: the layout widens with the display.
      expect(Math.abs(wall.right - wall.left - view.width)).toBeLessThan(1);
      expect(Math.abs(wall.bottom - wall.top - view.height)).toBeLessThan(1);
      expect(
        parts
          .filter(({ x, y, width, height }) => !isInside({ left: x, top: y, right: x + width, bottom: y + height }))
          .map((part) => part.name),
      ).toEqual([]);
      expect(parts.length).toBeGreaterThanOrEqual(11);
      expect(clipped).toEqual([]);
      expect(onLegend).toEqual([]);
      await context.close();
    });
  }
});
