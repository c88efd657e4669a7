import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { chinaOffsetMs } from '../../src/contract/time.ts';
import { readSiteDeviceKey } from '../../server/gateway/credentials.ts';
import { ApiClient } from '../support/apiClient.ts';
import { eventAt, MqttDevice, telemetryAt } from '../support/mqttDevice.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts';
import type { PictureStats } from '../support/pictureStats.ts';
import { measuringLaunchOptions, WallDisplay, type PageHoldings } from '../support/wallDisplay.ts';

/**
 * Walls run for weeks (design: quality G10, field failures 1, 3 and 4), with the real server, the real page in a real
 * browser, and time that moves in leaps of a minute in all of them together. The week itself is for the soak.
 *
 * Accelerated: every clock and every timer. What is due as rarely as a leap is long (statistics, the tree, the look for
 * a deployment, the renewal of the wall's credential, midnight, deadlines, minute samples) happens as often as in a
 * real week, at its time. Not accelerated: sockets, requests, painting and the link's own timers between two leaps.
 * What is due more often than a leap is long (the poll each second, the clocks on screen, heartbeats) happens once a
 * leap; the reports of the lifts likewise.
 */
const soak = process.env['TIAN_SOAK'] === '1';
const hours = 7 * 24;
const leapMs = 60_000;
const restarts = 20;
const losses = soak ? 20 : 1;
const cutEveryHours = 3;
/** A few come and go with what happens to be on screen: a line of the ticker, a request under way. */
const slack = { nodes: 40, listeners: 20 } as const;

const minuteMs = 60_000;
const hourMs = 3_600_000;
const orderSchema = z.object({ list: z.array(z.object({ id: z.number() })) });
const kindsOfAlarm = [
  'moto',
  'longTimeOpen',
  'overLoad',
  'openCloseLoop',
  'camCovered',
  'warn_shake',
  'breakElevator',
  'runWithoutPeople',
] as const;

/** To the next 22:00 in the city: a midnight comes soon. */
const untilEvening = (nowMs: number): number => 24 * hourMs - ((nowMs + chinaOffsetMs - 22 * hourMs) % (24 * hourMs));

let webFolder: string;
let aheadMs: number;
let browser: Browser;
let server: ServerProcess;
let proxy: TcpProxy;
let wall: WallDisplay;
let lifts: readonly MqttDevice[];
const toClose: (() => Promise<void>)[] = [];

beforeAll(async () => {
  browser = await chromium.launch(measuringLaunchOptions());
});
afterAll(() => browser.close());

beforeEach(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'tian-web-'));
  await cp('dist/web', webFolder, { recursive: true });
  aheadMs = untilEvening(Date.now());
  server = await ServerProcess.start({ TEST_CLOCK_AHEAD_MS: String(aheadMs), TEST_WEB_FOLDER: webFolder });
  proxy = await startTcpProxy(server.httpPort);
  await connectLifts();
});
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
  await Promise.all(lifts.map((lift) => lift.close()));
  await proxy.close();
  await server.dispose();
  await rm(webFolder, { recursive: true, force: true });
});

async function connectLifts(): Promise<void> {
  const siteKey = readSiteDeviceKey(server.dataDir);
  lifts = await Promise.all(
    [smallCity.lift, smallCity.farLift].map(({ deviceKey }) => MqttDevice.connect(server.mqttPort, deviceKey, siteKey)),
  );
}

async function openWall(query = ''): Promise<void> {
  wall = await WallDisplay.open(browser, server, { url: `http://127.0.0.1:${proxy.port}`, query, aheadMs });
  toClose.push(() => wall.close());
}

async function restartServer(): Promise<void> {
  await Promise.all(lifts.map((lift) => lift.close()));
  await server.kill();
  await wall.restartServer();
  await connectLifts();
}

const [first, second] = [0, 1];
const publish = async (place: number, channel: 'event' | 'telemetry', message: object): Promise<void> => {
  await lifts[place]?.publish(channel, message);
};

const reportBoth = async (): Promise<void> => {
  for (const place of [first, second]) await publish(place, 'telemetry', telemetryAt(wall.nowMs));
};

