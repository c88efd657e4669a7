import { Agent, get } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { connectConsole, forkBenchServer } from './benchServerProcess.ts';
import { callForHelp } from './mixed.ts';
import { rounded, summary } from './percentiles.ts';
import { ringBudget } from './ringBudget.ts';

const viewsPerSecond = Number(process.env['BENCH_VIEWS'] ?? 500);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const budgetP99Ms = 300;
const callEveryMs = 500;
/** Lifts whose signs are scanned. */
const scanned = 500;

const codesSchema = z.object({ codes: z.array(z.object({ code: z.string(), rescueCode: z.string() })) });
/** Telephones behind a proxy, which keeps its connections. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** The page as one telephone gets it; undefined where its connection broke. */
const textOf = (url: string, address: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const asked = get(url, { agent, headers: { 'x-forwarded-for': address } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
      response.on('error', () => resolve(undefined));
    });
    asked.on('error', () => resolve(undefined));
  });

const inThrees = (digits: string): string => digits.replace(/^(\d{3})/, '$1 ');

/**
 * Scans of the signs in the cars, each from an address of its own: 500 a second, of which the page's own budget shows 200 with the lift and
 * the others with the hotline. Reports the time of either, and how soon calls for help ring meanwhile.
 */
export async function benchPublicPage(): Promise<unknown> {
  const calls = Math.floor((seconds * 1_000) / callEveryMs);
  const server = await forkBenchServer(new URL('./telephonesServer.run.ts', import.meta.url), [scanned + calls, 0], {
    TRUST_PROXY: 'true',
  });
  try {
    const { codes } = await server.ask('codes', codesSchema);
    const probe = await connectConsole(server.url);
    const whole: number[] = [];
    const short: number[] = [];
    let broken = 0;
    const view = async (index: number): Promise<void> => {
      await wait((index * 1_000) / viewsPerSecond);
      const { code, rescueCode } = codes[index % codes.length] ?? { code: '', rescueCode: '' };
      const address = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
      const startedMs = performance.now();
      const text = await textOf(`${server.url}/q/${code}`, address);
      const tookMs = performance.now() - startedMs;
      if (text === undefined) {
        broken += 1;
        return;
      }
      if (!text.includes('tel:')) throw new Error('a page without a number to call');
      (text.includes(inThrees(rescueCode)) ? whole : short).push(tookMs);
    };
    const [ringMs] = await Promise.all([
      callForHelp(server, probe, calls, { everyMs: callEveryMs }),
      Promise.all(Array.from({ length: viewsPerSecond * seconds }, (_, index) => view(index))),
    ]);
    await probe.close();
    agent.destroy();
    return {
      viewsPerSecond,
      seconds,
      loadAverage: rounded(loadavg()[0] ?? 0),
      withLiftMs: whole.length === 0 ? { count: 0 } : summary(whole),
      withHotlineMs: short.length === 0 ? { count: 0 } : summary(short),
      broken,
      ringMs: summary(ringMs),
      target: { p99Ms: budgetP99Ms, ringMs: { p99: ringBudget.p99Ms } },
    };
  } finally {
    await server.dispose();
  }
}
