import type { Page } from '@playwright/test';
import { expect, signIn, test, visit } from './support.ts';

const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });

test('I make a role, give it to a colleague, and take a permission back: their open page follows at once', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(120_000);
  const colleague = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(colleague, server, 'property');
  await visit(colleague, server, '/base-data/park-management');
  await expect(rowOf(colleague, /翠湖花园/)).toBeVisible();

  await signIn(page, server, 'super');
  await visit(page, server, '/system-settings/role-authorization');
  await page.getByRole('button', { name: '新建角色' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(/名称/).fill('夜班物业');
  await form.getByRole('combobox', { name: /人员类型/ }).click();
  await page.getByRole('option', { name: '物业人员' }).click();
  const menu = form.getByRole('region', { name: '该角色看到的菜单' });
  await expect(menu.getByText(/没有任何页面/)).toBeVisible();
  await form.getByRole('checkbox', { name: '数据概览' }).check();
  await form.getByRole('checkbox', { name: '人员管理' }).check();
  await expect(menu.getByText('人员管理')).toBeVisible();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(rowOf(page, /夜班物业/)).toBeVisible();

  await visit(page, server, '/system-settings/user-management?keyword=property');
  await rowOf(page, /property/)
    .getByRole('button', { name: '编辑' })
    .click();
  await page.getByRole('dialog').getByRole('combobox', { name: /角色/ }).click();
  await page.getByRole('option', { name: '夜班物业' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();

  // Without a click of the colleague's: the list closes, and the menu has the new page and no longer the old ones.
  await expect(colleague.getByText('没有权限')).toBeVisible();
  await expect(rowOf(colleague, /翠湖花园/)).toBeHidden();
  await expect(colleague.getByRole('link', { name: '小区管理' })).toBeHidden();
  await colleague.getByRole('link', { name: '人员管理' }).click();
  await expect(colleague.getByRole('heading', { name: '人员管理' })).toBeVisible();
  await expect(colleague.getByText('暂无人员')).toBeVisible();

  await visit(page, server, '/system-settings/role-authorization');
  await rowOf(page, /夜班物业/)
    .getByRole('button', { name: '编辑' })
    .click();
  await page.getByRole('dialog').getByRole('checkbox', { name: '人员管理' }).uncheck();
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect(colleague.getByText('没有权限')).toBeVisible();
  await expect(colleague.getByRole('link', { name: '人员管理' })).toBeHidden();
  await colleague.context().close();
});
