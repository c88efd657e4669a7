import { setTimeout as wait } from 'node:timers/promises';
import { loadavg } from 'node:os';
import * as z from 'zod';
import { ApiClient } from '../support/apiClient.ts';
import { startPostgres } from '../support/postgres.ts';
import { forkBenchServer, type BenchServerProcess } from './benchServerProcess.ts';
import { percentile, rounded, summary } from './percentiles.ts';
import { registrationCode } from './wideBaseData.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const communities = Number(process.env['BENCH_COMMUNITIES'] ?? 5_000);
const users = Number(process.env['BENCH_USERS'] ?? 2_000);
const readers = Number(process.env['BENCH_READERS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** The time that each reader looks at an answer before asking for the next. */
const thinkMs = Number(process.env['BENCH_THINK_MS'] ?? 200);
const databases = (process.env['BENCH_DATABASES'] ?? 'sqlite,postgres').split(',');
/** Calls of each list by one reader alone, from which its CPU time follows. */
const alone = 10;
const budgetP99Ms = 50;

const list = (path: string, query: Readonly<Record<string, string | number>> = {}): string =>
  `${path}?${new URLSearchParams([
    ['page_size', '20'],
    ...Object.entries(query).map(([name, value]) => [name, String(value)]),
  ]).toString()}`;
const lastPage = (rows: number): number => Math.max(1, Math.floor((rows * 0.8) / 20));

/** The questions asked. Every list of base data and access: its first page, and its search; and what everything is compared with. */
const questions: Readonly<Record<string, string>> = {
  trivial: '/api/user',
  lifts: list('/api/elevator/list'),
  'lifts by tag': list('/api/elevator/list', { sort: 'tag', order: 'asc' }),
  'lifts far back': list('/api/elevator/list', { page: lastPage(lifts) }),
  'lifts, two characters': list('/api/elevator/list', { keyword: '湖花' }),
  'lifts, six digits': list('/api/elevator/list', { keyword: registrationCode(lifts >> 1).slice(-6) }),
  'lifts, a miss': list('/api/elevator/list', { keyword: '没有' }),
  communities: list('/api/community/list'),
  'communities far back': list('/api/community/list', { page: lastPage(communities) }),
  'communities, two characters': list('/api/community/list', { keyword: '湖花' }),
  'communities, a miss': list('/api/community/list', { keyword: '没有' }),
  members: list('/api/community/members'),
  'members, two characters': list('/api/community/members', { keyword: '湖花' }),
  regions: '/api/community-group/tree',
  brands: list('/api/elevator/brand/list'),
  'property companies': list('/api/property/list'),
  'property contracts': list('/api/property/contract/list'),
  'maintenance companies': list('/api/maintenance/list'),
  'maintenance contracts': list('/api/maintenance/contract/list'),
  people: list('/api/person/list'),
  'people, two characters': list('/api/person/list', { keyword: '建国' }),
  'people, a miss': list('/api/person/list', { keyword: '没有' }),
  accounts: list('/api/user/list'),
  'accounts, a miss': list('/api/user/list', { keyword: '没有' }),
  'audit log': list('/api/audit/list'),
};
const names = Object.keys(questions);
const cpuSchema = z.object({ cpuMs: z.number() });

/**
 * The lists of base data and access over a large city, through HTTP on a real server: each alone, for the CPU time of a
 * call, and then by twenty users at once, half of them without limits and half of them administrators whose area is the
 * whole city. On both databases.
 */
export async function benchLists(): Promise<unknown> {
  const figures = {
    lifts,
    communities,
    users,
    readers,
    thinkMs,
    seconds,
    target: { p99Ms: budgetP99Ms, farBackOverFirst: 2 },
    ...(databases.includes('sqlite') ? { sqlite: await measure({}) } : {}),
  };
  if (!databases.includes('postgres')) return figures;
  const postgres = await startPostgres();
  try {
    const databaseUrl = await postgres.createDatabase();
    // PostgreSQL does so on its own some minutes later: until then it goes through what was written, beside the readers.
    const settle = async () => {
      for (const statement of ['vacuum analyze', 'checkpoint']) await postgres.execute(databaseUrl, statement);
    };
    return { ...figures, postgres: await measure({ DATABASE_URL: databaseUrl }, settle) };
  } finally {
    await postgres.stop();
  }
}

async function measure(
  env: Readonly<Record<string, string>>,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<object> {
  const server = await forkBenchServer(
    new URL('./listsServer.run.ts', import.meta.url),
    [lifts, communities, users, Math.ceil(readers / 2)],
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
    const [first, second] = people;
    if (first === undefined || second === undefined) throw new Error('two readers at least');
    const cpu = { unlimited: await cpuOfEach(server, first), administrator: await cpuOfEach(server, second) };
    const together = await askTogether(people);
    return { loadAverage: [loadBefore, rounded(loadavg()[0] ?? 0)], cpuMsOfCall: cpu, ...together };
  } finally {
    await server.dispose();
  }
}

async function ask(api: ApiClient, name: string): Promise<number> {
  const startedMs = performance.now();
  const { status } = await api.get(questions[name] ?? '');
  if (status !== 200) throw new Error(`${name}: ${status}`);
  return performance.now() - startedMs;
}

/** CPU time of the server for one call of each, in ms; on PostgreSQL without the database's own. */
async function cpuOfEach(server: BenchServerProcess, api: ApiClient): Promise<object> {
  const figures: Record<string, number> = {};
  for (const name of names) {
    await ask(api, name);
    const before = await server.ask('cpu', cpuSchema);
    for (let call = 0; call < alone; call += 1) await ask(api, name);
    const after = await server.ask('cpu', cpuSchema);
    figures[name] = rounded((after.cpuMs - before.cpuMs) / alone);
  }
  return figures;
}

/** Each reader goes through the lists, beginning at another one, and not all of them at the same moment. */
async function askTogether(people: readonly ApiClient[]): Promise<object> {
  const tookMs = new Map<string, number[]>(names.map((name) => [name, []]));
  const untilMs = performance.now() + seconds * 1_000;
  await Promise.all(
    people.map(async (api, person) => {
      await wait((thinkMs * person) / people.length);
      for (let round = person * 3; performance.now() < untilMs; round += 1) {
        const name = names[round % names.length] ?? '';
        const ms = await ask(api, name);
        tookMs.get(name)?.push(ms);
        await wait(thinkMs);
      }
    }),
  );
  const half = (name: string): number => percentile(tookMs.get(name) ?? [], 0.5);
  return {
    answersMs: Object.fromEntries([...tookMs].map(([name, ms]) => [name, summary(ms)])),
    p50OverTrivial: Object.fromEntries(names.map((name) => [name, rounded(half(name) / half('trivial'))])),
    farBackOverFirst: {
      lifts: rounded(half('lifts far back') / half('lifts')),
      communities: rounded(half('communities far back') / half('communities')),
    },
  };
}
