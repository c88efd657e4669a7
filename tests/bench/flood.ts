import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import * as z from 'zod';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { eventAt, MqttDevice } from '../support/mqttDevice.ts';
import { leastAnswerMs, readAnswers, watchAnswers } from './interactions.ts';
import { traceMainThread, type MainTask } from './mainThread.ts';
import { percentile, rounded, summary } from './percentiles.ts';
import { firstWideLiftId, openWideCity, signInAt, wideDeviceKey, type WideCity } from './wideCity.ts';

const alarms = Number(process.env['BENCH_ALARMS'] ?? 5_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10);
/** Priorities 2 and 3; each kind opens an alarm of its own on each lift. */
const kinds = ['moto', 'overLoad', 'longTimeOpen', 'openCloseLoop', 'warn_shake'] as const;
const lifts = Math.ceil(alarms / kinds.length);
/** The person is trapped in the midst of it. */
const callAfterShare = 0.5;
const bridges = 4;
const tickMs = 20;
const keyGuardMs = 600;

const nowMs = (): number => performance.timeOrigin + performance.now();
/** Turns of a tenth of a second, each begun when the page had nothing to do. */
const idleTurns = 20;

/** Runs in the page, so it is text: how long each press took until the frame that shows its effect, and when a call was first painted. */
const watchPage = `
  ${watchAnswers}
  globalThis.calledAt = null;
  const look = () => {
    if (globalThis.calledAt !== null || document.querySelector('[role=alertdialog], .ti-takeover') === null) return;
    globalThis.calledAt = -1;
    requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.calledAt = performance.timeOrigin + performance.now(); }));
  };
  const everything = { childList: true, subtree: true };
  addEventListener('DOMContentLoaded', () => new MutationObserver(look).observe(document.documentElement, everything));
`;

/**
 * 5,000 alarms in ten seconds through the real broker, with a dispatcher's desk and a wall open in Chromium, and a person
 * trapped among them: is everything stored, is the call on top, and do both pages still respond?
 */
export async function benchFlood(): Promise<unknown> {
  const city = await openWideCity(lifts);
  // Two browsers, as on two machines: each has its own trace.
  const [deskBrowser, wallBrowser] = await Promise.all([
    chromium.launch(chromiumLaunchOptions()),
    chromium.launch(chromiumLaunchOptions()),
  ]);
  try {
    const desk = await openDesk(deskBrowser, city);
    const wall = await openWall(wallBrowser, city);
    const senders = await Promise.all(
      Array.from({ length: bridges }, () => MqttDevice.connectBridge(city.mqttPort, city.siteKey)),
    );
    // A bridge of its own: behind another one's queue a call would wait for what was sent before it.
    const caller = await MqttDevice.connectBridge(city.mqttPort, city.siteKey);
    const before = await city.counts();
    const stopTraces = await Promise.all([desk, wall].map(traceMainThread));
    const flood = startFlood(senders);
    const handsOn = { isOver: false };
    const pressed = Promise.all([useDesk(desk, handsOn), useWall(wall, handsOn)]);
    await wait(seconds * 1_000 * callAfterShare);
    const calledAtMs = nowMs();
    await caller.publish('event', eventAt(Date.now(), 'flood-call', 'trapped'), wideDeviceKey(firstWideLiftId));
    const keptAfterMs = nowMs() - calledAtMs;
    const sentMs = await flood;
    handsOn.isOver = true;
    const [onTop] = await pressed;
    await Promise.all([caller, ...senders].map((sender) => sender.close()));
    const storedMs = await untilStored(city);
    const grouped = await readGroups(wall);
    const after = await city.counts();
    const [deskTasks = [], wallTasks = []] = await Promise.all(stopTraces.map((stop) => stop()));
    return {
      alarms,
      sentInSeconds: Math.round(sentMs / 100) / 10,
      missing: alarms + 1 - after.alarms,
      storedAfterLastMs: storedMs,
      serverCpuSeconds: Math.round((after.cpuMs - before.cpuMs) / 100) / 10,
      call: {
        keptAfterMs: Math.round(keptAfterMs),
        dialogPaintedAfterMs: await calledAfter(desk, calledAtMs),
        wallTakenAfterMs: await calledAfter(wall, calledAtMs),
        isOnTop: onTop,
      },
      desk: { answersMs: await describeAnswers(desk), mainThread: describeTasks(deskTasks) },
      wall: { answersMs: await describeAnswers(wall), mainThread: describeTasks(wallTasks) },
      ticker: grouped,
      target: { missing: 0, answersMs: { p99: 200 }, isOnTop: true },
    };
  } finally {
    await Promise.all([deskBrowser.close(), wallBrowser.close()]);
    await city.dispose();
  }
}

async function openDesk(browser: Browser, { url }: WideCity): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: watchPage });
  return signInAt(context, url, 'dispatcher1');
}

async function openWall(browser: Browser, { url }: WideCity): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  await context.addInitScript({ content: watchPage });
  const page = await signInAt(context, url, 'regulator');
  await page.goto(`${url}/data-board`);
  await page.getByText(/^实时 · /).waitFor();
  // It has been there for weeks: what its own opening takes is the `wall` benchmark's.
  await page.locator('.ti-map:not([data-renderer="none"])').waitFor();
  for (let idle = 0; idle < idleTurns; idle += 1)
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestIdleCallback(() => setTimeout(resolve, 100));
        }),
    );
  return page;
}

