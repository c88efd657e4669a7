import type { Page } from '@playwright/test';
import { LiftDevice } from '../support/liftDevice.ts';
import { smallCity } from '../support/smallCity.ts';
import { expect, signIn, test, visit } from './support.ts';

const rules = '/alarm-center/alarm-setting';
const slot = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`^${label}：`) });
const picker = (page: Page, label: string) => page.getByRole('dialog', { name: label });
const sentence = (page: Page) => page.getByRole('region', { name: '规则一句话' });
const ruleRow = (page: Page, name: RegExp) => page.getByRole('row', { name });

/** A door that stands open too long, and is closed again, so many times: a lift that flutters more often is slowed down. */
async function doorAlarms(lift: LiftDevice, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await lift.raise('longTimeOpen');
    await lift.raise('longTimeOpen', { cleared: true });
  }
}

/** Chooses an alarm, and its repeats while it stands, by the keyboard alone: the search of the picker, then the ticks. */
async function chooseEvent(page: Page, name: string): Promise<void> {
  await slot(page, '事件').press('Enter');
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
}

test('I write a rule, try it on last week, narrow it, activate it, see why it fired, change whom it notifies, and pause it', async ({
  page,
  server,
  lift,
}) => {
  test.setTimeout(90_000);
  await doorAlarms(lift, 3);
  await signIn(page, server, 'super');
  await visit(page, server, rules);
  await page.getByRole('button', { name: '新建规则' }).click();
  await page.getByLabel(/规则名称/).fill('夜间长时间开门');
  await chooseEvent(page, '长时间开门');
  // Whatever the hour is now: from midnight to midnight.
  await slot(page, '时间').click();
  await picker(page, '时间').getByRole('button', { name: '夜间' }).click();
  await page.getByRole('combobox', { name: '时间段 1 从' }).click();
  await page.keyboard.type('06:00');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await slot(page, '添加动作').click();
  await expect(page.getByRole('button', { name: /维保工单/ })).toHaveCount(1);
  await page.getByRole('button', { name: /6 创建异常记录/ }).click();
  await page.getByRole('combobox', { name: '故障现象' }).click();
  await page.keyboard.type('关门不良');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await slot(page, '添加动作').click();
  await page.getByRole('button', { name: /2 微信通知/ }).click();
  await picker(page, '动作 2').getByRole('checkbox', { name: '接听人员' }).check();
  await picker(page, '动作 2').getByRole('button', { name: '完成' }).click();
  await expect(sentence(page)).toHaveText(
    '全天发生长时间开门或长时间开门再次报警：创建异常记录（故障：关门不良），微信通知接听人员',
  );

  const result = page.getByRole('status').filter({ hasText: '上周会触发' });
  await page.getByRole('button', { name: '试跑' }).click();
  await expect(result).toHaveText(/上周会触发 3 次/);
  await slot(page, '次数').click();
  await picker(page, '次数').getByRole('radio', { name: '一段时间内发生多次' }).check();
  await picker(page, '次数').getByRole('button', { name: '完成' }).press('Enter');
  await expect(sentence(page)).toContainText('同一电梯 10 分钟内发生 3 次长时间开门');
  await page.getByRole('button', { name: '试跑' }).click();
  await expect(result).toHaveText(/上周会触发 3\s*1 次/);
  await page.getByRole('button', { name: '启用' }).click();
  await expect(page.getByText('已启用报警规则“夜间长时间开门”')).toBeVisible();

  const otherLift = await LiftDevice.connect(server, smallCity.farLift.deviceKey);
  await doorAlarms(otherLift, 3);
  await visit(page, server, rules);
  await ruleRow(page, /夜间长时间开门/).click();
  await expect(page.getByText('第一次触发')).toBeVisible();
  const firings = page.getByRole('list', { name: '触发记录' });
  await expect(firings).toContainText(/3 次.*长时间开门/);
  await expect(firings.getByRole('link', { name: smallCity.farLift.tag })).toBeVisible();

  // Another person is notified: the two versions say what is different.
  await page.getByRole('button', { name: '编辑与试跑' }).click();
  await slot(page, '动作 2').click();
  await picker(page, '动作 2').getByRole('checkbox', { name: '接听人员' }).uncheck();
  await picker(page, '动作 2').getByRole('checkbox', { name: '管理与监管人员' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText(/已保存报警规则“夜间长时间开门”版本/)).toBeVisible();
  await page.getByRole('button', { name: '全部规则' }).click();
  await ruleRow(page, /夜间长时间开门/).click();
  await page.getByRole('tab', { name: /版本/ }).click();
  await expect(page.getByText('微信通知的对象：接听人员 → 管理与监管人员')).toBeVisible();

  // It fires too often: it is paused, and the reason is asked for.
  await page.getByRole('button', { name: '暂停' }).click();
  await page.getByRole('dialog').getByLabel('原因').fill('夜间施工，触发过多');
  await page.getByRole('dialog').getByRole('button', { name: '暂停' }).click();
  await expect(ruleRow(page, /夜间长时间开门/)).toContainText('暂停');
  await otherLift.close();
});
