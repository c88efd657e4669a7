import { chromium } from '@playwright/test';
import { builtScreens } from '../../src/contract/screens.ts';
import { installCanvasCount } from '../support/canvasCount.ts';
import { measuringLaunchOptions, readHoldings, type PageHoldings } from '../support/wallDisplay.ts';
import { expect, signIn, test, visit } from './support.ts';

/** Variations by responses that happen to be in progress, and by what React keeps of the screen before: up and down by some 70 nodes. */
const slack = { nodes: 120, listeners: 30, heapShare: 1.1 } as const;
/** Over 45 screens each; what a screen leaves behind adds up within one. */
const rounds = process.env['TIAN_SOAK'] === '1' ? 4 : 1;

test('I go through every screen again and again, and the page holds no more than after the first time', async ({
  server,
  lift,
}) => {
  test.setTimeout(240_000);
  const browser = await chromium.launch(measuringLaunchOptions());
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  });
  await context.addInitScript(installCanvasCount);
  const page = await context.newPage();
  await lift.report(7, 2);
  await signIn(page, server, 'super');
  const cdp = await context.newCDPSession(page);

  const visitAll = async (): Promise<void> => {
    for (const { path } of builtScreens) await visit(page, server, path);
    await visit(page, server, '/');
    await expect(page.getByText('数据实时')).toBeVisible();
  };

  await visitAll();
  await visitAll();
  const before = await readHoldings(page, cdp);
  for (let round = 0; round < rounds; round += 1) await visitAll();
  let after: PageHoldings = await readHoldings(page, cdp);
  const tooMuch = (): readonly string[] => [
    ...(after.heapBytes <= before.heapBytes * slack.heapShare ? [] : [`heap ${before.heapBytes} → ${after.heapBytes}`]),
    ...(after.nodes <= before.nodes + slack.nodes ? [] : [`nodes ${before.nodes} → ${after.nodes}`]),
    ...(after.listeners <= before.listeners + slack.listeners
      ? []
      : [`listeners ${before.listeners} → ${after.listeners}`]),
    ...(after.canvases === before.canvases &&
    after.contexts2d <= before.contexts2d &&
    after.contextsWebGl <= before.contextsWebGl
      ? []
      : [`canvases ${JSON.stringify([before, after])}`]),
    ...(after.workers <= before.workers ? [] : [`workers ${before.workers} → ${after.workers}`]),
  ];
  // A screen that was left just now may still be let go.
  await expect
    .poll(
      async () => {
        after = await readHoldings(page, cdp);
        return tooMuch();
      },
      { timeout: 20_000 },
    )
    .toEqual([]);
  await browser.close();
});
