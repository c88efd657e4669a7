import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { summary } from './percentiles.ts';
import { signInAt } from './wideCity.ts';

const loads = 7;

/** Bytes of JavaScript and CSS over the wire on the login page and on the wall, and how soon the desk can be used. */
export async function benchPage(): Promise<unknown> {
  const server = await ServerProcess.start();
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    return {
      loginPage: await measureLogin(browser, server),
      wall: await measureWall(server),
      desk: await measureDesk(browser, server),
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function measureLogin(browser: Browser, server: ServerProcess) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const count = await countBytes(page);
  await page.goto(`${server.url}/ins-login`, { waitUntil: 'networkidle' });
  const counted = await count();
  await context.close();
  return { ...counted, target: { totalKB: 200 } };
}

/** With the map on the 2D canvas, and by deck.gl on a WebGL2 that the CPU draws: the same code as with a graphics device. */
async function measureWall(server: ServerProcess) {
  const { args, ...options } = chromiumLaunchOptions();
  const browser = await chromium.launch({
    ...options,
    args: [
      ...args.filter((arg) => !/gpu|gl=|angle/.test(arg)),
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  });
  try {
    const signedIn = await browser.newContext();
    await signInAt(signedIn, server.url, 'regulator');
    const kept = await signedIn.storageState();
    const measured: Record<string, unknown> = {};
    for (const map of ['canvas', 'webgl'] as const) {
      const context = await browser.newContext({ storageState: kept });
      const page = await context.newPage();
      const count = await countBytes(page);
      await page.goto(`${server.url}/data-board?map=${map}`);
      await page.locator(`.ti-map[data-renderer=${map}]`).waitFor();
      await page.getByText(/^实时 · /).waitFor();
      measured[map] = await count();
      await context.close();
    }
    return { ...measured, target: { totalKB: 700 } };
  } finally {
    await browser.close();
  }
}

const kB = (values: readonly number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) / 1_000);

/** Counts the bytes that the page fetches from now on, compressed as the server sends them to anyone (gzip); headers are counted separately. */
async function countBytes(page: Page) {
  const finished: Promise<{ readonly kind: 'script' | 'style'; readonly body: number; readonly headers: number }>[] =
    [];
  page.on('requestfinished', (request) => {
    const [, extension] = /\.(js|css)$/.exec(new URL(request.url()).pathname) ?? [];
    if (extension === undefined) return;
    finished.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
        kind: extension === 'css' ? 'style' : 'script',
        body: responseBodySize,
        headers: responseHeadersSize,
      })),
    );
  });
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  return async () => {
    const files = await Promise.all(finished);
    const of = (kind: 'script' | 'style'): number[] => files.flatMap((file) => (file.kind === kind ? [file.body] : []));
    const workers = await Promise.all(page.workers().map(async (worker) => workerBytes(worker.url())));
    return {
      scriptKB: kB(of('script')),
      styleKB: kB(of('style')),
      workerKB: kB(workers),
      totalKB: kB([...of('script'), ...of('style'), ...workers]),
      headersKB: kB(files.map(({ headers }) => headers)),
    };
  };
}

/** The page does not tell of what its workers load. */
async function workerBytes(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await response.arrayBuffer();
  return Number(response.headers.get('content-length') ?? 0);
}

async function measureDesk(browser: Browser, server: ServerProcess) {
  const lift = await LiftDevice.connect(server, smallCity.lift.deviceKey);
  await lift.raise('trapped');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${server.url}/ins-login`);
  await page.getByRole('textbox', { name: /^账号/ }).fill('maintenance');
  await page.getByRole('textbox', { name: /^密码/ }).fill(testPassword);
  await page.getByRole('textbox', { name: /^密码/ }).press('Enter');
  await page.waitForURL(`${server.url}/`);
  const readyMs: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/alarm-center`);
    await page.getByText(smallCity.lift.rescueCode).first().waitFor();
    readyMs.push(await page.evaluate(() => performance.now()));
  }
  await context.close();
  await lift.close();
  return { loads, orderOnScreenMs: summary(readyMs), target: { p50: 1_000 } };
}
