import { chromium, type Browser } from '@playwright/test';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { summary } from './percentiles.ts';

const loads = 7;

/** Bytes of JavaScript and CSS over the wire on the login page, and how soon the desk can be used. */
export async function benchPage(): Promise<unknown> {
  const server = await ServerProcess.start();
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    return { loginPage: await measureLogin(browser, server), desk: await measureDesk(browser, server) };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function measureLogin(browser: Browser, server: ServerProcess) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = { Script: 0, Stylesheet: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === 'Script' || type === 'Stylesheet') bytes[type] += encodedDataLength;
  });
  await cdp.send('Network.enable');
  await page.goto(`${server.url}/ins-login`, { waitUntil: 'networkidle' });
  await context.close();
  return { scriptKB: Math.round(bytes.Script / 1_000), styleKB: Math.round(bytes.Stylesheet / 1_000), totalKB: Math.round((bytes.Script + bytes.Stylesheet) / 1_000), target: { totalKB: 200 } };
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
