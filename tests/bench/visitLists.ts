import { loadavg } from 'node:os';
import { visitCalendar } from '../../src/contract/endpoints/visitPlanning.ts';
import { visitList } from '../../src/contract/endpoints/visit.ts';
import { dayOf } from '../../src/contract/time.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { readVisitCalendar } from '../../server/queries/visitOverview.ts';
import { listVisits } from '../../server/queries/visits.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import type { EventStore } from '../../server/store/eventStore.ts';
import { openTestStore } from '../support/openTestStore.ts';
import { startPostgres } from '../support/postgres.ts';
import { principalOf, smallCity, writeSmallCity } from '../support/smallCity.ts';
import { rounded, summary } from './percentiles.ts';
import { writeOpenVisits } from './visits.ts';
import { writeWideBaseData } from './wideBaseData.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 100);
const target = { listP99Ms: 50, calendarMs: 200 };

/** The office's list of visits and its month over 100,000 lifts, each of which has one ahead: one reader after the other, on both databases. */
export async function benchVisitLists(): Promise<unknown> {
  const sqlite = await measure();
  const postgres = await startPostgres();
  try {
    return { lifts, rounds, target, sqlite, postgres: await measure(await postgres.createDatabase()) };
  } finally {
    await postgres.stop();
  }
}

async function measure(databaseUrl?: string): Promise<object> {
  const opened = await openTestStore({
    clock: systemClock,
    projections,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  try {
    const { store } = opened;
    await writeSmallCity(store);
    await writeWideBaseData(store, { lifts, communities: Math.ceil(lifts / 100), users: 0 });
    const nowMs = systemClock.nowMs();
    const today = dayOf(nowMs);
    await writeOpenVisits(store, today);
    return await read(store, nowMs, today);
  } finally {
    await opened.dispose();
  }
}

async function read(store: EventStore, nowMs: number, today: string): Promise<object> {
  const people = await Promise.all([
    principalOf(store, smallCity.users.super),
    principalOf(store, smallCity.users.admin),
  ]);
  const questions = [
    { scope: 'pending' },
    { scope: 'pending', page: 100 },
    { scope: 'pending', on: today },
    { scope: 'pending', counted: 'due_in_3_days' },
    { scope: 'pending', keyword: '没有' },
  ];
  const listMs: Record<string, object> = {};
  for (const question of questions) {
    const input = visitList.input.parse({ page: 1, page_size: 20, ...question });
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const by = people[round % people.length];
      if (by !== undefined) took.push(await timed(() => listVisits(store, by, input, nowMs)));
    }
    listMs[JSON.stringify(question)] = summary(took);
  }
  const calendar: number[] = [];
  const month = visitCalendar.input.parse({ month: today.slice(0, 7) });
  for (let round = 0; round < Math.ceil(rounds / 5); round += 1) {
    const by = people[round % people.length];
    if (by !== undefined) calendar.push(await timed(() => readVisitCalendar(store, by, month, nowMs)));
  }
  return { loadAverage: rounded(loadavg()[0] ?? 0), listMs, calendarMs: summary(calendar) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
