import { chromium } from '@playwright/test';
import * as z from 'zod';
import { mostSocketsOfUser } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { LiftDevice } from '../support/liftDevice.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { testPassword } from '../support/testAccounts.ts';
import { openSockets } from './sockets.ts';
import { summary } from './percentiles.ts';
import { readKeptCalls } from './keptMoments.ts';
import { ringBudget } from './ringBudget.ts';

const consoles = Number(process.env['BENCH_SOCKETS'] ?? ringBudget.consoles);
const calls = Number(process.env['BENCH_CALLS'] ?? 100);
const crowd = Math.ceil(consoles / mostSocketsOfUser);
const warmUp = 5;

const nowMs = () => performance.timeOrigin + performance.now();
const orderSchema = z.object({ list: z.array(z.object({ id: z.number() })) });

/** Runs in the page, so it is text: a dialog counts as painted in the frame after the one that shows it. */
const watchPaints = `
  globalThis.paints = [];
  let wasOpen = false;
  const look = () => {
    const isOpen = document.querySelector('[role=alertdialog]') !== null;
    const painted = () => paints.push(performance.timeOrigin + performance.now());
    if (isOpen && !wasOpen) requestAnimationFrame(() => requestAnimationFrame(painted));
    wasOpen = isOpen;
  };
  const everything = { childList: true, subtree: true };
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.documentElement, everything));
`;

/**
 * From the device's publish to the painted dialog in Chromium, with a thousand other consoles connected; and to the
 * frame at a bare socket.
 */
export async function benchRing(): Promise<unknown> {
  const server = await ServerProcess.start({ TEST_MORE_DISPATCHERS: String(crowd) });
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    // An unanswered call is judged false only by someone who both supervises and may answer.
    const api = await ApiClient.login(server.url, 'super');
    const apis: ApiClient[] = [];
    for (let copy = 1; copy <= crowd; copy += 1) apis.push(await ApiClient.login(server.url, `dispatcher1-${copy}`));
    const sockets = await openSockets(server, apis, consoles);
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    await page.addInitScript({ content: watchPaints });
    await page.goto(`${server.url}/ins-login`);
    await page.getByRole('textbox', { name: /^账号/ }).fill('dispatcher2');
    await page.getByRole('textbox', { name: /^密码/ }).fill(testPassword);
    await page.getByRole('textbox', { name: /^密码/ }).press('Enter');
    await page.getByText('数据实时').waitFor();

    const lift = await LiftDevice.connect(server, smallCity.lift.deviceKey);
    const toPaintMs: number[] = [];
    const toSocketMs: number[] = [];
    const moments: { publishedMs: number; firstMs: number; lastMs: number; paintedMs: number }[] = [];
    for (let call = 0; call < warmUp + calls; call += 1) {
      const heard = sockets.nextFrame();
      const publishedMs = nowMs();
      await lift.raise('trapped');
      const { firstMs, lastMs } = await heard;
      await page.waitForFunction((count) => Reflect.get(globalThis, 'paints').length > count, call, { polling: 20 });
      const paintedMs = await page.evaluate((index) => Number(Reflect.get(globalThis, 'paints')[index]), call);
      if (call >= warmUp) {
        toPaintMs.push(paintedMs - publishedMs);
        toSocketMs.push(lastMs - publishedMs);
        moments.push({ publishedMs, firstMs, lastMs, paintedMs });
      }
      const open = orderSchema.parse((await api.post('/api/order/rescue/list', { scope: 'pending' })).data).list[0];
      await api.post('/api/order/rescue/ack-state', {
        id: open?.id,
        event: 'rescue.judgedFalse',
        data: { reason: '性能测试' },
      });
      await page.waitForFunction(() => document.querySelector('[role=alertdialog]') === null, undefined, {
        polling: 20,
      });
    }
    const kept = readKeptCalls(server.dataDir).slice(-calls);
    await lift.close();
    sockets.close();
    return {
      consoles,
      calls,
      publishToPaintMs: summary(toPaintMs),
      publishToSocketMs: summary(toSocketMs),
      hopsMs: {
        publishToAlarm: summary(moments.map(({ publishedMs }, call) => (kept[call]?.alarmMs ?? 0) - publishedMs)),
        alarmToOrder: summary(kept.map(({ alarmMs, orderMs }) => orderMs - alarmMs)),
        orderToFirstSocket: summary(moments.map(({ firstMs }, call) => firstMs - (kept[call]?.orderMs ?? 0))),
        firstToLastSocket: summary(moments.map(({ firstMs, lastMs }) => lastMs - firstMs)),
        firstSocketToPaint: summary(moments.map(({ firstMs, paintedMs }) => paintedMs - firstMs)),
      },
      target: { publishToPaintMs: { p50: 50, p99: 100 }, publishToSocketMs: { p99: ringBudget.p99Ms } },
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}
