import { test as base, expect, type Page } from '@playwright/test';
import { LiftDevice } from '../support/liftDevice.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';

interface Stage {
  readonly server: ServerProcess;
  /** The collector of the small city's first lift, as a real MQTT client. */
  readonly lift: LiftDevice;
}

/** Each story plays on a server, a store and a lift of its own. */
export const test = base.extend<Stage>({
  server: async ({}, use) => {
    const server = await ServerProcess.start();
    await use(server);
    await server.dispose();
  },
  lift: async ({ server }, use) => {
    const lift = await LiftDevice.connect(server, smallCity.lift.deviceKey);
    await use(lift);
    await lift.close();
  },
});
export { expect };

export async function signIn(page: Page, server: ServerProcess, account: string): Promise<void> {
  await page.goto(`${server.url}/ins-login`);
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.getByRole('textbox', { name: /^密码/ }).fill(testPassword);
  await page.getByRole('textbox', { name: /^密码/ }).press('Enter');
  await page.waitForURL(`${server.url}/`);
  await expect(page.getByText('数据实时')).toBeVisible();
}

/** Opens a page by the router, as the menu does: a reload would take seconds for each page. */
export async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Opens a page and waits until it has loaded. */
export async function visit(page: Page, server: ServerProcess, path: string): Promise<void> {
  await open(page, path);
  await expect(page).toHaveURL(`${server.url}${path}`);
  await expect(page.getByRole('main').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

export const alarmDialog = (page: Page) => page.getByRole('alertdialog');
