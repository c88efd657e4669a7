import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqliteFileName } from '../../server/store/sqlite/sqliteFile.ts';
import { seededRandom } from '../support/seededRandom.ts';
import { canTrace } from '../support/strace.ts';
import { inspect, readNotes, startWriter } from './storeKill.run.ts';

const soak = process.env.TIAN_SOAK === '1';
const seed = Number(process.env.TIAN_SEED ?? 20_260_601);
const requests = soak ? 10_000 : 1000;
const failures = soak ? 200 : 12;
const furthestFsync = soak ? 200 : 60;

let root = '';
let tracing = false;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tian-disk-'));
  tracing = await canTrace();
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A tracer that makes chosen fsyncs fail; followed by the paths (`-P`) that it is about. */
function failingFsync(when: string): string[] {
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    `inject=fsync,fdatasync:error=EIO:${when}`,
  ];
}

interface TraceFindings {
  readonly acked: number;
  readonly fsyncs: number;
  /** Message ids answered before a successful fsync covered them. */
  readonly early: readonly string[];
}

/** Reads one thread's system calls in order: a message id is on the disk once an fsync has succeeded after the write that carried it. */
async function readTrace(path: string): Promise<TraceFindings> {
  const written = new Set<string>();
  const synced = new Set<string>();
  const early: string[] = [];
  let acked = 0;
  let fsyncs = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (/^p?write/.test(line) && line.includes(`${sqliteFileName}-wal>`)) {
      for (const [messageId] of line.matchAll(/run\d+\/w\d+\/\d+\./g))
        if (!synced.has(messageId)) written.add(messageId);
    } else if (/^f(data)?sync\(/.test(line) && line.includes(`${sqliteFileName}-wal>`) && line.endsWith('= 0')) {
      fsyncs += 1;
      for (const messageId of written) synced.add(messageId);
      written.clear();
    } else {
      const messageId = /"ack (\S+)/.exec(line)?.[1];
      if (messageId === undefined) continue;
      acked += 1;
      if (!synced.has(messageId)) early.push(messageId);
    }
  }
  return { acked, fsyncs, early };
}

test(`each of ${requests} acknowledgements follows the fsync that covers it`, { timeout: 600_000 }, async () => {
  if (!tracing) return;
  const dataDir = await mkdtemp(join(root, 'order-'));
  const ackFile = join(dataDir, 'acks');
  const trace = join(dataDir, 'trace');
  const writer = startWriter({ dataDir, ackFile, run: 0, writers: 32, total: requests, retry: [] }, [
    'strace',
    '-ff',
    '--seccomp-bpf',
    '-y',
    '-s',
    '6000',
    '-e',
    'trace=fsync,fdatasync,pwrite64,pwritev,write',
    '-o',
    trace,
    '-P',
    join(dataDir, `${sqliteFileName}-wal`),
    '-P',
    ackFile,
  ]);
  const [code] = await once(writer, 'exit');
  expect(code).toBe(0);
  // One file per thread; the store writes, syncs and acknowledges in one.
  const threads = (await readdir(dataDir)).filter((name) => name.startsWith('trace.'));
  const findings = await Promise.all(threads.map((name) => readTrace(join(dataDir, name))));
  const [main] = findings.toSorted((a, b) => b.acked - a.acked);
  expect(main).toEqual({ acked: requests, fsyncs: expect.any(Number), early: [] });
  expect(main?.fsyncs).toBeGreaterThanOrEqual(requests / 512);
});

test(
  `when the disk refuses one of ${failures} fsyncs nothing more is acknowledged, the process stops, and everything acknowledged is there`,
  { timeout: soak ? 3_600_000 : 240_000 },
  async () => {
    if (!tracing) return;
    const random = seededRandom(seed);
    // The first few are those of opening; the soak takes each one.
    const places = soak
      ? Array.from({ length: failures }, (_, index) => index + 1)
      : Array.from({ length: failures }, () => 1 + Math.floor(random() * furthestFsync));
    let stoppedWhileWriting = 0;
    for (const place of places) {
      const dataDir = await mkdtemp(join(root, 'eio-'));
      const ackFile = join(dataDir, 'acks');
      const writer = startWriter({ dataDir, ackFile, run: 0, writers: 8, total: 2000, retry: [] }, [
        ...failingFsync(`when=${place}`),
        ...['', '-wal', '-journal'].flatMap((suffix) => ['-P', join(dataDir, `${sqliteFileName}${suffix}`)]),
      ]);
      const [code, signal] = await once(writer, 'exit');
      const notes = await readNotes(ackFile);
      // 3: the store told of the failure; 1: it could not be opened at all.
      expect({ place, signal, code }).toEqual({ place, signal: null, code: notes.fatal ? 3 : 1 });
      if (notes.fatal) stoppedWhileWriting += 1;
      expect(notes.ackedAfterFatal).toBe(0);
      const findings = await inspect({ dataDir }, notes.acked);
      expect({ place, ...findings }).toMatchObject({
        place,
        lost: 0,
        doubled: 0,
        brokenAtPosition: undefined,
        consecutive: true,
        rowsEqualRebuild: true,
      });
      await rm(dataDir, { recursive: true });
    }
    expect(stoppedWhileWriting).toBeGreaterThan(failures / 2);
  },
);

test('a folder whose file names cannot be put on the disk is not opened', async () => {
  if (!tracing) return;
  const dataDir = await mkdtemp(join(root, 'folder-'));
  const ackFile = join(dataDir, 'acks');
  const writer = startWriter({ dataDir, ackFile, run: 0, writers: 8, total: 100, retry: [] }, [
    ...failingFsync('when=1+'),
    '-P',
    dataDir,
  ]);
  const [code] = await once(writer, 'exit');
  expect(code).toBe(1);
  expect((await readNotes(ackFile)).acked.size).toBe(0);
});
