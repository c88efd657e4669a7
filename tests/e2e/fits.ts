import type { Page, TestInfo } from '@playwright/test';
import { expect } from './support.ts';

const isSoak = process.env['TIAN_SOAK'] === '1';

/** CSS pixels of a window; `isPictured`: a picture of it is left in the results. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly isPictured: boolean;
}

const narrowest: Size = { width: 1024, height: 768, isPictured: isSoak };
/** 1440×900 at 125 %. */
const lowest: Size = { width: 1152, height: 720, isPictured: false };
const usual: Size = { width: 1440, height: 900, isPictured: true };
/** 1920×1080 at 150 % and at 100 %, which lie between and beyond the others. */
const larger: readonly Size[] = [
  { width: 1280, height: 720, isPictured: false },
  { width: 1920, height: 1080, isPictured: false },
];

/** The desk must not scroll, so that no call leaves the window: it is looked at in the lowest one, too. */
const deskWindows = [narrowest, lowest, usual, ...(isSoak ? larger : [])];
/** A picture is taken where a person looks first: of the usual one, and in the soak of the narrowest too. */
const windows = isSoak ? deskWindows : [narrowest, usual];

/** Returns the elements that leave the window, in words; empty when everything fits. */
function outside(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // What observes its size has taken the window's by the second frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    const beyond = [...document.querySelectorAll('#root *')].filter((element) => {
      const { right, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || right <= clientWidth + 1) return false;
      // What a box around it clips or scrolls is not outside.
      for (let parent = element.parentElement; parent !== null; parent = parent.parentElement)
        if (getComputedStyle(parent).overflowX !== 'visible') return false;
      return true;
    });
    // A page may be longer than the window, but not longer than what is drawn in it.
    const content = document.querySelector('#ti-main')?.getBoundingClientRect().bottom ?? 0;
    const longest = Math.max(clientHeight, content + window.scrollY);
    const cutTabs = [...document.querySelectorAll('.ti-header-tabs ul')].filter(
      (list) => list.scrollWidth > list.clientWidth + 1,
    );
    // No column is squeezed until its name is cut, and what can be done with a row is in the window.
    const cutNames = [...document.querySelectorAll('#ti-main th')].filter(
      (name) => name.scrollWidth > name.clientWidth + 1,
    );
    const cutActs = [...document.querySelectorAll('#ti-main .ti-grid__buttons > :last-child')].filter(
      (act) => act.getBoundingClientRect().right > clientWidth,
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...(scrollHeight > longest + 1 ? [`the page is ${scrollHeight} px high, its content only ${longest}`] : []),
      ...[...beyond.slice(0, 5), ...cutTabs, ...cutNames, ...cutActs.slice(0, 1)].map(
        ({ tagName, className, textContent }) => `${tagName}.${className} “${(textContent ?? '').slice(0, 20)}”`,
      ),
    ];
  });
}

/**
 * The page as it stands fits each window in use: nothing leaves it sideways, and it does not scroll beyond its content.
 * `alsoHolds` adds what else must hold at each size. Pictures are left in the results.
 */
export async function expectFits(
  page: Page,
  info: TestInfo,
  name: string,
  alsoHolds: () => Promise<void> = () => Promise.resolve(),
  sizes = windows,
): Promise<void> {
  const before = page.viewportSize();
  for (const { isPictured, ...size } of sizes) {
    const sized = `${size.width}x${size.height}`;
    await page.setViewportSize(size);
    if (isPictured) await page.screenshot({ path: info.outputPath(`${name}-${sized}.jpg`), type: 'jpeg', quality: 80 });
    await expect.poll(() => outside(page), { message: `${name} at ${sized}` }).toEqual([]);
    await alsoHolds();
  }
  if (before !== null) await page.setViewportSize(before);
}

/** The desk fits without scrolling, and its form can be submitted: the button is inside the window. */
export async function expectDeskFits(page: Page, info: TestInfo, name: string, submit: string | RegExp): Promise<void> {
  const formStaysInView = async (): Promise<void> => {
    await expect(page.getByRole('button', { name: submit })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('group', { name: '时间线内容' })).toBeInViewport({ ratio: 1 });
    expect(
      await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
    ).toBe(0);
  };
  await expectFits(page, info, name, formStaysInView, deskWindows);
}
