import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod';
import { testPassword } from '../support/testAccounts.ts';
import { forkBenchServer } from './benchServerProcess.ts';

/** A city with this number of lifts besides the two of the small city, spread over its communities. */
export const firstWideLiftId = 10_000;
export const firstWideCommunityId = 1_000;
export const liftsInCommunity = 100;
export const wideDeviceKey = (elevatorId: number): string => `WIDE${elevatorId}`;

const countsSchema = z.object({ alarms: z.number(), cpuMs: z.number(), rssMb: z.number() });
const quantilesSchema = z.object({ p50: z.number(), p99: z.number(), max: z.number() });
const loopSchema = z.object({ loopDelayMs: quantilesSchema, cpuMs: z.number(), rssMb: z.number() });
const doneSchema = z.object({ done: z.literal(true) });

export interface WideCity {
  readonly url: string;
  readonly mqttPort: number;
  readonly siteKey: Buffer;
  /** Alarms in its store, the CPU time that its process has used, and its memory. */
  counts(): Promise<z.infer<typeof countsSchema>>;
  /** From now on `store.reads` runs on the main thread, as the peer of a benchmark, or on the threads that read, as it does otherwise. */
  readOn(where: 'main' | 'threads'): Promise<void>;
  /** Begins to measure the event loop. */
  watchLoop(): Promise<void>;
  /** Resolves to the time for which the loop was held since, the CPU time that the process used meanwhile, and its memory. */
  loop(): Promise<z.infer<typeof loopSchema>>;
  dispose(): Promise<void>;
}

/**
 * Starts the real server over such a city in a process of its own, with the built page; `people`: so many accounts like
 * `super`, called `super-1` and so on.
 */
export async function openWideCity(
  lifts: number,
  { people = 0 }: { readonly people?: number } = {},
): Promise<WideCity> {
  const server = await forkBenchServer(new URL('./wideCityServer.run.ts', import.meta.url), [lifts, people]);
  const { url, mqttPort, siteKey } = server;
  return {
    url,
    mqttPort,
    siteKey,
    counts: () => server.ask('count', countsSchema),
    async readOn(where) {
      await server.ask(where === 'main' ? 'readOnMain' : 'readOnThreads', doneSchema);
    },
    async watchLoop() {
      await server.ask('watchLoop', doneSchema);
    },
    loop: () => server.ask('loop', loopSchema),
    dispose: () => server.dispose(),
  };
}

/** Signs in at the login page of this browser. */
export async function signInAt(context: BrowserContext, url: string, account: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${url}/ins-login`);
  await page.getByRole('textbox', { name: /^账号/ }).fill(account);
  await page.getByRole('textbox', { name: /^密码/ }).fill(testPassword);
  await page.getByRole('textbox', { name: /^密码/ }).press('Enter');
  await page.waitForURL(`${url}/`);
  await page.getByText('数据实时').waitFor();
  return page;
}
