import { smallCity } from '../support/smallCity.ts';
import { expect, signIn, test } from './support.ts';

test('I click the tile “5–10 年” and see exactly those lifts, and each is a click away', async ({ page, server }) => {
  await signIn(page, server, 'regulator');
  await page.getByRole('link', { name: '梯龄 5–10 年 1 台，查看梯龄 5–10 年的电梯' }).click();
  await page.waitForURL(`${server.url}/report-statistics?yearsStart=10&yearsEnd=5`);

  const list = page.getByRole('table', { name: '梯龄统计' });
  await expect(list.getByText(smallCity.lift.tag)).toBeVisible();
  await expect(list.getByText(smallCity.farLift.tag)).toBeHidden();
  await expect(page.getByText('第 1–1 条，共 1 条')).toBeVisible();
  // The section has its drawer.
  await expect(page.getByRole('link', { name: '品牌统计' })).toBeVisible();

  await page.getByRole('link', { name: '15 年以上 1' }).click();
  await expect(list.getByText(smallCity.farLift.tag)).toBeVisible();
  await expect(list.getByText(smallCity.lift.tag)).toBeHidden();
  await page.goBack();
  await expect(list.getByText(smallCity.lift.tag)).toBeVisible();

  await list.getByRole('link', { name: smallCity.lift.tag }).click();
  await page.waitForURL(`${server.url}/elevator-screening?id=${smallCity.lift.id}`);
  await expect(page.getByRole('complementary', { name: `电梯 ${smallCity.lift.tag}` })).toBeVisible();
  // One step back, not two: the row did not open it a second time.
  await page.goBack();
  await page.waitForURL(`${server.url}/report-statistics?yearsStart=10&yearsEnd=5`);
});

test('from the brands I come to that brand’s lifts, from the communities to theirs on the map', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'regulator');
  await page.getByRole('link', { name: /^品牌总数 1 个/ }).click();
  await page.waitForURL(`${server.url}/report-statistics/report-statistics-brand`);
  await page.getByRole('cell', { name: /2 ?台/ }).click();
  await page.waitForURL(`${server.url}/report-statistics?brand=201`);
  await expect(page.getByRole('heading', { name: '全部梯龄 · 云梯' })).toBeVisible();

  await page.getByRole('link', { name: '小区统计' }).click();
  await page.getByRole('link', { name: '翠湖花园' }).click();
  await page.waitForURL(`${server.url}/elevator-screening?community=11`);
  await expect(page.getByRole('grid', { name: /^电梯列表，1 台/ })).toBeVisible();
});
