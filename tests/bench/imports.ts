import { setTimeout as wait } from 'node:timers/promises';
import { loadavg } from 'node:os';
import * as z from 'zod';
import { mostSocketsOfUser } from '../../src/contract/push.ts';
import { ApiClient } from '../support/apiClient.ts';
import { sheetOf } from '../support/sheetOf.ts';
import { rounded, summary } from './percentiles.ts';
import { ring } from './readers.ts';
import { ringBudget } from './ringBudget.ts';
import { openSockets } from './sockets.ts';
import { liftsInCommunity, openWideCity, type WideCity } from './wideCity.ts';

const lifts = Number(process.env['BENCH_LIFTS'] ?? 100_000);
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000);
const consoles = Number(process.env['BENCH_SOCKETS'] ?? 200);
const lookEveryMs = 200;
const mib = 2 ** 20;

const detailSchema = z.object({ state: z.string(), note: z.string(), new_num: z.number(), wrong_num: z.number() });
const idSchema = z.object({ id: z.number() });

/**
 * A clerk imports 5,000 lifts into a city of 100,000 and takes them back, and exports all of its lifts, while lifts call for help: how long
 * each takes, how soon each call rings meanwhile, and how much memory the export takes more.
 */
export async function benchImports(): Promise<unknown> {
  const people = Math.ceil(consoles / mostSocketsOfUser) + 1;
  const city = await openWideCity(lifts, { people });
  try {
    const apis: ApiClient[] = [];
    for (let person = 1; person <= people; person += 1) apis.push(await ApiClient.login(city.url, `super-${person}`));
    const [clerk, ...others] = apis;
    if (clerk === undefined) throw new Error('there is no clerk');
    const sockets = await openSockets({ httpPort: Number(new URL(city.url).port) }, others, consoles);
    const beside = async <Result>(work: () => Promise<Result>) => {
      await city.watchLoop();
      let isOver = false;
      const startedMs = performance.now();
      const [result, ringMs] = await Promise.all([
        work().finally(() => {
          isOver = true;
        }),
        ring(city, others, sockets, () => isOver),
      ]);
      const { loopDelayMs, cpuMs } = await city.loop();
      return { result, tookMs: rounded(performance.now() - startedMs), ringMs: summary(ringMs), loopDelayMs, cpuMs };
    };
    const { result: id, ...check } = await beside(() => upload(city, clerk));
    const { result: _done, ...write } = await beside(() => act(clerk, id, 'commit', 'done'));
    const { result: _undone, ...undo } = await beside(() => act(clerk, id, 'undo', 'undone'));
    const { result: xlsx, ...exportXlsx } = await beside(() => exportLifts(city, clerk, 'xlsx'));
    const { result: csv, ...exportCsv } = await beside(() => exportLifts(city, clerk, 'csv'));
    sockets.close();
    return {
      lifts,
      rows,
      consoles,
      loadAverage: rounded(loadavg()[0] ?? 0),
      check,
      write,
      undo,
      exportXlsx: { ...exportXlsx, ...xlsx },
      exportCsv: { ...exportCsv, ...csv },
      target: {
        importMs: 20_000,
        exportMs: 15_000,
        exportMoreMemoryMb: 150,
        ringMs: { p99: ringBudget.p99Ms },
      },
    };
  } finally {
    await city.dispose();
  }
}

async function upload(city: WideCity, { token, ...clerk }: ApiClient): Promise<number> {
  const head = ['电梯编号', '设备代码', '小区', '位置', '最高楼层', '维保单位', '安装日期', '下次检验日期'];
  const bytes = await sheetOf([
    head,
    ...Array.from({ length: rows }, (_, index) => [
      `IMP-${index}`,
      `31011520250${String(index).padStart(9, '0')}`,
      `云川 ${1 + (index % (lifts / liftsInCommunity))} 村`,
      `${index} 幢`,
      18,
      '迅达维保',
      '2020/5/1',
      '2027-03-01',
    ]),
  ]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), '电梯.xlsx');
  const response = await fetch(`${city.url}/api/elevator/import?kind=elevator`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const { id } = idSchema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
  const { new_num: found, wrong_num: wrong } = await untilState({ url: clerk.url, token }, id, 'ready');
  if (found !== rows || wrong > 0) throw new Error(`${found} rows are new, ${wrong} are wrong`);
  return id;
}

async function untilState({ url, token }: { readonly url: string; readonly token: string }, id: number, state: string) {
  for (;;) {
    const response = await fetch(`${url}/api/elevator/import?id=${id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const detail = detailSchema.parse(z.object({ data: z.unknown() }).parse(await response.json()).data);
    if (detail.state === state) return detail;
    if (detail.state === 'failed') throw new Error(detail.note);
    await wait(lookEveryMs);
  }
}

async function act(clerk: ApiClient, id: number, what: 'commit' | 'undo', state: string): Promise<void> {
  const { code, message } = await clerk.post(`/api/elevator/import/${what}`, { id });
  if (code !== 0) throw new Error(message);
  await untilState(clerk, id, state);
}

/** Reads the file to its end, and looks at the server's memory meanwhile. */
async function exportLifts(city: WideCity, { url, token }: ApiClient, format: 'xlsx' | 'csv') {
  const before = (await city.loop()).rssMb;
  await city.watchLoop();
  let most = before;
  const startedMs = performance.now();
  const response = await fetch(`${url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      path: '/api/elevator/list',
      query: { sort: 'tag', order: 'asc' },
      columns: ['tag', 'registration_code', 'rescue_code', 'addr', 'community_name', 'install_at'].map((field) => ({
        field,
        header: field,
        as: field === 'install_at' ? 'time' : 'text',
      })),
      format,
      name: '电梯',
    }),
  });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  let bytes = 0;
  let lookedMs = startedMs;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (performance.now() - lookedMs < lookEveryMs) continue;
    lookedMs = performance.now();
    most = Math.max(most, (await city.counts()).rssMb);
  }
  return { fileMs: rounded(performance.now() - startedMs), fileMb: rounded(bytes / mib), moreMemoryMb: most - before };
}
