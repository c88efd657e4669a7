import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { serverFlags } from '../../server/supervise/superviseServer.ts';
import { ApiClient } from '../support/apiClient.ts';
import { connectPush, type PushProbe } from '../support/pushProbe.ts';

const readySchema = z.object({ httpPort: z.number(), mqttPort: z.number(), deviceKeyHex: z.string() });
export type BenchServerReady = z.infer<typeof readySchema>;

export interface BenchServerProcess {
  readonly url: string;
  readonly mqttPort: number;
  readonly siteKey: Buffer;
  /** Sends an order without an answer. */
  tell(order: string): void;
  /** Sends an order; throws when the process ends instead of answering. */
  ask<Schema extends z.ZodType>(order: string, schema: Schema): Promise<z.infer<Schema>>;
  /** Ends the process and removes its data. */
  dispose(): Promise<void>;
}

/** Starts a program that calls `startBenchServer`, on an empty data folder, and resolves when it is ready. */
export async function forkBenchServer(
  program: URL,
  settings: readonly number[],
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-bench-'));
  const child = fork(fileURLToPath(program), settings.map(String), {
    execArgv: ['--import', 'tsx', ...serverFlags],
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  async function heard<Schema extends z.ZodType>(schema: Schema): Promise<z.infer<Schema>> {
    const ended = new AbortController();
    const onExit = (): void => ended.abort(new Error('the server ended'));
    child.once('exit', onExit);
    const [message]: unknown[] = await once(child, 'message', { signal: ended.signal });
    child.off('exit', onExit);
    return schema.parse(message);
  }
  async function dispose(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  }
  try {
    const { httpPort, mqttPort, deviceKeyHex } = await heard(readySchema);
    return {
      url: `http://127.0.0.1:${httpPort}`,
      mqttPort,
      siteKey: Buffer.from(deviceKeyHex, 'hex'),
      tell: (order) => void child.send(order),
      ask(order, schema) {
        child.send(order);
        return heard(schema);
      },
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A dispatcher's console of that server, once it receives. */
export async function connectConsole(url: string): Promise<PushProbe> {
  const api = await ApiClient.login(url, 'dispatcher1');
  const probe = await connectPush({
    url: `${url.replace('http', 'ws')}/ws`,
    hello: { text: api.helloText, last: null, streams: true },
  });
  await probe.waitFor(({ welcome }) => welcome !== undefined);
  return probe;
}
