import { LiftDevice } from '../support/liftDevice.ts';
import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, signIn, test } from './support.ts';

test('the server dies during a call and comes back: I see that it was unreachable, and the call is still mine', async ({
  page,
  server,
  lift,
}) => {
  await signIn(page, server, 'dispatcher1');
  await lift.raise('trapped');
  await alarmDialog(page).getByRole('button', { name: /接听/ }).click();
  await page.waitForURL(/alarm-center/);

  await server.kill();
  // Long before the heartbeat's twelve seconds: a closed link is noticed immediately.
  await expect(page.getByText(/连接中断/).first()).toBeVisible({ timeout: 15_000 });
  await server.restart();
  await expect(page.getByText('数据实时')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('张伟').first()).toBeVisible();

  // A call that came while the page was away rings when it is back.
  await server.kill();
  await expect(page.getByText(/连接中断/).first()).toBeVisible({ timeout: 15_000 });
  await server.restart();
  const far = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await far.raise('SOS');
  await expect(alarmDialog(page)).toContainText(smallCity.farLift.tag, { timeout: 20_000 });
  await far.close();
});
