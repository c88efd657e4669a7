import type { Page } from '@playwright/test';
import { smallCity } from '../support/smallCity.ts';
import { expect, signIn, test } from './support.ts';

const liveAge = (page: Page) => page.getByText(/^实时 · /);
const staleAge = (page: Page) => page.getByText(/数据停止于 \d\d:\d\d:\d\d/).first();
const takeover = (page: Page) => page.getByRole('region', { name: /翠湖花园 1 幢 1 单元/ });

test('a call takes the centre of the wall; without its server the wall turns grey, shows since when, and recovers automatically', async ({
  page,
  server,
  lift,
}) => {
  await signIn(page, server, 'regulator');
  const [wall] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /数据大屏/ }).click()]);
  await expect(liveAge(wall)).toBeVisible();
  await expect(wall.getByText('当前没有进行中的救援')).toBeVisible();

  await lift.raise('trapped');
  await expect(takeover(wall)).toBeVisible();
  await expect(takeover(wall)).toContainText(smallCity.lift.tag);
  await expect(takeover(wall)).toContainText('等待受理');
  await expect(wall.getByRole('alertdialog')).toHaveCount(0);

  await server.kill();
  await expect(staleAge(wall)).toBeVisible({ timeout: 20_000 });
  await expect(wall.locator('.ti-wall-layout[data-stale]')).toBeVisible();
  await server.restart();
  await expect(liveAge(wall)).toBeVisible({ timeout: 20_000 });
  await expect(wall.locator('.ti-wall-layout[data-stale]')).toHaveCount(0);
  await expect(takeover(wall)).toBeVisible();
});

test('a display is paired once with a code and from then on signs in automatically, until it is revoked', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  await signIn(page, server, 'admin');
  await page.goto(`${server.url}/data-board`);
  await page.getByRole('button', { name: '大屏配对' }).click();
  await page.getByRole('textbox', { name: '大屏名称' }).fill('指挥中心主屏');
  await page.getByRole('button', { name: '生成配对码' }).click();
  const code = (await page.locator('output.ti-pair__code').innerText()).replaceAll(/\D/g, '');

  const display = await browser.newContext();
  const wall = await display.newPage();
  await wall.goto(`${server.url}/data-board`);
  const box = wall.getByRole('textbox', { name: '配对码' });
  await box.fill('00000000');
  await wall.getByRole('button', { name: /配对并打开/ }).click();
  await expect(wall.getByText(/配对码不正确/)).toBeVisible();
  await box.fill(code);
  await wall.getByRole('button', { name: /配对并打开/ }).click();
  await expect(liveAge(wall)).toBeVisible();

  await wall.reload();
  await expect(liveAge(wall)).toBeVisible();
  expect(await wall.evaluate(() => window.localStorage.getItem('token'))).toBeNull();

  // The administrator sees it in the list; revoked, it leaves within seconds and says why.
  const paired = page.getByRole('region', { name: '已配对的大屏' });
  await expect(paired.getByText('指挥中心主屏')).toBeVisible();
  await expect(paired.getByText(/^关立 .* 配对$/)).toBeVisible();
  await page.getByRole('button', { name: '撤销 指挥中心主屏' }).click();
  const asked = page.getByRole('dialog', { name: '撤销大屏' });
  await expect(asked).toContainText('指挥中心主屏');
  await asked.getByRole('button', { name: '撤销' }).click();
  await expect(wall.getByText('此大屏的配对已失效，请输入管理员生成的新配对码')).toBeVisible({ timeout: 5_000 });
  await expect(wall.getByRole('textbox', { name: '配对码' })).toBeVisible();
  await expect(paired.getByText('还没有配对的大屏')).toBeVisible();
  await display.close();
});

test('I find a lift by its rescue code from any page and see its car', async ({ page, server, lift }) => {
  await lift.report(7, 2);
  await signIn(page, server, 'regulator');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: '查找电梯' });
  await expect(box).toBeFocused();
  await box.fill(smallCity.lift.rescueCode);
  await expect(page.getByRole('option', { name: new RegExp(smallCity.lift.tag) })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL(/elevator-screening\?id=101/);
  await expect(page.getByRole('complementary', { name: `电梯 ${smallCity.lift.tag}` })).toBeVisible();
  await expect(page.getByRole('img', { name: /井道：7 层/ })).toBeVisible();
});
