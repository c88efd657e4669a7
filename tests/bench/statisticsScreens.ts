import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { statisticsEndpoints } from '../../src/contract/endpoints/statistics.ts';
import { statisticsDimensions, statisticsSubjects } from '../../src/contract/statistics/subjects.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { ApiClient } from '../support/apiClient.ts';
import { startPostgres } from '../support/postgres.ts';
import { forkBenchServer } from './benchServerProcess.ts';
import { rounded, summary } from './percentiles.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const days = Number(process.env['BENCH_DAYS'] ?? 730);
const readers = Number(process.env['BENCH_READERS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** The time that each reader looks at a screen before asking for the next. */
const thinkMs = Number(process.env['BENCH_THINK_MS'] ?? 2_000);
const databases = (process.env['BENCH_DATABASES'] ?? 'sqlite,postgres').split(',');
const budgetP99Ms = 300;
const cpuSchema = z.object({ cpuMs: z.number() });

const today = dayOf(Date.now());
const periods = {
  month: { from: addDays(today, -29), to: today },
  year: { from: addDays(today, -364), to: today },
} as const;
const questions = statisticsSubjects.flatMap((subject) =>
  statisticsDimensions.flatMap((dimension) =>
    (['month', 'year'] as const).map((period) => ({
      name: `${subject} ${dimension} ${period}`,
      path: statisticsEndpoints[subject].path,
      body: { dimension, ...periods[period] },
    })),
  ),
);
type Question = (typeof questions)[number];

/**
 * The statistics of a large city with two years of records: each question asked by one person alone, for the first time and again, and then by
 * twenty, half of them without limits and half with the city as their area. On both databases.
 */
export async function benchStatisticsScreens(): Promise<unknown> {
  const figures = {
    lifts,
    days,
    readers,
    thinkMs,
    seconds,
    target: { p99Ms: budgetP99Ms },
    ...(databases.includes('sqlite') ? { sqlite: await measure({}) } : {}),
  };
  if (!databases.includes('postgres')) return figures;
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgres.createDatabase();
    const settle = async () => {
      for (const statement of ['vacuum analyze', 'checkpoint']) await postgres.execute(databaseUrl, statement);
    };
    return { ...figures, postgres: await measure({ DATABASE_URL: databaseUrl }, settle) };
  } finally {
    await postgres.stop();
  }
}

async function ask(api: ApiClient, { name, path, body }: Question): Promise<number> {
  const startedMs = performance.now();
  const { status } = await api.post(path, body);
  if (status !== 200) throw new Error(`${name}: ${status}`);
  return performance.now() - startedMs;
}

async function measure(
  env: Readonly<Record<string, string>>,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<object> {
  const server = await forkBenchServer(
    new URL('./statisticsServer.run.ts', import.meta.url),
    [lifts, days, Math.ceil(readers / 2)],
    env,
  );
  try {
    await settle();
    const people: ApiClient[] = [];
    for (let reader = 0; reader < readers; reader += 1)
      people.push(
        await ApiClient.login(server.url, `${reader % 2 === 0 ? 'super' : 'admin'}-${1 + Math.floor(reader / 2)}`),
      );
    const loadBefore = rounded(loadavg()[0] ?? 0);
    const alone: Record<string, readonly number[]> = {};
    const [first] = people;
    if (first === undefined) throw new Error('one reader at least');
    for (const question of questions) {
      const cpuBefore = await server.ask('cpu', cpuSchema);
      const [firstMs, againMs] = [await ask(first, question), await ask(first, question)];
      const cpu = (await server.ask('cpu', cpuSchema)).cpuMs - cpuBefore.cpuMs;
      alone[question.name] = [firstMs, againMs, cpu].map(rounded);
    }
    const answersMs = await askTogether(people);
    return { loadAverage: [loadBefore, rounded(loadavg()[0] ?? 0)], firstAgainCpuMs: alone, ...answersMs };
  } finally {
    await server.dispose();
  }
}

/** Each reader goes through the questions, beginning at another one, and not all of them at the same moment. */
async function askTogether(people: readonly ApiClient[]): Promise<object> {
  const tookMs = new Map<string, number[]>(questions.map(({ name }) => [name, []]));
  const untilMs = performance.now() + seconds * 1_000;
  await Promise.all(
    people.map(async (api, person) => {
      await wait((thinkMs * person) / people.length);
      for (let round = person * 5; performance.now() < untilMs; round += 1) {
        const question = questions[round % questions.length];
        if (question === undefined) return;
        tookMs.get(question.name)?.push(await ask(api, question));
        await wait(thinkMs);
      }
    }),
  );
  return {
    togetherMs: summary([...tookMs.values()].flat()),
    answersMs: Object.fromEntries([...tookMs].map(([name, ms]) => [name, summary(ms)])),
  };
}
