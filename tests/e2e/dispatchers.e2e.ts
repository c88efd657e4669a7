import { LiftDevice } from '../support/liftDevice.ts';
import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, signIn, test } from './support.ts';

test('two of us answer at the same time: one gets the call, the other learns who', async ({
  browser,
  server,
  lift,
}) => {
  const zhang = await (await browser.newContext()).newPage();
  const li = await (await browser.newContext()).newPage();
  await signIn(zhang, server, 'dispatcher1');
  await signIn(li, server, 'dispatcher2');
  await lift.raise('SOS');
  await expect(alarmDialog(zhang)).toBeVisible();
  await expect(alarmDialog(li)).toBeVisible();

  await alarmDialog(zhang).getByRole('button', { name: /接听/ }).click();
  await zhang.waitForURL(/alarm-center/);
  await expect(li.getByText(/张伟.*受理/).first()).toBeVisible();
  await expect(alarmDialog(li)).toBeHidden();
});

test('the call rings on every screen, and where I am typing nothing is lost', async ({ page, server, lift }) => {
  test.setTimeout(120_000);
  await signIn(page, server, 'dispatcher1');
  await page.goto(`${server.url}/alarm-center/rescue-call-history`);
  const search = page.getByPlaceholder(/标签/);
  await search.pressSequentially('翠湖');
  await lift.raise('trapped');
  await expect(alarmDialog(page)).toBeVisible();
  // Enter and Space that were meant for the field answer nothing; F9 does.
  await page.keyboard.press('Enter');
  await expect(alarmDialog(page)).toBeVisible();
  await expect(search).toHaveValue('翠湖');
  await page.keyboard.press('Escape');
  await expect(alarmDialog(page)).toBeVisible();
  // Tab leads from the field into the dialog, onto nothing that the next Enter would trigger, and around in it.
  await page.keyboard.press('Tab');
  await expect(alarmDialog(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const isInside = () => alarmDialog(page).evaluate((box) => box.contains(document.activeElement));
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    expect(await isInside()).toBe(true);
  }
  await expect(page.locator('[data-behind-dialogs]')).toHaveAttribute('inert');
  // The answer key is ignored for the dialog's first half second, so that a key meant for something else answers no call.
  await expect(async () => {
    await page.keyboard.press('F9');
    expect(page.url()).toMatch(/alarm-center\?/);
  }).toPass();

  // The second call: I put its dialog aside, finish my sentence for the first, and answer when I am ready.
  const who = page.getByLabel(/派出人员或单位/);
  await expect(who).toBeFocused();
  const far = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await far.raise('SOS');
  await expect(alarmDialog(page)).toContainText('轿厢按钮求救');
  await page.keyboard.press('F8');
  await expect(alarmDialog(page)).toBeHidden();
  const dock = page.getByRole('region', { name: '等待受理的呼叫' });
  await expect(dock).toContainText('1 起呼叫等待受理');
  await expect(who).toBeFocused();
  await who.fill('迅达维保 刘师傅');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await expect(who).toHaveValue('迅达维保 刘师傅');
  await page.reload();
  await expect(alarmDialog(page)).toBeVisible();
  await expect(page.getByLabel(/派出人员或单位/)).toHaveValue('迅达维保 刘师傅');
  await expect(async () => {
    await page.keyboard.press('F9');
    await expect(page.getByRole('region', { name: /^救援单/ })).toContainText(smallCity.farLift.tag, {
      timeout: 1_000,
    });
  }).toPass();
  await expect(alarmDialog(page)).toBeHidden();

  // The list that I came from still has its tab, as I left it.
  await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '救援历史' }).click();
  await expect(page).toHaveURL(/rescue-call-history\?.*keyword=/);
  await far.close();
});

test('the regulator sees the order and is not rung', async ({ page, server, lift }) => {
  await signIn(page, server, 'regulator');
  await lift.raise('trapped');
  await expect(page.getByText('CH-01-01').first()).toBeVisible();
  await expect(alarmDialog(page)).toBeHidden();
});
