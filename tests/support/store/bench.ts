import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import * as z from 'zod';
import {
  run,
  type AppendRequest,
  type EventStore,
  type InlineProjection,
  type KnownStates,
  type Queries,
  type TransactionSteps,
} from '../../../server/store/eventStore.ts';
import type { OpenOptions } from '../../../server/store/openOptions.ts';

/** A store on an empty database of its own. */
export interface StoreUnderTest {
  open(options?: Partial<OpenOptions>): Promise<EventStore>;
  /** Changes the database without the store's knowledge. */
  tamper(sql: string): Promise<void>;
  dispose(): Promise<void>;
}

export const amountSchema = z.object({ amount: z.number() });

export const actor = { kind: 'user', id: 7, name: '张伟', roleType: 5 } as const;

/** Keeps one row per stream with its number of events and the sum of their `amount`; uses the core's own table. */
export const counts: InlineProjection = {
  name: 'counts',
  version: 1,
  tables: ['rescue_deadlines'],
  handles: ['count.added'],
  *steps(event, queries, known) {
    const { stream } = event;
    const { amount } = amountSchema.parse(event.data);
    const kept = known?.has(stream) === true ? known.get(stream) : (yield* keptSums([stream], queries)).get(stream);
    const sum = Number(kept ?? 0) + amount;
    known?.set(stream, `${sum}`);
    if (kept === undefined) {
      yield* run(
        queries
          .insertInto('rescue_deadlines')
          .values({ stream, kind: 'sum', due_at_ms: sum, data: `${event.version}` }),
      );
    } else {
      yield* run(
        queries
          .updateTable('rescue_deadlines')
          .set({ due_at_ms: sum, data: `${event.version}` })
          .where('stream', '=', stream)
          .where('kind', '=', 'sum'),
      );
    }
  },
  readAhead: (streams, queries) => keptSums(streams, queries),
};

function* keptSums(streams: readonly string[], queries: Queries): TransactionSteps<KnownStates> {
  const known: KnownStates = new Map(streams.map((stream) => [stream, undefined]));
  const rows = yield* run(
    queries
      .selectFrom('rescue_deadlines')
      .select(['stream', 'due_at_ms'])
      .where('kind', '=', 'sum')
      .where('stream', 'in', streams),
  );
  for (const { stream, due_at_ms } of rows) known.set(stream, `${due_at_ms}`);
  return known;
}

/** A request that appends one `count.added` of this amount to the stream. */
export function added(stream: string, amount = 1, more: Partial<AppendRequest> = {}): AppendRequest {
  return {
    stream,
    expectedVersion: 'any',
    actor,
    events: [{ type: 'count.added', data: { amount }, atMs: 1000 }],
    ...more,
  };
}

/** Collects values; `until` resolves once `check` is true for those collected so far. */
export function collector<Item>() {
  const items: Item[] = [];
  const waiting: { check: (items: readonly Item[]) => boolean; resolve: () => void }[] = [];
  return {
    items,
    add(...more: Item[]) {
      items.push(...more);
      for (const { check, resolve } of waiting) if (check(items)) resolve();
    },
    until: (check: (items: readonly Item[]) => boolean) =>
      check(items) ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ check, resolve })),
  };
}

/** The rows of `counts`. */
export const countRows = (store: EventStore) =>
  store.rows.selectFrom('rescue_deadlines').selectAll().orderBy('stream').orderBy('kind').execute();

/** `counts` in a later version, whose rows hold three times as much. */
export const tripled: InlineProjection = {
  ...counts,
  version: 2,
  *steps(event, queries) {
    yield* counts.steps({ ...event, data: { amount: 3 * amountSchema.parse(event.data).amount } }, queries);
  },
};

/** The sum of all added amounts. */
export const sumOf = (rows: readonly { readonly due_at_ms: number }[]) =>
  rows.reduce((sum, row) => sum + row.due_at_ms, 0);

/** Stores for one test of the suite: closed and removed after it. */
export interface Bench {
  readonly underTest: (options?: Partial<OpenOptions>) => Promise<{
    readonly database: StoreUnderTest;
    readonly store: EventStore;
    /** Opens the same database again. */
    readonly open: (changes?: Partial<OpenOptions>) => Promise<EventStore>;
  }>;
  /** An empty folder. */
  readonly folder: () => Promise<string>;
}

/** `create` makes an empty database. Call it inside `describe`. */
export function createBench(create: () => Promise<StoreUnderTest>): Bench {
  const disposals: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const dispose of disposals.splice(0).toReversed()) await dispose();
  });
  return {
    async underTest(options = {}) {
      const database = await create();
      disposals.push(() => database.dispose());
      const open = async (changes: Partial<OpenOptions> = {}) => {
        const store = await database.open({ projections: [counts], ...options, ...changes });
        disposals.push(() => store.close());
        return store;
      };
      return { database, store: await open(), open };
    },
    async folder() {
      const dataDir = await mkdtemp(join(tmpdir(), 'tian-anchor-'));
      disposals.push(() => rm(dataDir, { recursive: true, force: true }));
      return dataDir;
    },
  };
}
