import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as waitMs } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { notificationEvents } from '../../src/contract/events/notification.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { openStore } from '../../server/store/open.ts';
import { runProgram } from '../support/programs.ts';
import { seededRandom } from '../support/seededRandom.ts';

const kills = process.env['TIAN_SOAK'] === '1' ? 300 : 4;
const seed = Number(process.env['TIAN_SEED'] ?? Date.now() % 1_000_000);
const bodySchema = z.object({ id: z.string() });

describe(`notifications that are queued and sent while the server is killed ${kills} times (seed ${seed})`, () => {
  const random = seededRandom(seed);
  /** The number of times that the provider got each message. */
  const got = new Map<string, number>();
  let misbehaves = true;
  let provider: Server;
  let url = '';
  let dataDir = '';
  let child: ChildProcess | undefined;
  /** The port at which receipts are taken in now. */
  let port: number | undefined;
  /** Messages whose receipt the provider got a 200 for: it never sends it again. */
  const answered = new Set<string>();
  const over = new AbortController();
  let events: readonly StoredEvent[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tian-notify-'));
    provider = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id } = bodySchema.parse(JSON.parse(Buffer.concat(chunks).toString()));
        const chance = misbehaves ? random() : 1;
        // Refused: the provider has not taken it.
        if (chance < 0.05) return void response.writeHead(503).end();
        got.set(id, (got.get(id) ?? 0) + 1);
        if (misbehaves && chance < 0.6) void report(id);
        // Taken, and the answer is lost.
        if (chance < 0.1) return void request.socket.destroy();
        setTimeout(() => response.writeHead(200).end('{}'), chance * 20);
      });
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const address = provider.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    url = `http://127.0.0.1:${address.port}/hook`;
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    provider.closeAllConnections();
    provider.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** As a provider does: until it is answered, whichever process that is. */
  async function report(id: string): Promise<void> {
    while (!over.signal.aborted && !answered.has(id)) {
      const status = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body: id.replace('killtest-', ''),
        signal: AbortSignal.timeout(5_000),
      }).then(
        (answer) => answer.status,
        () => undefined,
      );
      if (status === 200) answered.add(id);
      else await waitMs(20);
    }
  }

  /** Resolves when the process says `word`. */
  async function start(mode: 'run' | 'drain', word: string): Promise<ChildProcess> {
    const started = spawn(process.execPath, [...runProgram('tests/support/notifyKillServer.ts'), dataDir, url, mode], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const errors: string[] = [];
    started.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
    for await (const line of createInterface({ input: started.stdout })) {
      const [said, where] = line.split(' ');
      if (where !== undefined) port = Number(where);
      if (said === word) return started;
    }
    throw new Error(`the process ended: ${errors.join('')}`);
  }

  it(
    'leave in the end, whichever server queued them',
    async () => {
      for (let kill = 0; kill < kills; kill += 1) {
        const running = await start('run', 'ready');
        await waitMs(200 + random() * 800);
        // A slow machine takes longer to send, and to be reported to.
        while (answered.size <= kill) await waitMs(10);
        running.kill('SIGKILL');
        await once(running, 'exit');
      }
      misbehaves = false;
      await start('drain', 'done');
      over.abort();
      const store = await openStore({
        dataDir,
        clock: systemClock,
        projections,
        onFatal: (error) => {
          throw error;
        },
      });
      try {
        const all: StoredEvent[] = [];
        for (let read = await store.readAll(0, 1_000); read.length > 0; read = await store.readAll(all.length, 1_000))
          all.push(...read);
        events = all;
        expect((await store.verify()).brokenAtPosition).toBeUndefined();
      } finally {
        await store.close();
      }
      expect(got.size).toBeGreaterThan(kills);
    },
    120_000 + kills * 20_000,
  );

  const streamsWith = (type: string): ReadonlySet<string> =>
    new Set(events.filter((event) => event.type === type).map(({ stream }) => stream));

  it('are in the log exactly once for each fact', () => {
    const wanted = events.filter(({ type }) => type === 'notice.raised').map(({ position }) => `fact:${position}`);
    const queued = events
      .filter(({ type }) => type === 'notification.queued')
      .map(({ data }) => notificationEvents['notification.queued'].parse(data).key);
    expect(wanted.length).toBeGreaterThan(kills);
    expect(queued.toSorted()).toEqual(wanted.toSorted());
  });

  it('reached the provider, unless the log says that nobody knows', () => {
    const unknown = streamsWith('notification.unknown');
    const missing = [...streamsWith('notification.queued')].filter(
      (stream) => !got.has(stream.replace('notification', 'killtest')) && !unknown.has(stream),
    );
    expect(missing).toEqual([]);
  });

  it('reached the provider twice only where the log says that nobody knew', () => {
    const unknown = streamsWith('notification.unknown');
    const twice = [...got].filter(([, times]) => times > 1).map(([id]) => id.replace('killtest', 'notification'));
    expect(twice.filter((stream) => !unknown.has(stream))).toEqual([]);
  });

  it('are known to be confirmed, once, wherever the provider got an answer to what it reported', () => {
    const confirmed = events
      .filter(({ type }) => type === 'notification.acknowledged')
      .map(({ stream }) => stream.replace('notification', 'killtest'));
    expect(answered.size).toBeGreaterThanOrEqual(kills);
    expect([...answered].filter((id) => !confirmed.includes(id))).toEqual([]);
    expect(confirmed).toHaveLength(new Set(confirmed).size);
  });

  it('are known to have been taken on, or say what is not known', () => {
    const settled = new Set(
      ['accepted', 'unknown', 'acknowledged'].flatMap((type) => [...streamsWith(`notification.${type}`)]),
    );
    expect([...streamsWith('notification.queued')].filter((stream) => !settled.has(stream))).toEqual([]);
  });
});
