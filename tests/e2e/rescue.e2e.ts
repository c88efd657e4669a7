import { builtScreens } from '../../src/contract/screens.ts';
import { expectDeskFits, expectFits } from './fits.ts';
import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, signIn, test, visit } from './support.ts';

test('someone presses the button in a stuck lift, and I see it through to the closed order', async ({
  page,
  server,
  lift,
}, info) => {
  test.setTimeout(120_000);
  await signIn(page, server, 'dispatcher1');
  await lift.report(7, 2);
  await lift.raise('trapped');

  await expect(alarmDialog(page)).toBeVisible();
  await expect(alarmDialog(page)).toContainText(smallCity.lift.tag);
  await expect(alarmDialog(page)).toContainText('翠湖花园');
  await expect(alarmDialog(page)).toContainText('0571-9001');
  await alarmDialog(page).getByRole('button', { name: /接听/ }).click();

  await page.waitForURL(/alarm-center/);
  await expect(alarmDialog(page)).toBeHidden();
  await expect(page.getByText('1 幢 1 单元').first()).toBeVisible();

  // The handling action has opened automatically: help is dispatched.
  await expectDeskFits(page, info, 'dispatch', /^确认派出/);
  await expect(page).toHaveTitle(/^翠湖花园 1 幢 1 单元 · 救援呼叫/);
  await page.getByLabel(/派出人员或单位/).fill('迅达维保 刘师傅');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/派出救援：迅达维保 刘师傅/)).toBeVisible();

  await page.getByRole('button', { name: /^到场/ }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('救援到场').first()).toBeVisible();

  await page.getByRole('button', { name: /^脱困/ }).click();
  // What the car last reported is offered, to be checked against the scene.
  await expect(page.getByLabel(/脱困人数/)).toHaveValue('2');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/人员脱困/).first()).toBeVisible();

  await page.getByRole('button', { name: /^完成/ }).click();
  await expectDeskFits(page, info, 'complete', /^完成救援/);
  await page.getByRole('radio', { name: '门系统故障' }).check();
  // What decides the public figures must be entered, not left at a default: the form refuses until it is.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('请选择是否确有人员被困')).toBeVisible();
  await page
    .getByRole('group', { name: /确有人员被困/ })
    .getByRole('radio', { name: '是' })
    .check();
  await page
    .getByRole('group', { name: /已电话回访/ })
    .getByRole('radio', { name: '否' })
    .check();
  await page.keyboard.press('Control+Enter');
  // A last look at what is kept permanently.
  await expect(page.getByText(/将永久记入：确有 2 人被困/)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('待处理 0')).toBeVisible();

  await page.getByRole('link', { name: '救援历史' }).click();
  await expect(page.getByRole('row', { name: new RegExp(smallCity.lift.tag) })).toContainText('已完成');
  await page.getByRole('row', { name: new RegExp(smallCity.lift.tag) }).click();
  for (const step of ['收到呼叫', '受理', '派出救援', '救援到场', '人员脱困', '救援完成'])
    await expect(page.getByText(new RegExp(step)).first()).toBeVisible();

  // Why it rang: the floor, and my console, which answered.
  await page.getByRole('button', { name: /^为何响铃/ }).click();
  const why = page.getByRole('dialog', { name: /为何响铃/ });
  await expect(why.getByText(/安全底线：困人/)).toBeVisible();
  await expect(why.getByText('响铃的值班台（1）')).toBeVisible();
  await expect(why.getByText('已受理')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(why).toBeHidden();

  // A figure turns out to be wrong: the addendum stands in the timeline, the row says so.
  await page.getByRole('button', { name: '更正' }).click();
  const correction = page.getByRole('dialog', { name: /更正救援单/ });
  await correction.getByLabel(/受伤人数/).fill('1');
  await correction.getByLabel(/更正原因/).fill('与医院核对');
  await correction.getByRole('button', { name: '记入更正' }).click();
  await expect(correction).toBeHidden();
  await expect(page.getByRole('row', { name: new RegExp(smallCity.lift.tag) })).toContainText('已更正');
  await expect(page.getByText(/受伤人数 0 人 改为 1 人/)).toBeVisible();
  await expectFits(page, info, 'history with a detail');
});

test('every page fits every window in use', async ({ page, server }, info) => {
  const screens = builtScreens.filter((screen) => screen.name !== 'DataBoard');
  test.setTimeout(60_000 + screens.length * 8_000);
  await signIn(page, server, 'super');
  for (const { name, path } of screens) {
    await visit(page, server, path);
    await expectFits(page, info, name);
  }
  const { id, tag } = smallCity.lift;
  await visit(page, server, `/elevator-screening?id=${id}`);
  await expect(page.getByRole('complementary', { name: `电梯 ${tag}` })).toBeVisible();
  await expectFits(page, info, 'ElevatorScreening with a lift');
});
