import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projections } from '../../server/lifecycleEntries.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { seedDemo } from '../../server/seed/seedDemo.ts';
import { openStore } from '../../server/store/open.ts';

export interface RebuildResult {
  readonly events: number;
  /** Medians over the rounds. */
  readonly rebuildMs: number;
  readonly eventsPerS: number;
  readonly microsecondsPerEvent: number;
  /** The CPU time of this process, which other work on the machine does not lengthen. */
  readonly cpuMicrosecondsPerEvent: number;
  /** The peer: the same log read and parsed from beginning to end, with nothing made of it. */
  readonly readMs: number;
  /** Median of the rounds' own ratios. */
  readonly rebuildToRead: number;
}

const onFatal = (error: unknown): never => {
  throw error;
};
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Every list folded again from the demo city's log, taking turns with a mere reading of it. */
export async function benchRebuild({
  rounds = 7,
  days = 30,
}: { readonly rounds?: number; readonly days?: number } = {}): Promise<RebuildResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tian-rebuild-'));
  const store = await openStore({ dataDir, clock: systemClock, projections, onFatal });
  try {
    const history = await seedDemo({ store, clock: systemClock, hashPassword: (md5) => Promise.resolve(md5), days });
    await history.writeRecent(days);
    const rebuilds: number[] = [];
    const reads: number[] = [];
    const cpuMicroseconds: number[] = [];
    const head = await store.head();
    for (let round = 0; round < rounds; round += 1) {
      const before = process.cpuUsage();
      rebuilds.push((await store.rebuild()).durationMs);
      const { user, system } = process.cpuUsage(before);
      cpuMicroseconds.push(user + system);
      const startedMs = performance.now();
      for (let position = 0; position < head;)
        position = (await store.readAll(position, 1_000)).at(-1)?.position ?? head;
      reads.push(performance.now() - startedMs);
    }
    const rebuildMs = median(rebuilds);
    return {
      events: head,
      rebuildMs: Math.round(rebuildMs),
      eventsPerS: Math.round((1_000 * head) / rebuildMs),
      microsecondsPerEvent: Math.round((10_000 * rebuildMs) / head) / 10,
      cpuMicrosecondsPerEvent: Math.round((10 * median(cpuMicroseconds)) / head) / 10,
      readMs: Math.round(median(reads)),
      rebuildToRead: Math.round(100 * median(rebuilds.map((ms, index) => ms / (reads[index] ?? Number.NaN)))) / 100,
    };
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