/** Takes the map's context away as a driver that fails would, and waits until the page has put another canvas there. */
async function loseWebGl(): Promise<void> {
  await wall.page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.ti-map__mass canvas');
    if (canvas === null) throw new Error('the map has no canvas');
    canvas.dataset['lost'] = '';
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await wall.page.locator('.ti-map__mass canvas[data-lost]').waitFor({ state: 'detached' });
}

/** Measured figures beside the other results, for anyone who wants to see the curve. */
async function keep(name: string, figures: unknown): Promise<void> {
  await mkdir('.tmp/soak', { recursive: true });
  await writeFile(join('.tmp/soak', name), JSON.stringify(figures, null, 1));
}

/** An alarm that comes and clears automatically. */
async function alarm(place: number, kind: string): Promise<void> {
  await publish(place, 'event', eventAt(wall.nowMs, randomUUID(), kind));
  await publish(place, 'event', eventAt(wall.nowMs, randomUUID(), kind, { cleared: true }));
}

/** The steps of one rescue, each at its minute of the hour. */
function rescueSteps(api: ApiClient): ReadonlyMap<number, () => Promise<void>> {
  const step = async (event: string, data: object): Promise<void> => {
    const { list } = orderSchema.parse((await api.post('/api/order/rescue/list', { scope: 'pending' })).data);
    expect(list).toHaveLength(1);
    for (const { id } of list)
      expect(await api.post('/api/order/rescue/ack-state', { id, event, data })).toMatchObject({ code: 0 });
  };
  return new Map([
    [5, () => publish(first, 'event', eventAt(wall.nowMs, randomUUID(), 'trapped'))],
    [
      10,
      async () => {
        expect((await api.post('/api/order/rescue/ack', { elevator_id: smallCity.lift.id })).code).toBe(0);
        // Immediately: a user who claims without a console and does nothing loses the claim after a minute.
        await step('rescue.dispatched', { level: 1, who: '迅达维保 刘师傅' });
      },
    ],
    [20, () => step('rescue.arrived', {})],
    [25, () => step('rescue.released', { people: 1 })],
    [30, () => publish(first, 'event', eventAt(wall.nowMs, randomUUID(), 'trapped', { cleared: true }))],
    [
      35,
      () =>
        step('rescue.completed', {
          peopleNum: 1,
          cause: 'door',
          wasTrapped: true,
          injuredNum: 0,
          vulnerableNum: 0,
          handedTo: 'none',
          calledBack: true,
        }),
    ],
  ]);
}

/** One hour of the city: a rescue from call to end, alarms, cars that move, and some hours in which one lift says nothing. */
async function liveHour(hour: number, after: (minute: number) => Promise<void> = async () => undefined): Promise<void> {
  const api = await ApiClient.login(server.url, 'dispatcher1');
  const steps = rescueSteps(api);
  const isSilent = hour % 6 === 4;
  // The first hour is a flood, so that everything that keeps the latest alarms is full before anything is compared.
  const alarmsEachTime = hour === 0 ? 10 : 1;
  for (let atMs = 0; atMs < hourMs; atMs += leapMs) {
    const minute = atMs / minuteMs;
    await wall.leap(leapMs, async (isFirst) => {
      const floor = 1 + ((hour * 60 + minute) % 17);
      await publish(
        first,
        'telemetry',
        telemetryAt(wall.nowMs, { floor, car_status: minute % 2, direction: minute % 3, people: minute % 5 }),
      );
      if (!isSilent)
        await publish(
          second,
          'telemetry',
          telemetryAt(wall.nowMs, { floor: 18 - floor, car_status: (minute + 1) % 2 }),
        );
      if (!isFirst || minute % 5 !== 0) return;
      for (let count = 0; count < alarmsEachTime; count += 1)
        await alarm((minute + count) % 2, kindsOfAlarm[(hour + minute + count) % kindsOfAlarm.length] ?? 'moto');
      await steps.get(minute)?.();
    });
    await after(minute);
  }
  await untilTrue(async () => (await wall.isLive()) && wall.page.getByText('当前没有进行中的救援').isVisible());
}

