import type { Page } from '@playwright/test';
import mqtt from 'mqtt';
import { decodeQR } from 'qr/decode.js';
import { topicOf } from '../../src/contract/device.ts';
import { alarmDialog, expect, open, signIn, test } from './support.ts';

/** The entry for a field of a form: text to type, `{ find }` for a lookup, `{ choose }` for a select. */
type Given = string | { readonly find: string } | { readonly choose: string };

/** Makes one more of something on its page, as a person does: new, fill in, save. */
async function create(page: Page, path: string, noun: string, given: Readonly<Record<string, Given>>): Promise<void> {
  await open(page, path);
  await page.getByRole('button', { name: `新建${noun}` }).click();
  const dialog = page.getByRole('dialog', { name: `新建${noun}`, exact: true });
  for (const [label, value] of Object.entries(given)) {
    const field = new RegExp(`^${label}`);
    if (typeof value === 'string') await dialog.getByLabel(field).first().fill(value);
    else if ('find' in value) {
      await dialog.getByRole('combobox', { name: field }).fill(value.find);
      await page
        .getByRole('option', { name: new RegExp(value.find) })
        .first()
        .click();
    } else {
      await dialog.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: value.choose, exact: true }).click();
    }
  }
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toBeHidden();
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Binds a device in the open panel of a lift; the secret is shown this once. */
async function bind(page: Page, key: string, type?: string): Promise<Credentials> {
  await page.getByRole('button', { name: '绑定设备' }).click();
  const dialog = page.getByRole('dialog', { name: '绑定设备' });
  await dialog.getByLabel(/^设备编号/).fill(key);
  if (type !== undefined) {
    await dialog.getByRole('combobox', { name: /^设备类型/ }).click();
    await page.getByRole('option', { name: type }).click();
  }
  await dialog.getByRole('button', { name: '绑定', exact: true }).click();
  const once = page.getByRole('dialog', { name: `设备 ${key} 的接入密钥` });
  const username = await once.locator('code').first().innerText();
  const password = await once.locator('code').last().innerText();
  await once.getByRole('button', { name: '已保存，关闭' }).click();
  await expect(once).toBeHidden();
  return { username, password };
}

/** Returns the text that a phone's camera reads from a part of the page. */
async function scan(page: Page, blank: Page): Promise<string> {
  const png = await page
    .getByRole('img', { name: /^二维码/ })
    .first()
    .screenshot();
  // Decoded on a page without a policy of its own.
  const picture = await blank.evaluate(async (base64) => {
    const answer = await fetch(`data:image/png;base64,${base64}`);
    const bitmap = await createImageBitmap(await answer.blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (context === null) throw new Error('no canvas to look at the picture');
    context.drawImage(bitmap, 0, 0);
    const { width, height, data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { width, height, data: [...data] };
  }, png.toString('base64'));
  return decodeQR({ ...picture, data: Uint8ClampedArray.from(picture.data) });
}

test('I take a new community from nothing to a lift that rings, and touch no file', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000);
  await signIn(page, server, 'admin');
  await create(page, '/base-data', '区域', {
    名称: '新城区',
    类型: { choose: '区域' },
    上级区域: { find: '云川市' },
    编码: '339901',
  });
  await create(page, '/base-data/property-management', '物业单位', {
    名称: '新城物业',
    '24 小时值班电话': '0571-3001',
  });
  await create(page, '/base-data/Maintenance-management', '维保单位', {
    名称: '新城维保',
    '24 小时值班电话': '0571-3002',
  });
  await create(page, '/base-data/park-management', '小区', {
    名称: '晨光里',
    区域: { find: '新城区' },
    物业单位: { find: '新城物业' },
    经度: '120.2',
    纬度: '30.3',
  });
  await create(page, '/base-data/person-management', '人员', {
    姓名: '陈晨',
    手机: '13800000000',
    所属单位: { find: '新城物业' },
  });
  await create(page, '/base-data/park-management?tab=members', '小区人员', {
    小区: { find: '晨光里' },
    人员: { find: '陈晨' },
    角色: { choose: '电梯安全员' },
  });
  await create(page, '/base-data/elevator-management', '电梯', {
    电梯编号: 'CG-01',
    位置: '1 幢 1 单元',
    小区: { find: '晨光里' },
    维保单位: { find: '新城维保' },
    用途: { choose: '民用' },
    类别: { choose: '曳引驱动电梯' },
    状态: { choose: '在用' },
    最低楼层: '1',
    最高楼层: '18',
  });
  const next = page.getByRole('dialog', { name: '已新建电梯 CG-01' });
  await expect(next.getByText('尚未绑定采集终端')).toBeVisible();
  await next.getByRole('button', { name: '稍后再说' }).click();

  // Its devices: a collector, a camera and a screen, each with a secret that is shown once.
  await page.getByRole('row', { name: /CG-01/ }).click();
  const record = page.getByRole('complementary', { name: /CG-01/ });
  await record.getByRole('tab', { name: '设备' }).click();
  const collector = await bind(page, 'COL-CG-01');
  await bind(page, 'CAM-CG-01', '摄像头');
  await bind(page, 'SCR-CG-01', '屏幕');
  await create(page, '/base-data/video-management', '摄像头', {
    名称: '晨光里轿厢',
    电梯: { find: 'CG-01' },
    位置: { choose: '轿厢' },
    主码流地址: 'rtsp://{user}:{secret}@10.0.0.8/main/1',
    设备编号: 'CAM-CG-01',
  });

  // The collector comes online with what was shown.
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    ...collector,
    clientId: 'COL-CG-01',
  });
  await device.publishAsync(topicOf('COL-CG-01', 'status'), '{"online":true}', { qos: 1, retain: true });
  await open(page, '/base-data/elevator-management?keyword=CG-01');
  await page.getByRole('row', { name: /CG-01/ }).click();
  await record.getByRole('tab', { name: '设备' }).click();
  await expect(record.getByRole('listitem', { name: '采集器 COL-CG-01' })).toContainText('在线');

  // The plate for the car: a phone without an account reads where it is from the code.
  await page.getByRole('row', { name: /CG-01/ }).getByRole('button', { name: /标牌/ }).click();
  await expect(page.getByRole('article', { name: '标牌 CG-01' })).toContainText(/晨光里\s*1 幢 1 单元/);
  const phone = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const address = await scan(page, await (await browser.newContext()).newPage());
  expect(address).toMatch(new RegExp(`^${server.url}/q/[\\w-]{16}$`));
  await phone.goto(address);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('晨光里 1 幢 1 单元');
  await expect(phone.getByRole('button', { name: /我被困了/ })).toBeVisible();
  await expect(phone.getByRole('link', { name: /打电话/ })).toHaveAttribute('href', 'tel:96333');

  // Someone is trapped: the dispatcher of the city is rung, with the lift's name.
  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, server, 'dispatcher1');
  await device.publishAsync(
    topicOf('COL-CG-01', 'event'),
    JSON.stringify({ id: 'cg-1', at: new Date().toISOString(), kind: 'trapped' }),
    { qos: 1 },
  );
  await expect(alarmDialog(desk)).toContainText(/晨光里\s*1 幢 1 单元/);
  await expect(alarmDialog(desk)).toContainText('CG-01');
  await device.endAsync(true);
});
