import { smallCity } from '../support/smallCity.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { alarmDialog, expect, signIn, test, visit } from './support.ts';

test('a scooter and a fault appear without a reload and are handled, and a call for help rings over the open form', async ({
  page,
  server,
  lift,
}) => {
  test.setTimeout(120_000);
  await signIn(page, server, 'dispatcher1');
  await visit(page, server, '/alarm-center/electric-scooter');
  await lift.raise('moto');
  // It appears by push, without a reload.
  await page.getByRole('row', { name: /电动车入梯/ }).click();
  const scooter = page.getByRole('complementary', { name: /^电动车 \d+$/ });
  await scooter.getByRole('button', { name: '远程解除' }).click();
  const release = page.getByRole('dialog', { name: /远程解除/ });
  await release.getByRole('button', { name: /远程解除/ }).click();
  await expect(release).toContainText('请填写远程解除的原因');
  await release.getByLabel(/远程解除的原因/).fill('轮椅，不是电动车');
  await page.keyboard.press('Control+Enter');
  await expect(release).toBeHidden();
  await expect(scooter.getByText('已恢复').first()).toBeVisible();
  await visit(page, server, '/alarm-center/electric-scooter-history');
  await expect(page.getByRole('row', { name: /电动车入梯/ })).toContainText('已恢复');

  await visit(page, server, '/alarm-center/fault-fault');
  await lift.reportCodes(['03']);
  await page.getByRole('row', { name: /开门故障/ }).click();
  const fault = page.getByRole('complementary', { name: /^故障 \d+$/ });
  await fault.getByRole('button', { name: '受理', exact: true }).click();
  await fault.getByRole('button', { name: '修复' }).click();
  const repair = page.getByRole('dialog', { name: /修复/ });
  await repair.getByRole('combobox', { name: /故障原因/ }).click();
  await page.getByRole('option', { name: '3 门系统' }).click();
  await repair.getByRole('combobox', { name: /具体原因/ }).click();
  await page.getByRole('option', { name: /^305 / }).click();
  await repair.getByRole('button', { name: '登记修复' }).click();
  await expect(repair).toBeHidden();
  // The device's clear closes nothing: a person says that the lift works again.
  await expect(fault.getByText('设备仍在报告')).toBeVisible();
  await lift.reportCodes([]);
  await expect(fault.getByText('设备仍在报告')).toBeHidden();
  await fault.getByRole('button', { name: '确认恢复' }).click();
  await expect(page.getByRole('dialog', { name: /确认恢复/ })).toBeVisible();

  // A call for help rings over whatever is open, and what is open stays.
  const far = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await far.raise('SOS');
  await expect(alarmDialog(page)).toContainText('轿厢按钮求救');
  await far.close();
});
