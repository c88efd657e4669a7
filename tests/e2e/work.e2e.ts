import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod';
import { placeOnTelephone } from '../support/placeOnTelephone.ts';
import { dayOf } from '../../src/contract/time.ts';
import { ApiClient } from '../support/apiClient.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { test as base, expect } from './support.ts';

const test = base.extend({
  server: async ({}, use) => {
    const server = await ServerProcess.start({ TEST_MAINTENANCE: '1' });
    await use(server);
    await server.dispose();
  },
});
/** The telephone of somebody who stands at the first lift. */
const atLift = placeOnTelephone({ lng: 120.1, lat: 30.2 });
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  geolocation: { longitude: atLift.lng, latitude: atLift.lat, accuracy: 15 },
  permissions: ['geolocation'],
});

async function signIn(page: Page, account: string): Promise<void> {
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码').fill(testPassword);
  await page.getByRole('button', { name: '登录' }).click();
}

/** A picture as a camera gives it, drawn by the browser itself. */
async function photograph(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const text = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_600, height: 1_200 });
    const context = canvas.getContext('2d');
    for (let row = 0; row < 60; row += 1)
      for (let column = 0; column < 80; column += 1) {
        if (context !== null) context.fillStyle = `hsl(${(row * 7 + column * 13) % 360} 60% 50%)`;
        context?.fillRect(column * 20, row * 20, 20, 20);
      }
    return canvas.toDataURL('image/jpeg', 0.95);
  });
  return { name: 'camera.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(text.split(',')[1] ?? '', 'base64') };
}

async function sign(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: /在此书写/ });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (box === null) throw new Error('there is nowhere to sign');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 120, { steps: 8 });
  await page.mouse.move(box.x + 250, box.y + 40, { steps: 8 });
  await page.mouse.up();
}

/** A plain one, one that is to be tested, one that is measured, and the one that is found abnormal. */
const items = ['A-1-01', 'A-1-06', 'A-1-29', 'A-1-30'];
const abnormal = items.indexOf('A-1-30');

/** Answers the item that is open, as its card demands it. */
async function answerItem(page: Page, picture: Awaited<ReturnType<typeof photograph>>, place: number): Promise<void> {
  const isAbnormal = place === abnormal;
  await page.getByRole('radio', { name: isAbnormal ? '异常' : '正常', exact: true }).click();
  if (isAbnormal) await page.getByLabel('异常情况').fill('底坑有积水');
  const measure = page.getByLabel(/^实测值/);
  if (await measure.isVisible()) await measure.fill('8');
  if (isAbnormal || (await page.getByText('试验项目，须拍照').isVisible())) {
    await page.getByLabel('项目照片：拍照').setInputFiles(picture);
    await expect(page.getByRole('img', { name: '项目照片第 1 张' })).toBeVisible();
  }
}

async function workOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.reload();
}

test('A worker answers the items in a shaft where his telephone also dies, comes online, and everything is sent once; the officer rejects with a reason', async ({
  page,
  context,
  server,
  browser,
}) => {
  const maintenance = await ApiClient.login(server.url, 'maintenance');
  const planned = await maintenance.post('/api/order/maintain', {
    elevator_id: smallCity.lift.id,
    kind: 'extra',
    items,
    due: dayOf(Date.now()),
  });
  expect(planned.code, planned.message).toBe(0);
  const { id } = z.object({ id: z.number() }).parse(planned.data);
  expect((await maintenance.post('/api/order/maintain/assign', { ids: [id], person_ids: [31] })).data).toMatchObject({
    assigned: 1,
  });

  await page.goto(`${server.url}/work`);
  await signIn(page, 'maintenance');
  await expect(page.getByRole('button', { name: /CH-01-01/ })).toBeVisible();
  const picture = await photograph(page);
  await workOffline(page, context);

  await page.getByRole('button', { name: /CH-01-01/ }).click();
  await page.getByLabel('或输入标牌上的六位救援码').fill('100102');
  await page.getByRole('button', { name: '签到', exact: true }).click();
  await expect(page.getByText('这不是 CH-01-01 的救援码')).toBeVisible();
  await page.getByLabel('或输入标牌上的六位救援码').fill('100101');
  await page.getByRole('button', { name: '签到', exact: true }).click();
  await page.getByRole('button', { name: '已确认，开始作业' }).click();
  await expect(page.getByText('第 1 项，共 4 项 · 已答 0 项')).toBeVisible();
  for (let place = 0; place < items.length; place += 1) {
    if (place === 2) {
      // The telephone dies between two items.
      await page.reload();
      await page.getByRole('button', { name: /CH-01-01/ }).click();
      await expect(page.getByText('第 3 项，共 4 项 · 已答 2 项')).toBeVisible();
    }
    await answerItem(page, picture, place);
    await page.getByRole('button', { name: place === abnormal ? '下一步' : '下一项' }).click();
  }
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('现场照片：拍照').setInputFiles(picture);
  await expect(page.getByRole('img', { name: '现场照片第 1 张' })).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();
  await sign(page);
  await page.getByRole('button', { name: '提交记录' }).click();
  await expect(page.getByText('已保存在本机，等待上传')).toBeVisible();
  await expect(page.getByRole('button', { name: '未上传 2' })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole('button', { name: '已上传' })).toBeVisible();
  await expect(page.getByText('等待物业电梯安全员会签')).toBeVisible();
  const sent = await maintenance.get(`/api/order/maintain?id=${id}`);
  expect(sent.data).toMatchObject({
    stage: 'submitted',
    item_num: items.length,
    abnormal_num: 1,
    photos: [expect.stringMatching(/\.jpg$/)],
    check_ins: [{ name: '赵强', distance_m: 0 }],
  });

  const officers = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const officer = await officers.newPage();
  await officer.goto(`${server.url}/work`);
  await signIn(officer, 'property');
  await officer.getByRole('button', { name: '动态码' }).click();
  await officer.getByRole('button', { name: /CH-01-01/ }).click();
  await expect(officer.getByText(/^\d{6}$/)).toBeVisible();
  await officer.getByRole('button', { name: '返回' }).click();
  await officer.getByRole('button', { name: /CH-01-01/ }).click();
  await expect(officer.getByRole('region', { name: '异常与调整' })).toContainText('底坑有积水');
  await officer.getByRole('button', { name: '退回维保人员' }).click();
  await officer.getByRole('button', { name: '退回', exact: true }).click();
  await expect(officer.getByRole('alert')).toBeVisible();
  await officer.getByLabel('退回原因').fill('底坑照片不清楚');
  await officer.getByRole('button', { name: '退回', exact: true }).click();
  await expect(officer.getByRole('button', { name: '已上传' })).toBeVisible();
  await officers.close();

  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '刷新' }).click();
  await page.getByRole('button', { name: /CH-01-01/ }).click();
  await expect(page.getByText(/安全员已退回：.*底坑照片不清楚/)).toBeVisible();
  // What was answered is still there.
  await page.getByRole('button', { name: '签名' }).click();
  await sign(page);
  await page.getByRole('button', { name: '提交记录' }).click();
  await expect(page.getByText('等待物业电梯安全员会签')).toBeVisible();
});
