import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import * as z from 'zod';
import { dayOf } from '../../src/contract/time.ts';
import { ApiClient } from '../support/apiClient.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { summary } from './percentiles.ts';

const loads = 7;

/** Lighthouse's slow 4G: round trip and bytes/s as the page meets them; and a telephone's CPU, a quarter of a desktop's. */
const slow4g = { latency: 150, downloadThroughput: (1.6 * 1_000_000) / 8, uploadThroughput: (750 * 1_000) / 8 };
const cpuSlowdown = 4;
const visit = new RegExp(smallCity.lift.tag);

/** Returns how soon a worker can open a visit on a telephone: for the first time and again with the network, and without one. */
export async function benchWorkPage(): Promise<unknown> {
  const server = await ServerProcess.start({ TEST_MAINTENANCE: '1' });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    await planVisit(server);
    const first = await firstLoads(browser, server);
    const signedIn = await openTelephone(browser);
    const page = await signedIn.newPage();
    await page.goto(`${server.url}/work`);
    await signIn(page);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await throttle(page);
    const again = await loadsOf(page, server);
    await signedIn.setOffline(true);
    const offline = await loadsOf(page, server);
    return {
      loads,
      cpuSlowdown,
      network: slow4g,
      firstVisitToSignInMs: summary(first),
      visitsOnScreenMs: summary(again),
      visitsOnScreenOfflineMs: summary(offline),
      target: { firstVisitToSignInMs: 1_500, visitsOnScreenMs: 1_500, visitsOnScreenOfflineMs: 500 },
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function planVisit(server: ServerProcess): Promise<void> {
  const maintenance = await ApiClient.login(server.url, 'maintenance');
  const planned = await maintenance.post('/api/order/maintain', {
    elevator_id: smallCity.lift.id,
    kind: 'extra',
    items: ['A-1-01'],
    due: dayOf(Date.now()),
  });
  const { id } = z.object({ id: z.number() }).parse(planned.data);
  await maintenance.post('/api/order/maintain/assign', { ids: [id], person_ids: [31] });
}

const openTelephone = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('账号').fill('maintenance');
  await page.getByLabel('密码').fill(testPassword);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('button', { name: visit }).waitFor();
}

async function throttle(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

/** Nothing is kept yet: until the form of the sign-in takes words. */
async function firstLoads(browser: Browser, server: ServerProcess): Promise<number[]> {
  const readyMs: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    const context = await openTelephone(browser);
    const page = await context.newPage();
    await throttle(page);
    await page.goto(`${server.url}/work`);
    await page.getByLabel('账号').fill('maintenance');
    readyMs.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  return readyMs;
}

/** Until the worker's visit can be tapped. */
async function loadsOf(page: Page, server: ServerProcess): Promise<number[]> {
  const readyMs: number[] = [];
  for (let load = 0; load < loads; load += 1) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/work`);
    await page.getByRole('button', { name: visit }).waitFor();
    readyMs.push(await page.evaluate(() => performance.now()));
  }
  return readyMs;
}
