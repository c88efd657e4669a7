import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { inspect, readNotes, startWriter } from './storeKill.run.ts';

const soak = process.env.TIAN_SOAK === '1';
const seed = Number(process.env.TIAN_SEED ?? 20_260_601);
const kills = soak ? 1000 : 10;
const postgresKills = soak ? 100 : 2;
/** A log is inspected after each kill; after this many a new one is started. */
const killsPerLog = 10;

let root = '';
let postgres: TestPostgres;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-kill-'));
  // What the kernel has survives a killed process: only a power cut would need the fsync, and that is PostgreSQL's own to promise.
  postgres = await startPostgres({ fsync: 'off' });
});
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true, force: true });
});

function untilSaid({ stdout }: ChildProcess, word: 'open' | 'acked'): Promise<void> {
  return new Promise((resolve) => {
    let said = '';
    stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(word)) resolve();
    });
  });
}

/** Kills the writers again and again on the same store, telling the last messages again after each restart. */
async function killRepeatedly(times: number, random: () => number, databaseUrl?: () => Promise<string>): Promise<void> {
  let acked = new Map<string, number>();
  let retry: readonly string[] = [];
  let place: { readonly dataDir: string; readonly databaseUrl?: string | undefined } = { dataDir: '' };
  let ackedInAll = 0;
  for (let run = 0; run < times; run += 1) {
    if (run % killsPerLog === 0) {
      place = { dataDir: await mkdtemp(join(root, 'store-')), databaseUrl: await databaseUrl?.() };
      acked = new Map();
      retry = [];
    }
    const ackFile = join(place.dataDir, `acks-${run}`);
    // Every other one dies while its rows are rebuilt beside the writers.
    const writer = startWriter({ ...place, ackFile, run, writers: 32, retry, rebuilding: run % 2 === 1 });
    let log = '';
    writer.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const exited = once(writer, 'exit');
    // One in five dies while it starts: opening, migrating, recovering.
    if (run % 5 === 4) {
      await wait(random() * 800);
    } else {
      // The first one of a log lives until it has written, so that there is something to lose.
      await Promise.race([untilSaid(writer, run % killsPerLog === 0 ? 'acked' : 'open'), exited]);
      await wait(random() * (run % 2 === 1 ? 600 : 150));
    }
    writer.kill('SIGKILL');
    const [, signal] = await exited;
    expect(signal, `the writer ended by itself: ${log}`).toBe('SIGKILL');

    if (place.databaseUrl !== undefined) await postgres.untilUnused(place.databaseUrl);
    const notes = await readNotes(ackFile);
    for (const [messageId, position] of notes.acked) {
      const before = acked.get(messageId);
      if (before !== undefined)
        expect(position, `${messageId} was answered with another position after the restart`).toBe(before);
      acked.set(messageId, position);
    }
    ackedInAll += notes.acked.size;
    retry = notes.sent.slice(-64);
    const findings = await inspect(place, acked);
    expect(findings, `kill ${run} of seed ${seed}`).toEqual({
      events: expect.any(Number),
      lost: 0,
      doubled: 0,
      brokenAtPosition: undefined,
      consecutive: true,
      rowsEqualRebuild: true,
    });
    expect(findings.events).toBeGreaterThanOrEqual(acked.size);
  }
  // The test would prove nothing if the writers had written nothing.
  expect(ackedInAll).toBeGreaterThan(times);
}

test(
  `killed at ${kills} random points under 32 writers: nothing acknowledged is lost, nothing is there twice, rows equal the log`,
  { timeout: soak ? 7_200_000 : 180_000 },
  async () => {
    await killRepeatedly(kills, seededRandom(seed));
  },
);

test(
  `the same on PostgreSQL, ${postgresKills} kills of the writing process`,
  { timeout: soak ? 3_600_000 : 120_000 },
  async () => {
    await killRepeatedly(postgresKills, seededRandom(seed + 1), () => postgres.createDatabase());
  },
);
