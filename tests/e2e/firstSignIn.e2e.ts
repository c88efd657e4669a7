import * as z from 'zod';
import { ApiClient } from '../support/apiClient.ts';
import { smallCity } from '../support/smallCity.ts';
import { expect, test } from './support.ts';

test('at my first sign-in I only choose a password: nothing is refused, and no page stands behind it', async ({
  page,
  server,
}) => {
  const admin = await ApiClient.login(server.url, 'super');
  const reset = await admin.post('/api/user/password/reset', { id: smallCity.users.property, reason: '首次登录' });
  const { password } = z.object({ password: z.string() }).parse(reset.data);
  const refused: string[] = [];
  page.on('response', async (answer) => {
    if (!answer.url().includes('/api/')) return;
    const body = z.object({ code: z.number() }).safeParse(await answer.json().catch(() => null));
    if (answer.status() >= 400 || (body.success && body.data.code !== 0)) refused.push(answer.url());
  });

  await page.goto(`${server.url}/ins-login`);
  await page.getByRole('textbox', { name: /^账号/ }).fill('property');
  await page.getByRole('textbox', { name: /^密码/ }).fill(password);
  await page.getByRole('textbox', { name: /^密码/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: '修改密码' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByText('没有权限')).toHaveCount(0);
  await dialog.getByRole('textbox', { name: /^原密码/ }).fill(password);
  await dialog.getByRole('textbox', { name: /^新密码/ }).fill('river-lantern-42');
  await dialog.getByRole('textbox', { name: /^再次填写新密码/ }).fill('river-lantern-42');
  await dialog.getByRole('button', { name: '保存新密码' }).click();
  await expect(page.getByText('数据实时')).toBeVisible();
  expect(refused).toEqual([]);
});
