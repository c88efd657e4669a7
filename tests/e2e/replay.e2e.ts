import type { Page } from '@playwright/test';
import { startOfDayMs, toDisplayTime, toWireTime } from '../../src/contract/time.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { writeDemoPast } from '../../server/seed/demoPast.ts';
import { run } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import type { ServerProcess } from '../support/serverProcess.ts';
import { smallCity } from '../support/smallCity.ts';
import { alarmDialog, expect, signIn, test } from './support.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function fail(error: unknown): never {
  throw error;
}

/** Yesterday's minutes as the demo writes them, but for two hours of which nothing was kept. */
async function writeYesterday(
  server: ServerProcess,
  missing: { readonly fromMs: number; readonly toMs: number },
): Promise<void> {
  await server.kill();
  const store = await openStore({ dataDir: server.dataDir, clock: systemClock, projections, onFatal: fail });
  await writeDemoPast({ store, clock: systemClock, onTrouble: (_trouble, error) => fail(error) }).done;
  await store.write(function* (queries) {
    yield* run(
      queries.deleteFrom('minute_samples').where('at_ms', '>', missing.fromMs).where('at_ms', '<', missing.toMs),
    );
  });
  await store.close();
  await server.restart();
}

const mark = (page: Page) => page.getByRole('status', { name: /^历史回放 .*非实时$/ });
const liveAge = (page: Page) => page.getByText(/^实时 · /);

test('I drag the time bar to yesterday 18:40: the wall shows that hour, cannot be taken for live, and goes back to now', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  const todayMs = startOfDayMs(Date.now());
  const missing = { fromMs: todayMs - 4 * hourMs, toMs: todayMs - 2 * hourMs };
  await writeYesterday(server, missing);
  await signIn(page, server, 'regulator');
  await page.goto(`${server.url}/data-board`);
  await expect(liveAge(page)).toBeVisible();
  await page.getByRole('button', { name: '前一天' }).click();
  await expect(mark(page)).toBeVisible();
  await page.getByRole('button', { name: '暂停' }).click();

  const bar = page.getByRole('slider', { name: '回放时刻' });
  const box = await bar.boundingBox();
  if (box === null) throw new Error('the time bar has no place');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * (18 * 60 + 40)) / 1_440, y, { steps: 5 });
  await page.mouse.up();
  const shownMs = Date.parse(`${(await bar.getAttribute('aria-valuetext')) ?? ''}+08:00`);
  expect(Math.abs(shownMs - (todayMs - dayMs + 18 * hourMs + 40 * 60_000))).toBeLessThan(3 * 60_000);
  await expect(mark(page)).toHaveAccessibleName(new RegExp(toDisplayTime(shownMs).slice(0, 16)));
  // Every lift had a minute then, and none is shown as it is now.
  await expect(page.getByText('待机').locator('xpath=..')).not.toContainText('0', { timeout: 45_000 });
  await expect(page.getByText('现在', { exact: true })).toBeVisible();
  await expect(liveAge(page)).toHaveCount(0);

  await page.getByRole('button', { name: '回到实时' }).click();
  await expect(liveAge(page)).toBeVisible();
  await expect(mark(page)).toHaveCount(0);

  await page.goto(`${server.url}/data-board?at=${encodeURIComponent(toWireTime(missing.fromMs + hourMs))}`);
  await expect(page.getByText(/没有记录，有记录的是 .*20:00 和 .*22:00/)).toBeVisible();
  await page.goto(`${server.url}/data-board?at=${encodeURIComponent(toWireTime(todayMs - 5 * dayMs))}`);
  await expect(page.getByText(/没有记录，可回放/)).toBeVisible();
  await expect(liveAge(page)).toBeVisible();
});

test('on a rescue order I see the five minutes before the call at full rate, and cannot mistake them for the present', async ({
  page,
  server,
  lift,
}) => {
  await lift.report(3, 0);
  await lift.report(5, 2);
  await lift.report(7, 2);
  await signIn(page, server, 'dispatcher1');
  await lift.raise('trapped');
  await alarmDialog(page).getByRole('button', { name: /接听/ }).click();
  await page.getByRole('button', { name: '前 5 分钟' }).click();
  const dialog = page.getByRole('dialog', { name: '事发前 5 分钟' });
  await expect(dialog.getByText('历史录制，非实时')).toBeVisible();
  await expect(dialog.getByText(new RegExp(smallCity.lift.tag))).toBeVisible();
  await dialog.getByRole('button', { name: '到呼叫时刻' }).click();
  await expect(dialog.getByRole('img', { name: /井道：7 层/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
