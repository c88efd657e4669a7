import { loadavg } from 'node:os';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import * as z from 'zod';
import { builtScreens, menuSections, type BuiltScreen } from '../../src/contract/screens.ts';
import { ApiClient } from '../support/apiClient.ts';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { forkBenchServer, type BenchServerProcess } from './benchServerProcess.ts';
import { openByMenu, watchOpenings, type Opening } from './openings.ts';
import { percentile, rounded } from './percentiles.ts';
import { signInAt } from './wideCity.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const communities = Number(process.env['BENCH_COMMUNITIES'] ?? 5_000);
const users = Number(process.env['BENCH_USERS'] ?? 2_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7);
/** The time that the pointer rests on an entry before it is pressed; 0 is harder than any hand. */
const hoverMs = Number(process.env['BENCH_HOVER_MS'] ?? 0);
/** The time that a new page stands before the first press: as someone who has signed in looks at it. */
const settleMs = Number(process.env['BENCH_SETTLE_MS'] ?? 4_000);
const budgetMs = 300;

const cpuSchema = z.object({ cpuMs: z.number() });

/** The wall opens in a tab of its own, and `wall` measures it; hidden pages have no entry. */
const measured: readonly BuiltScreen[] = builtScreens.filter(
  (screen) => !('isHidden' in screen) && screen.name !== 'DataBoard',
);
const sections: readonly (string | null)[] = [null, ...menuSections.map(({ key }) => key)];

type Openings = Map<string, { readonly first: Opening[]; readonly again: Opening[] }>;

/**
 * From the press on a menu entry to the paint of its screen with its first rows, by the page's own clock: as the super
 * administrator of a large city, on SQLite. `first`: the screen's code has not been fetched by this page; `again`: the
 * screen was open before. `bareMs` is the peer: the slowest of the screen's own calls, made alone and without a browser.
 */
export async function benchScreens(): Promise<unknown> {
  const server = await forkBenchServer(new URL('./listsServer.run.ts', import.meta.url), [
    lifts,
    communities,
    users,
    0,
  ]);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript(watchOpenings);
    await (await signInAt(context, server.url, 'super')).close();
    const loadBefore = rounded(loadavg()[0] ?? 0);
    const { cpuMs } = await server.ask('cpu', cpuSchema);
    const openings: Openings = new Map(measured.map(({ path }) => [path, { first: [], again: [] }]));
    for (let round = 0; round < rounds; round += 1) await openAll(context, server.url, round, openings);
    const loadAverage = [loadBefore, rounded(loadavg()[0] ?? 0)];
    const serverCpuMs = Math.round((await server.ask('cpu', cpuSchema)).cpuMs - cpuMs);
    const figures = await describeAll(server, openings);
    const all = (kind: 'first' | 'again'): number[] =>
      [...openings.values()].flatMap((one) => one[kind].map(({ paintedMs }) => paintedMs));
    return {
      lifts,
      communities,
      users,
      rounds,
      hoverMs,
      settleMs,
      target: { worstMs: budgetMs },
      loadAverage,
      serverCpuMs,
      all: { first: timesOf(all('first')), again: timesOf(all('again')) },
      screens: figures,
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

const rotated = <T>(list: readonly T[], by: number): readonly T[] => [
  ...list.slice(by % Math.max(1, list.length)),
  ...list.slice(0, by % Math.max(1, list.length)),
];

/** Opens every screen once and once more in a new page. Each round begins elsewhere, so that shared code loads with different screens. */
async function openAll(context: BrowserContext, url: string, round: number, openings: Openings): Promise<void> {
  const page = await context.newPage();
  try {
    await page.goto(`${url}/nowhere`);
    await page.getByText('数据实时').waitFor();
    await page.locator('.ti-header-tabs a').first().waitFor();
    await page.waitForTimeout(settleMs);
    for (const kind of ['first', 'again'] as const)
      for (const section of rotated(sections, round)) await openSection(page, section, round, kind, openings);
  } finally {
    await page.close();
  }
}

async function openSection(
  page: Page,
  section: string | null,
  round: number,
  kind: 'first' | 'again',
  openings: Openings,
): Promise<void> {
  const [entrance, ...others] = measured.filter((screen) => screen.section === section);
  if (entrance === undefined) return;
  for (const { path } of [entrance, ...rotated(others, round)])
    openings.get(path)?.[kind].push(await openByMenu(page, path, hoverMs));
}

const timesOf = (ms: readonly number[]) => ({
  p50: rounded(percentile(ms, 0.5)),
  worst: rounded(Math.max(...ms)),
  overBudget: ms.filter((one) => one > budgetMs).length,
});

async function describeAll(server: BenchServerProcess, openings: Openings): Promise<object> {
  const api = await ApiClient.login(server.url, 'super');
  const described: Record<string, object> = {};
  for (const { name, path } of measured) {
    const { first, again } = openings.get(path) ?? { first: [], again: [] };
    const asked = new Set([...first, ...again].flatMap((opening) => opening.asked.map(({ url }) => url)));
    const bareMs = await slowestBare(api, [...asked]);
    const half = percentile(
      again.map(({ paintedMs }) => paintedMs),
      0.5,
    );
    described[name] = {
      first: { ...timesOf(first.map(({ paintedMs }) => paintedMs)), ...partsOf(first) },
      again: { ...timesOf(again.map(({ paintedMs }) => paintedMs)), ...partsOf(again) },
      bareMs,
      againOverBare: bareMs === null ? null : rounded(half / bareMs),
    };
  }
  return described;
}

const most = (values: readonly number[]): number | undefined => (values.length === 0 ? undefined : Math.max(...values));

/** Medians, in ms since the press: the last code had come, the first call left, the last was answered; and the number of calls. */
function partsOf(openings: readonly Opening[]): object {
  const median = (read: (opening: Opening) => number | undefined): number | null => {
    const values = openings.flatMap((opening) => read(opening) ?? []);
    return values.length === 0 ? null : rounded(percentile(values, 0.5));
  };
  return {
    codeMs: median(({ fetched }) => most(fetched.map(({ untilMs }) => untilMs))),
    changedMs: median(({ changedMs }) => changedMs),
    askedMs: median(({ asked }) => (asked.length === 0 ? undefined : Math.min(...asked.map(({ fromMs }) => fromMs)))),
    answeredMs: median(({ asked }) => most(asked.map(({ untilMs }) => untilMs))),
    calls: median(({ asked }) => asked.length),
  };
}

/** The median time of the slowest of these calls, in ms; null where there is none. */
async function slowestBare(api: ApiClient, urls: readonly string[]): Promise<number | null> {
  const medians: number[] = [];
  for (const url of urls) {
    const ms: number[] = [];
    for (let time = 0; time < rounds; time += 1) {
      const startedMs = performance.now();
      const { status } = await api.get(url);
      if (status !== 200) break;
      ms.push(performance.now() - startedMs);
    }
    if (ms.length > 0) medians.push(percentile(ms, 0.5));
  }
  return medians.length === 0 ? null : rounded(Math.max(...medians));
}
