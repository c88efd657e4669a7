import { LiftDevice } from '../support/liftDevice.ts';
import { smallCity } from '../support/smallCity.ts';
import { expect, signIn, test } from './support.ts';

test('tree, list, map and lift view follow the lifts without a reload: one falls silent, one calls', async ({
  page,
  server,
  lift,
}) => {
  test.setTimeout(120_000);
  await lift.report(3, 0);
  const farLift = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await farLift.report(5, 1);
  // A regulator is not rung and cannot answer: what changes here changes for everyone who may look.
  await signIn(page, server, 'regulator');
  await page.goto(`${server.url}/elevator-screening?id=${smallCity.lift.id}`);
  const chips = page.getByRole('group', { name: '按状态筛选' });
  const tree = page.getByRole('list', { name: '区域与小区' });
  const view = page.getByRole('complementary', { name: `电梯 ${smallCity.lift.tag}` });
  // Both count as silent 16 seconds after their last report, and a busy machine may take as long to open the page.
  await expect(chips).toBeVisible();
  await lift.report(3, 0);
  await farLift.report(5, 1);
  await expect(chips.getByRole('button', { name: '待机 2' })).toBeVisible();
  await expect(view.getByText('没有未结的救援单')).toBeVisible();
  await expect(tree.getByTitle(/离线|求救/)).toHaveCount(0);

  await lift.report(3, 0);
  await farLift.close();
  await expect(chips.getByRole('button', { name: '离线 1' })).toBeVisible();
  await expect(tree.getByRole('button', { name: /远山县/ }).getByTitle('1 台离线')).toBeVisible();

  await lift.raise('trapped');
  await expect(chips.getByRole('button', { name: '求救 1' })).toBeVisible();
  await expect(tree.getByRole('button', { name: /东湖区/ }).getByTitle('1 台正在求救')).toBeVisible();
  await expect(view.getByText('这台电梯正在求救')).toBeVisible();
  await expect(view.getByRole('link', { name: /^救援单 \d+$/ })).toBeVisible();
  await expect(view.getByRole('region', { name: '最近事件' })).toContainText('困人');
  await expect(view.getByRole('button', { name: '播放' })).toBeVisible();

  // The signal's age runs on, and a new report is on screen at once.
  await lift.report(9, 2);
  await expect(view.getByRole('img', { name: /井道：9 层/ })).toBeVisible();
});
