import { closeSync, fdatasyncSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type AppendRequest, type EventStore, type InlineProjection } from '../../server/store/eventStore.ts';
import { openStore } from '../../server/store/open.ts';
import { startPostgres } from '../support/postgres.ts';

const dataSchema = z.object({ lift_id: z.number(), level: z.number() });

/** The cost of a lifecycle's rows: read the stream's row, write it again. */
const benchRows: InlineProjection = {
  name: 'bench-rows',
  version: 1,
  tables: ['rescue_deadlines'],
  handles: ['bench.noted'],
  *steps(event, queries) {
    const { level } = dataSchema.parse(event.data);
    const [row] = yield* run(
      queries
        .selectFrom('rescue_deadlines')
        .select('due_at_ms')
        .where('stream', '=', event.stream)
        .where('kind', '=', 'bench'),
    );
    const values = {
      stream: event.stream,
      kind: 'bench',
      due_at_ms: (row?.due_at_ms ?? 0) + level,
      data: JSON.stringify({ version: event.version, actor: event.actor.name }),
    };
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values(values)
        .onConflict((conflict) =>
          conflict.columns(['stream', 'kind']).doUpdateSet({ due_at_ms: values.due_at_ms, data: values.data }),
        ),
    );
  },
};

export interface AppendFigures {
  readonly eventsPerS: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface BenchResult {
  readonly name: string;
  readonly rounds: number;
  /** Medians over the rounds. */
  readonly writers32: {
    readonly sqlite: AppendFigures;
    readonly postgres: AppendFigures;
    /** Median of the rounds' own ratios; the target is at least 4. */
    readonly sqliteToPostgres: number;
  };
  /** One writer on SQLite, taking turns with a bare loop that writes and syncs the same bytes. */
  readonly writer1: {
    /** With message id and projection. */
    readonly full: OneWriterFigures;
    /** The event alone. */
    readonly plain: OneWriterFigures;
  };
}

export interface OneWriterFigures {
  readonly appendP50Ms: number;
  readonly appendP99Ms: number;
  readonly bytesPerAppend: number;
  readonly bareFsyncP50Ms: number;
  readonly bareFdatasyncP50Ms: number;
  /** Typical append to typical bare fsync, median of the rounds; the target is at most 1.5. */
  readonly appendToBareFsync: number;
}

const plainRequest = (stream: string, n: number): AppendRequest => ({
  stream,
  expectedVersion: 'any',
  actor: { kind: 'device', id: 'COL-000123', name: '采集器 COL-000123' },
  events: [{ type: 'bench.plain', atMs: n, data: { lift_id: n % 1000, level: n % 3 } }],
});

const request = (stream: string, n: number, messageId: string): AppendRequest => ({
  stream,
  expectedVersion: 'any',
  actor: { kind: 'device', id: 'COL-000123', name: '采集器 COL-000123' },
  messageId,
  events: [
    {
      type: 'bench.noted',
      atMs: n,
      data: {
        lift_id: n % 1000,
        level: n % 3,
        address: '南山区科技园科苑路 15 号 3 栋 2 单元',
        floor: 12,
        door: 'closed',
        people: 2,
      },
    },
  ],
});

let appended = 0;

/** Writers that each wait for their answer before the next append, over streams of about ten events as rescues have. */
async function measure(store: EventStore, writers: number, appends: number): Promise<AppendFigures> {
  const latenciesMs: number[] = [];
  let left = appends;
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (left > 0) {
        left -= 1;
        appended += 1;
        const n = appended;
        const sentMs = performance.now();
        await store.append(request(`bench-${Math.floor(n / 10)}`, n, `device-${n % 1000}/${n}`));
        latenciesMs.push(performance.now() - sentMs);
      }
    }),
  );
  const seconds = (performance.now() - startedMs) / 1000;
  return { eventsPerS: latenciesMs.length / seconds, p50Ms: median(latenciesMs), p99Ms: quantile(latenciesMs, 0.99) };
}

/** Bytes this process has handed to write calls. */
function bytesWritten(): number {
  return Number(/wchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1] ?? 0);
}

/**
 * Writes and syncs `bytes` again and again, within a file that has its size already, as a write-ahead log in use has;
 * how long each took.
 */
function bareSyncsMs(
  folder: string,
  bytes: number,
  times: number,
  sync: (descriptor: number) => void,
): readonly number[] {
  const slots = 64;
  const descriptor = openSync(join(folder, 'bare'), 'w');
  const block = Buffer.alloc(bytes, 0x5a);
  for (let slot = 0; slot < slots; slot += 1) writeSync(descriptor, block, 0, bytes, slot * bytes);
  fsyncSync(descriptor);
  const tookMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedMs = performance.now();
    writeSync(descriptor, block, 0, bytes, (time % slots) * bytes);
    sync(descriptor);
    tookMs.push(performance.now() - startedMs);
  }
  closeSync(descriptor);
  return tookMs;
}

