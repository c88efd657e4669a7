import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { ApiClient } from '../support/apiClient.ts';
import { summary } from './percentiles.ts';

/**
 * People at their screens, in a process of its own: told a city and for how long, they page, search, count and export
 * until then, and report how long each answer took, in ms.
 */
const orderSchema = z.object({
  url: z.string(),
  accounts: z.array(z.string()),
  seconds: z.number(),
  thinkMs: z.number(),
  lifts: z.number(),
});
export type ReadersOrder = z.infer<typeof orderSchema>;

const pageSchema = z.object({ list: z.array(z.unknown()), max_page: z.number() });

/** Returns the next question of one person; the round says how often they have asked. */
type Habit = (round: number, lifts: number) => { readonly path: string; readonly expectsPage: boolean };

const list = (query: string): { readonly path: string; readonly expectsPage: boolean } => ({
  path: `/api/elevator/list?${query}`,
  expectsPage: true,
});
const countings = [
  '/api/stats/elevator?detail=true',
  '/api/stats/elevator-brand?detail=true',
  '/api/stats/area-community-elevator?detail=true',
  '/api/stats/works',
  '/api/stats/elevator-event',
];

/** In turns: the first person pages, the second searches, and so on. */
const habits: Readonly<Record<string, Habit>> = {
  paging: (round) => list(`page=${1 + (round % 50)}&page_size=20&sort=tag&order=asc`),
  searching: (round) => list(`page=1&page_size=20&keyword=${encodeURIComponent(`云川 ${1 + (round % 900)} 村`)}`),
  counting: (round) => ({ path: countings[round % countings.length] ?? '', expectsPage: false }),
  exporting: (round, lifts) => list(`page=${1 + (round % Math.ceil(lifts / 200))}&page_size=200&show_more=true`),
};

async function useScreens({ url, accounts, seconds, thinkMs, lifts }: ReadersOrder): Promise<object> {
  const people: ApiClient[] = [];
  for (const account of accounts) people.push(await ApiClient.login(url, account));
  const names = Object.keys(habits);
  const tookMs = new Map<string, number[]>(names.map((name) => [name, []]));
  let refused = 0;
  process.send?.({ ready: true });
  const untilMs = performance.now() + seconds * 1_000;
  await Promise.all(
    people.map(async (api, person) => {
      const name = names[person % names.length] ?? '';
      for (let round = person; performance.now() < untilMs; round += 1) {
        const asked = habits[name]?.(round, lifts);
        if (asked === undefined) return;
        const startedMs = performance.now();
        const { status, data } = await api.get(asked.path);
        if (status !== 200) refused += 1;
        else if (asked.expectsPage && pageSchema.parse(data).list.length === 0)
          throw new Error(`${asked.path} found nothing`);
        tookMs.get(name)?.push(performance.now() - startedMs);
        await wait(thinkMs);
      }
    }),
  );
  return { refused, answers: Object.fromEntries([...tookMs].map(([name, ms]) => [name, summary(ms)])) };
}

// A benchmark that was broken off leaves no load behind.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  void useScreens(orderSchema.parse(message)).then((figures) => process.send?.(figures));
});
