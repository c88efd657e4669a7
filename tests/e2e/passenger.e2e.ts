import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, open, signIn, test } from './support.ts';

test('I am trapped, my telephone runs no script: I press the button, the desk rings, and I see who comes', async ({
  page,
  server,
  browser,
}) => {
  test.setTimeout(120_000);
  await signIn(page, server, 'super');
  await open(page, `/base-data/elevator-plates?ids=${smallCity.lift.id}`);
  const address =
    (await page
      .getByRole('img', { name: /^二维码 / })
      .first()
      .getAttribute('aria-label')) ?? '';
  const path = new URL(address.replace(/^二维码 /, '')).pathname;
  const desk = await browser.newPage();
  await signIn(desk, server, 'dispatcher1');

  const telephone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const passenger = await telephone.newPage();
  await passenger.goto(`${server.url}${path}`);
  await expect(passenger.getByRole('heading', { name: '翠湖花园 1 幢 1 单元' })).toBeVisible();
  await expect(alarmDialog(desk)).toBeHidden();
  await passenger.getByRole('button', { name: /我被困了/ }).click();
  await expect(passenger.getByText('求救已收到，正在等待受理')).toBeVisible();

  await expect(alarmDialog(desk)).toContainText('扫码求救');
  await alarmDialog(desk).getByRole('button', { name: /接听/ }).click();
  // The page looks again automatically.
  await expect(passenger.getByText(/已受理（工号 \d+）/)).toBeVisible();
  await desk.getByLabel(/派出人员或单位/).fill('迅达维保 刘师傅');
  await desk.keyboard.press('Control+Enter');
  await expect(passenger.getByText(/救援人员在途/)).toBeVisible();
  await telephone.close();
  await desk.close();
});