/** One writer and the bare loops in turns of a few dozen, so that a busy disk is busy for all of them. */
async function measureAlone(
  store: EventStore,
  folder: string,
  make: (n: number) => AppendRequest,
): Promise<OneWriterFigures> {
  const appendMs: number[] = [];
  const fsyncMs: number[] = [];
  const fdatasyncMs: number[] = [];
  let bytes = 0;
  for (let turn = 0; turn < 30; turn += 1) {
    const bytesBefore = bytesWritten();
    for (let time = 0; time < 50; time += 1) {
      appended += 1;
      const startedMs = performance.now();
      await store.append(make(appended));
      appendMs.push(performance.now() - startedMs);
    }
    bytes = Math.round((bytesWritten() - bytesBefore) / 50);
    fsyncMs.push(...bareSyncsMs(folder, bytes, 50, fsyncSync));
    fdatasyncMs.push(...bareSyncsMs(folder, bytes, 50, fdatasyncSync));
  }
  return {
    appendP50Ms: median(appendMs),
    appendP99Ms: quantile(appendMs, 0.99),
    bytesPerAppend: bytes,
    bareFsyncP50Ms: median(fsyncMs),
    bareFdatasyncP50Ms: median(fdatasyncMs),
    appendToBareFsync: median(appendMs) / median(fsyncMs),
  };
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);
const medianAlone = (figures: readonly OneWriterFigures[]): OneWriterFigures => ({
  appendP50Ms: rounded(median(figures.map(({ appendP50Ms }) => appendP50Ms))),
  appendP99Ms: rounded(median(figures.map(({ appendP99Ms }) => appendP99Ms))),
  bytesPerAppend: median(figures.map(({ bytesPerAppend }) => bytesPerAppend)),
  bareFsyncP50Ms: rounded(median(figures.map(({ bareFsyncP50Ms }) => bareFsyncP50Ms))),
  bareFdatasyncP50Ms: rounded(median(figures.map(({ bareFdatasyncP50Ms }) => bareFdatasyncP50Ms))),
  appendToBareFsync: rounded(median(figures.map(({ appendToBareFsync }) => appendToBareFsync))),
});
const medianFigures = (figures: readonly AppendFigures[]): AppendFigures => ({
  eventsPerS: Math.round(median(figures.map(({ eventsPerS }) => eventsPerS))),
  p50Ms: rounded(median(figures.map(({ p50Ms }) => p50Ms))),
  p99Ms: rounded(median(figures.map(({ p99Ms }) => p99Ms))),
});
const rounded = (value: number) => Math.round(value * 1000) / 1000;

/**
 * `append()` with a realistic projection on both databases at 32 writers, and by one writer against a bare fsync loop;
 * interleaved rounds, medians.
 */
export async function benchAppend({ rounds = 5 }: { readonly rounds?: number } = {}): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tian-bench-'));
  const server = await startPostgres();
  const common = {
    clock: systemClock,
    projections: [benchRows],
    onFatal: (error: unknown) => {
      throw error;
    },
  };
  const sqlite = await openStore({ ...common, dataDir: join(folder, 'data') });
  const postgres = await openStore({ ...common, dataDir: folder, databaseUrl: await server.createDatabase() });
  try {
    // Statements prepared, code compiled, files grown.
    await measure(sqlite, 32, 4000);
    await measure(postgres, 32, 2000);
    const many = { sqlite: [] as AppendFigures[], postgres: [] as AppendFigures[], ratio: [] as number[] };
    const alone = { full: [] as OneWriterFigures[], plain: [] as OneWriterFigures[] };
    for (let round = 0; round < rounds; round += 1) {
      const onSqlite = await measure(sqlite, 32, 20_000);
      const onPostgres = await measure(postgres, 32, 4000);
      many.sqlite.push(onSqlite);
      many.postgres.push(onPostgres);
      many.ratio.push(onSqlite.eventsPerS / onPostgres.eventsPerS);
      alone.full.push(
        await measureAlone(sqlite, folder, (n) => request(`bench-${Math.floor(n / 10)}`, n, `device-${n % 1000}/${n}`)),
      );
      alone.plain.push(await measureAlone(sqlite, folder, (n) => plainRequest(`plain-${Math.floor(n / 10)}`, n)));
    }
    return {
      name: 'append',
      rounds,
      writers32: {
        sqlite: medianFigures(many.sqlite),
        postgres: medianFigures(many.postgres),
        sqliteToPostgres: rounded(median(many.ratio)),
      },
      writer1: { full: medianAlone(alone.full), plain: medianAlone(alone.plain) },
    };
  } finally {
    await sqlite.close();
    await postgres.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