/**
 * A link or a poll that failed just now is tried again when time goes on, which it does only in leaps; between two of them there is
 * time enough to connect, or each leap would be the end of an attempt.
 */
async function untilTrue(isSo: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await isSo()) return true;
        await wall.leap(5_000, reportBoth);
        return isSo();
      },
      { timeout: 120_000, interval: 3_000 },
    )
    .toBe(true);
}

/** The places of `count` happenings, spread over the hours after the first two. */
const spread = (count: number): ReadonlySet<number> =>
  new Set(Array.from({ length: count }, (_, index) => 2 + Math.floor(((hours - 2) * (index + 0.5)) / count)));

/** A blank map or panel is of one colour. */
const isDrawn = ({ contrast, colours }: PictureStats): boolean => contrast > 2 && colours >= 8;

/** Live, drawn, and no one has been asked to sign in. */
async function expectWhole(): Promise<void> {
  await untilTrue(() => wall.isLive());
  const blank = async (): Promise<readonly string[]> => {
    const { map, panels } = await wall.look();
    return [
      ...(isDrawn(map) ? [] : ['map']),
      ...panels.flatMap((panel, place) => (isDrawn(panel) ? [] : [`panel ${place}`])),
    ];
  };
  await expect.poll(blank, { timeout: 30_000 }).toEqual([]);
  expect(wall.signInsAsked).toBe(0);
}

/** As a deployment does: every script and style under another name, and the old ones gone. */
async function deployNewBuild(): Promise<void> {
  const assets = join(webFolder, 'assets');
  const names = await readdir(assets);
  const renamed = new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, '-next$1')]));
  const pages = (await readdir(webFolder)).filter((name) => name.endsWith('.html'));
  const texts = [
    ...pages.map((name) => join(webFolder, name)),
    ...names.filter((name) => /\.(js|css)$/.test(name)).map((name) => join(assets, name)),
  ];
  const anyName = new RegExp(
    names
      .toSorted((a, b) => b.length - a.length)
      .map((name) => name.replaceAll(/[.\-$]/g, '\\$&'))
      .join('|'),
    'g',
  );
  for (const path of texts)
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replaceAll(anyName, (name) => renamed.get(name) ?? name),
    );
  for (const [name, next] of renamed) await rename(join(assets, name), join(assets, next));
}

const entryScript = () =>
  wall.page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '');

