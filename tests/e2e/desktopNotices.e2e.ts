import type { Page } from '@playwright/test';
import { LiftDevice } from '../support/liftDevice.ts';
import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, signIn, test } from './support.ts';

interface Desktop {
  /** The browser's reports about its notifications, oldest first: `show 轿厢按钮求救…`. */
  told: string[];
  clickLast: () => void;
  hide: (isHidden: boolean) => void;
}
declare global {
  interface Window {
    desktop: Desktop;
  }
}

/**
 * Records what the browser tells about the notifications that it really shows. Headless Chromium never hides a page, and no one can click
 * its desktop: the window's visibility and the click are all that is played here.
 */
async function recordDesktop(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isHidden = false;
    const shown: Notification[] = [];
    const told: string[] = [];
    const Real = window.Notification;
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(this);
        for (const kind of ['show', 'close', 'error'])
          this.addEventListener(kind, () => told.push(`${kind} ${this.title} ${this.body}`));
      }
      override close(): void {
        super.close();
        sessionStorage.setItem('lastClosed', this.title);
      }
    };
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    window.desktop = {
      told,
      clickLast: () => shown.at(-1)?.dispatchEvent(new Event('click')),
      hide: (next) => {
        isHidden = next;
        document.dispatchEvent(new Event('visibilitychange'));
      },
    };
  });
}

const told = (page: Page): Promise<readonly string[]> => page.evaluate(() => window.desktop.told);
const hide = (page: Page, isHidden: boolean): Promise<void> => page.evaluate((to) => window.desktop.hide(to), isHidden);

test('a call that rings behind another window is on the desktop until it is answered', async ({
  page,
  context,
  server,
  lift,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['notifications'], { origin: server.url });
  await recordDesktop(page);
  await signIn(page, server, 'dispatcher1');
  await hide(page, true);
  await lift.raise('SOS');
  await expect.poll(() => told(page)).toEqual([expect.stringMatching(/^show 轿厢按钮求救，请立即接听 /)]);

  // A second call takes the place of the notice, and counts.
  const far = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await far.raise('trapped');
  await expect.poll(() => told(page)).toContainEqual(expect.stringMatching(/^show .*另有 1 起呼叫等待受理$/));
  await expect.poll(async () => (await told(page)).filter((line) => line.startsWith('close'))).toHaveLength(1);

  // A click on it takes it away; coming back to the window shows the dialog alone.
  await page.evaluate(() => window.desktop.clickLast());
  await expect.poll(async () => (await told(page)).filter((line) => line.startsWith('close'))).toHaveLength(2);
  await hide(page, false);
  await expect(alarmDialog(page)).toBeVisible();

  // Hidden again, the notice comes back. A page that goes takes it along.
  await hide(page, true);
  await expect.poll(async () => (await told(page)).filter((line) => line.startsWith('show'))).toHaveLength(3);
  await page.evaluate(() => sessionStorage.removeItem('lastClosed'));
  await page.reload();
  expect(await page.evaluate(() => sessionStorage.getItem('lastClosed'))).toMatch(/请立即接听$/);
  expect((await told(page)).filter((line) => line.startsWith('error'))).toEqual([]);
  await far.close();
});

test('a permission taken back in the browser is told where it is asked for', async ({ page, context, server }) => {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await signIn(page, server, 'dispatcher1');
  await page.getByRole('button', { name: /张伟/ }).click();
  await page.getByRole('menuitem', { name: '报警音量' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('呼叫会显示为桌面通知');
  await context.clearPermissions();
  await expect(dialog).not.toContainText('呼叫会显示为桌面通知');
});
