import { alarmDialog, expect, signIn, test } from './support.ts';

test('I go home while handling a rescue: I am asked who takes over, and it is theirs when I have signed out', async ({
  page,
  browser,
  server,
  lift,
}) => {
  await signIn(page, server, 'dispatcher1');
  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, server, 'dispatcher2');
  await lift.raise('trapped');
  await alarmDialog(page).getByRole('button', { name: /接听/ }).click();
  await page.waitForURL(/alarm-center/);

  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const leave = page.getByRole('dialog', { name: '退出前请转交救援' });
  await leave.getByRole('combobox', { name: '转交给' }).click();
  await page.getByRole('option', { name: /李娜.*在线/ }).click();
  await leave.getByRole('button', { name: '转交并退出' }).click();
  // Until she accepts it is mine, wherever in the platform she is.
  await expect(leave.getByText('等待 李娜 接收')).toBeVisible();
  await colleague
    .getByRole('region', { name: /转交给您的救援单/ })
    .getByRole('button', { name: '接收' })
    .click();
  await page.waitForURL(/ins-login/);

  await colleague.waitForURL(/alarm-center/);
  await expect(colleague.getByText('请 李娜 接手')).toBeVisible();
  await expect(alarmDialog(colleague)).toBeHidden();
});

test('I go without handing over: the call rings at my colleague’s again', async ({ page, browser, server, lift }) => {
  await signIn(page, server, 'dispatcher1');
  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, server, 'dispatcher2');
  await lift.raise('trapped');
  await alarmDialog(page).getByRole('button', { name: /接听/ }).click();
  await page.waitForURL(/alarm-center/);
  await expect(alarmDialog(colleague)).toBeHidden();

  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '不转交，直接退出' }).click();
  await expect(alarmDialog(colleague).getByRole('button', { name: /接听/ })).toBeVisible();
});

test('I log out while the server is unreachable: I still get to the login form', async ({ page, server }) => {
  await signIn(page, server, 'regulator');
  await server.kill();
  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.waitForURL(/ins-login/);
  await expect(page.getByRole('textbox', { name: /^账号/ })).toBeVisible();
});