describe('a wall', () => {
  it.runIf(soak)(
    `open for ${hours} simulated hours, with ${restarts} restarts and a cut link every ${cutEveryHours} hours, leaks nothing`,
    { timeout: 8 * hourMs },
    async () => {
      await openWall();
      // The same board from the first hour to the last, whatever is renewed meanwhile.
      await wall.page.evaluate(() => document.querySelector('.ti-wall')?.setAttribute('data-first', ''));
      const restartAt = spread(restarts);
      const held: PageHoldings[] = [];
      for (let hour = 0; hour < hours; hour += 1) {
        await liveHour(hour, async (minute) => {
          // In the middle of a rescue.
          if (minute === 15 && restartAt.has(hour)) await restartServer();
          if (minute === 45 && hour % cutEveryHours === 0) proxy.cut();
        });
        if (hour % 6 === 3) await expectWhole();
        held.push(await wall.holdings(hour === 1 || hour === hours - 1 ? 4 : 1));
        await keep('wallWeek.json', held);
      }
      expect(await wall.page.locator('.ti-wall[data-first]').count()).toBe(1);
      expect(wall.errors).toEqual([]);
      const [, secondHour] = held;
      const lastHour = held.at(-1);
      if (secondHour === undefined || lastHour === undefined) throw new Error('the wall was not open for two hours');
      expect(lastHour.heapBytes / secondHour.heapBytes).toBeLessThanOrEqual(1.1);
      expect(lastHour.listeners).toBeLessThanOrEqual(secondHour.listeners + slack.listeners);
      // After the flood of the first hour the ticker fills for some hours, line by line, until its place is full.
      const full = held.slice(8, -1);
      expect(lastHour.nodes).toBeLessThanOrEqual(Math.min(...full.map(({ nodes }) => nodes)) + slack.nodes);
      const { canvases, contexts2d, contextsWebGl, workers, documents } = secondHour;
      expect(lastHour).toMatchObject({ canvases, contexts2d, contextsWebGl, workers, documents });
    },
  );

  it(
    `draws its map again after each of ${losses} graphics losses; then the canvas takes over, and its canvases come back too`,
    { timeout: soak ? hourMs : 300_000 },
    async () => {
      await openWall('?map=webgl');
      const renderer = (kind: 'webgl' | 'canvas') => wall.page.locator(`.ti-map[data-renderer="${kind}"]`);
      await renderer('webgl').waitFor();
      // Everything is there, also what is first asked for after a minute.
      await wall.leap(11 * minuteMs, reportBoth);
      await wall.page.getByRole('region', { name: '时间轴' }).waitFor();
      await expectWhole();
      const before = await wall.holdings();
      for (let loss = 0; loss < losses; loss += 1) {
        // Far enough from the last one that the device is still to be trusted.
        await wall.leap(11 * minuteMs, reportBoth);
        await loseWebGl();
        await renderer('webgl').waitFor();
        await expectWhole();
      }
      const after = await wall.holdings();
      expect(after).toMatchObject({
        canvases: before.canvases,
        contexts2d: before.contexts2d,
        contextsWebGl: before.contextsWebGl,
      });
      expect(after.nodes).toBeLessThanOrEqual(before.nodes + slack.nodes);
      expect(after.listeners).toBeLessThanOrEqual(before.listeners + slack.listeners);
      expect(after.heapBytes / before.heapBytes).toBeLessThanOrEqual(1.1);

      // One after the other now: the device can no longer be trusted.
      await wall.leap(11 * minuteMs, reportBoth);
      for (let loss = 0; loss < 4; loss += 1) {
        await renderer('webgl').waitFor();
        await loseWebGl();
      }
      await renderer('canvas').waitFor();
      await expectWhole();
      expect((await wall.holdings()).contextsWebGl).toBe(0);

      for (let loss = 0; loss < losses; loss += 1) {
        await wall.page.evaluate(() => {
          // What a browser does when its graphics process ends: empty pixels, and a word when the canvas can be drawn on again.
          for (const canvas of document.querySelectorAll('canvas')) {
            canvas.dispatchEvent(new Event('contextlost'));
            canvas.setAttribute('width', String(canvas.width));
            canvas.dispatchEvent(new Event('contextrestored'));
          }
        });
        await expectWhole();
      }
      expect(wall.errors).toEqual([]);
    },
  );

  it(
    'loads a new build automatically, but not while someone is waiting for help, and asks no one to sign in',
    { timeout: 300_000 },
    async () => {
      await openWall();
      await expectWhole();
      const old = await entryScript();
      await publish(first, 'event', eventAt(wall.nowMs, randomUUID(), 'trapped'));
      await wall.page.getByRole('region', { name: /翠湖花园 1 幢 1 单元/ }).waitFor();
      await deployNewBuild();
      await restartServer();
      for (let leap = 0; leap < 6; leap += 1) await wall.leap(5 * minuteMs, reportBoth);
      expect(await entryScript()).toBe(old);

      const api = await ApiClient.login(server.url, 'dispatcher1');
      expect((await api.post('/api/order/rescue/ack', { elevator_id: smallCity.lift.id })).code).toBe(0);
      const { list } = orderSchema.parse((await api.post('/api/order/rescue/list', { scope: 'pending' })).data);
      for (const { id } of list)
        expect(
          await api.post('/api/order/rescue/ack-state', { id, event: 'rescue.judgedFalse', data: { reason: '演练' } }),
        ).toMatchObject({ code: 0 });
      // A link or a poll that failed just now is tried again when time goes on, which it does only in leaps.
      await expect
        .poll(
          async () => {
            await wall.leap(minuteMs, reportBoth);
            return entryScript();
          },
          { timeout: 60_000 },
        )
        .toMatch(/-next\.js$/);
      await expectWhole();
      expect(wall.errors).toEqual([]);
    },
  );
});