/** Sends them evenly; resolves with how long it took until the last was acknowledged. */
async function startFlood(senders: readonly MqttDevice[]): Promise<number> {
  const startedMs = performance.now();
  const acknowledged: Promise<void>[] = [];
  while (acknowledged.length < alarms) {
    const due = Math.min(alarms, Math.floor(((performance.now() - startedMs) * alarms) / (seconds * 1_000)));
    for (let at = acknowledged.length; at < due; at += 1) {
      const kind = kinds[at % kinds.length] ?? 'moto';
      const lift = firstWideLiftId + (Math.floor(at / kinds.length) % lifts);
      const sender = senders[at % senders.length];
      if (sender !== undefined)
        acknowledged.push(sender.publish('event', eventAt(Date.now(), `flood-${kind}`, kind), wideDeviceKey(lift)));
    }
    await wait(tickMs);
  }
  await Promise.all(acknowledged);
  return performance.now() - startedMs;
}

/**
 * Looks for lifts, changes pages, scrolls; when the call comes, takes it and writes into its form. Answers whether the
 * call lay over everything.
 */
async function useDesk(page: Page, until: { readonly isOver: boolean }): Promise<boolean> {
  const dialog = page.getByRole('alertdialog');
  while (!until.isOver && !(await dialog.isVisible())) {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('L-10', { delay: 30 });
    await page.keyboard.press('Escape');
    if (await dialog.isVisible()) break;
    const tab = (await page.evaluate(() => location.pathname)) === '/' ? '电梯概览' : '数据概览';
    // The call may come over the tab at any moment.
    await page
      .getByRole('link', { name: tab })
      .first()
      .click({ timeout: 2_000 })
      .catch(() => undefined);
    await page.mouse.wheel(0, 300);
  }
  await dialog.waitFor({ timeout: 60_000 });
  const isOnTop = z.boolean().parse(
    await page.evaluate(() => {
      const box = document.querySelector('[role=alertdialog]')?.getBoundingClientRect();
      const middle =
        box === undefined ? null : document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return middle?.closest('[role=alertdialog]') !== null && middle !== null;
    }),
  );
  // The key that answers from anywhere, once the dialog has been visible long enough.
  while (await dialog.isVisible()) {
    await wait(keyGuardMs);
    await page.keyboard.press('F9');
  }
  const field = page.getByLabel(/派出人员或单位/);
  await field.waitFor({ timeout: 60_000 });
  while (!until.isOver) {
    await field.focus();
    await page.keyboard.type('迅达维保 刘师傅', { delay: 60 });
    await field.fill('');
    await page.mouse.wheel(0, 300);
  }
  return isOnTop;
}

/** Touches the map here and there. */
async function useWall(page: Page, until: { readonly isOver: boolean }): Promise<void> {
  for (let turn = 0; !until.isOver; turn += 1) {
    await page.mouse.click(700 + (turn % 9) * 60, 300 + (turn % 5) * 60);
    await page.mouse.wheel(0, turn % 2 === 0 ? -120 : 120);
    await wait(150);
  }
}

/** Milliseconds until every alarm, and the call, is stored. */
async function untilStored(city: WideCity): Promise<number> {
  const startedMs = performance.now();
  while ((await city.counts()).alarms < alarms + 1 && performance.now() - startedMs < 60_000) await wait(50);
  return Math.round(performance.now() - startedMs);
}

async function calledAfter(page: Page, calledAtMs: number): Promise<number> {
  await page.waitForFunction(() => Number(Reflect.get(globalThis, 'calledAt')) > 0, undefined, {
    polling: 50,
    timeout: 60_000,
  });
  return Math.round(z.number().parse(await page.evaluate(() => Reflect.get(globalThis, 'calledAt'))) - calledAtMs);
}

async function describeAnswers(page: Page) {
  const durations = await readAnswers(page);
  return durations.length === 0
    ? { count: 0, note: `none took ${leastAnswerMs} ms` }
    : { ...summary(durations), isWithinTarget: percentile(durations, 0.99) <= 200 };
}

/** Returns the page's own use, regardless of other load on the machine: CPU time of its tasks. */
function describeTasks(tasks: readonly MainTask[]) {
  const cpuMs = tasks.map((task) => task.cpuMs);
  return {
    cpuSeconds: rounded(cpuMs.reduce((sum, ms) => sum + ms, 0) / 1_000),
    longTasks: cpuMs.filter((ms) => ms > 50).length,
    longestMs: rounded(cpuMs.reduce((most, ms) => Math.max(most, ms), 0)),
  };
}

/** The wall's ticker when everything has arrived. */
async function readGroups(wall: Page) {
  const note = wall.getByText(/报警激增，已按小区归并/);
  await wall
    .waitForFunction((count) => document.body.innerText.includes(`${count.toLocaleString('zh-CN')} 条`), alarms + 1, {
      polling: 200,
      timeout: 60_000,
    })
    .catch(() => undefined);
  return {
    note: await note.textContent({ timeout: 1_000 }).catch(() => null),
    lines: await wall.getByText(/共 \d+ 条/).count(),
  };
}
