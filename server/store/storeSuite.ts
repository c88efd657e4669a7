import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import * as z from 'zod';
import { chainEvents, chainStream } from '../../src/contract/events/chain.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { LogRolledBackError, StoreClosedError, UnkeepableDataError } from './errors.ts';
import {
  run,
  UniqueConflictError,
  VersionConflictError,
  type AppendRequest,
  type EventStore,
  type InlineProjection,
  type KnownStates,
  type Queries,
  type TransactionSteps,
} from './eventStore.ts';
import { explainDataError } from './keepable.ts';
import { anchorNow, checkAnchor, keepAnchor, readAnchor, writeAnchor } from './logAnchor.ts';
import type { OpenOptions } from './open.ts';
import { readsOf } from './readsOf.ts';
import { Upcasters } from './upcasters.ts';
import { toFindings, walkChain, type ChainBreak } from './verifyChain.ts';

/** A store on an empty database of its own. */
export interface StoreUnderTest {
  open(options?: Partial<OpenOptions>): Promise<EventStore>;
  /** Changes the database without the store's knowledge. */
  tamper(sql: string): Promise<void>;
  dispose(): Promise<void>;
}

const progressSchema = z.object({ position: z.number() });
const amountSchema = z.object({ amount: z.number() });
const actor = { kind: 'user', id: 7, name: '张伟', roleType: 5 } as const;

/** Keeps one row per stream with its number of events and the sum of their `amount`; uses the core's own table. */
const counts: InlineProjection = {
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

function added(stream: string, amount = 1, more: Partial<AppendRequest> = {}): AppendRequest {
  return {
    stream,
    expectedVersion: 'any',
    actor,
    events: [{ type: 'count.added', data: { amount }, atMs: 1000 }],
    ...more,
  };
}

/** Resolves once `check` is true for the collected values; the collector calls `look` after each change. */
function collector<Item>() {
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

/** Keeps the last text of each stream in a row, unchanged. */
const texts: InlineProjection = {
  name: 'texts',
  version: 1,
  tables: ['rescue_deadlines'],
  handles: ['text.said'],
  *steps({ stream, data }, queries) {
    const { text } = z.object({ text: z.string() }).parse(data);
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values({ stream, kind: 'text', due_at_ms: 0, data: text })
        .onConflict((conflict) => conflict.columns(['stream', 'kind']).doUpdateSet({ data: text })),
    );
  },
};

/** Every UTF-16 unit may stand anywhere: halves of surrogate pairs, U+0000, what Unicode would compose, what the end of a line is. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.constantFrom(0, 0x0a, 0x22, 0x5c, 0xd800, 0xdc00, 0x0301, 0xfeff, 0xfffe, 0x2028),
    ),
    { maxLength: 12 },
  )
  .map((units) => String.fromCharCode(...units));
const anyJson = fc.oneof(
  fc.jsonValue(),
  anyText,
  fc.constantFrom(-0, 1e21, 5e-324, 2 ** 53 + 2, undefined),
  fc.dictionary(anyText, anyText),
);
const canBeKept = (text: string): boolean => !text.includes('\u0000') && Buffer.from(text).toString() === text;

const countRows = (store: EventStore) =>
  store.rows.selectFrom('rescue_deadlines').selectAll().orderBy('stream').orderBy('kind').execute();

const acknowledge = async (store: EventStore, found: ChainBreak | undefined) => {
  const data = chainEvents['chain.breakAcknowledged'].parse({ ...found, by: '王芳', reason: '磁盘故障，已核对' });
  await store.append({
    stream: chainStream,
    expectedVersion: 'any',
    actor,
    events: [{ type: 'chain.breakAcknowledged', data, atMs: 9000 }],
  });
};

const noTrouble = (error: unknown) => {
  throw error;
};
const schemaOf = (store: EventStore) =>
  store.kind === 'sqlite'
    ? sql<{
        name: string;
      }>`select type, name, tbl_name, lower(replace(sql, '"', '')) as text from sqlite_master where tbl_name like 'rescue_deadlines%' order by name`.execute(
        store.rows,
      )
    : sql<{
        name: string;
      }>`select indexname as name, indexdef as text, (select count(*) from pg_tables where tablename like 'rescue_deadlines%') as tables from pg_indexes where tablename like 'rescue_deadlines%' order by name`.execute(
        store.rows,
      );
/** Of a rebuild under way. */
const progress = async (store: EventStore) =>
  (await store.rows.selectFrom('store_meta').select('value').where('key', '=', 'rebuild').executeTakeFirst())?.value;
/** Adds 0 to 499 again and again. */
async function fill(store: EventStore, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: 500 }, (_, index) => store.append(added(`s${index % 7}`, index))));
}
const sumOfRound = (499 * 500) / 2;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Of another shape: three times as much. */
const tripled: InlineProjection = {
  ...counts,
  version: 2,
  *steps(event, queries) {
    yield* counts.steps({ ...event, data: { amount: 3 * amountSchema.parse(event.data).amount } }, queries);
  },
};
/** Of all that was added. */
const sumOf = (rows: readonly { readonly due_at_ms: number }[]) => rows.reduce((sum, row) => sum + row.due_at_ms, 0);

const sumBy = async (store: EventStore, userId: number) =>
  sumOf(await readsOf(store, { userId }).selectFrom('rescue_deadlines').selectAll().execute());

const readEverything = (queries: Queries) =>
  Promise.all([
    queries.selectFrom('rescue_deadlines').selectAll().orderBy('stream').execute(),
    queries.selectFrom('events').selectAll().orderBy('position').execute(),
    queries
      .selectFrom('rescue_deadlines')
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number>('due_at_ms').as('sum')])
      .where('due_at_ms', '>', 5e12)
      .execute(),
    queries
      .selectFrom('events')
      .select(['message_id', sql`at_ms / 7`.as('week')])
      .where('message_id', 'is', null)
      .where('version', 'in', [1, 2])
      .execute(),
  ]);

/** What every implementation of the event store promises. */
export function storeSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    const disposals: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const dispose of disposals.splice(0).toReversed()) await dispose();
    });

    async function folder() {
      const dataDir = await mkdtemp(join(tmpdir(), 'tian-anchor-'));
      disposals.push(() => rm(dataDir, { recursive: true, force: true }));
      return dataDir;
    }

    async function underTest(options: Partial<OpenOptions> = {}) {
      const database = await create();
      disposals.push(() => database.dispose());
      const open = async (changes: Partial<OpenOptions> = {}) => {
        const store = await database.open({ projections: [counts], ...options, ...changes });
        disposals.push(() => store.close());
        return store;
      };
      return { database, store: await open(), open };
    }

    describe('appending', () => {
      test('an event comes back as it was appended, with its position, its times and its actor', async () => {
        const clock = new VirtualClock(5000);
        const { store } = await underTest({ clock });
        const { version, repeated, events } = await store.append({
          stream: 'rescue-1',
          expectedVersion: 'none',
          actor,
          events: [
            {
              type: 'rescue.raised',
              data: { text: '困人 \u0000 "引号" 😀', at: undefined, list: [1.5, null] },
              atMs: 4000,
            },
            { type: 'rescue.noted', data: null, atMs: 4001 },
          ],
          messageId: 'device-9/1',
          causationPosition: 3,
          correlationId: 'call-1',
        });
        expect({ version, repeated }).toEqual({ version: 2, repeated: false });
        const stored = await store.readStream('rescue-1');
        expect(stored).toEqual(events);
        expect(stored[0]).toEqual({
          position: 1,
          stream: 'rescue-1',
          version: 1,
          type: 'rescue.raised',
          data: { text: '困人 \u0000 "引号" 😀', list: [1.5, null] },
          actor,
          atMs: 4000,
          receivedAtMs: 5000,
          messageId: 'device-9/1',
          causationPosition: 3,
          correlationId: 'call-1',
          prevHash: '',
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
        expect(stored[1]).toMatchObject({ position: 2, version: 2, prevHash: stored[0]?.hash });
        expect(await store.readStream('rescue-1', 1)).toEqual(stored.slice(1));
        expect(await store.readStream('rescue-2')).toEqual([]);
        expect(await store.head()).toBe(2);
      });

      test('a caller that has not seen the newest version is refused and writes nothing', async () => {
        const { store } = await underTest();
        await store.append(added('a', 1, { expectedVersion: 'none' }));
        await store.append(added('a', 1, { expectedVersion: 1 }));
        await expect(store.append(added('a', 1, { expectedVersion: 1 }))).rejects.toEqual(
          new VersionConflictError('a', 1, 2),
        );
        await expect(store.append(added('a', 1, { expectedVersion: 5 }))).rejects.toBeInstanceOf(VersionConflictError);
        await expect(store.append(added('a', 1, { expectedVersion: 'none' }))).rejects.toBeInstanceOf(
          VersionConflictError,
        );
        expect(await store.head()).toBe(2);
      });

      test('of twenty who claim at the same instant one wins', async () => {
        const { store } = await underTest();
        const answers = await Promise.allSettled(
          Array.from({ length: 20 }, () => store.append(added('claim', 1, { expectedVersion: 'none' }))),
        );
        expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await store.head()).toBe(1);
      });

      test('a request that fails takes no other down that was made in the same tick', async () => {
        const { store } = await underTest();
        const unique = (stream: string): AppendRequest =>
          added(stream, 1, {
            *effects(queries) {
              yield* run(
                queries
                  .insertInto('rescue_deadlines')
                  .values({ stream: 'lift-1', kind: 'open', due_at_ms: 1, data: '' }),
              );
            },
          });
        const broken = added('c', 1, {
          // oxlint-disable-next-line require-yield -- it fails before its first query
          *effects() {
            throw new Error('broken effect');
          },
        });
        const [a, b, c, d, e] = await Promise.allSettled([
          store.append(unique('a')),
          store.append(unique('b')),
          store.append(broken),
          store.append(added('d', 1, { expectedVersion: 9 })),
          store.append(added('e', 5)),
        ]);
        expect(a.status).toBe('fulfilled');
        expect(b).toMatchObject({
          status: 'rejected',
          reason: new UniqueConflictError('rescue_deadlines.stream, rescue_deadlines.kind'),
        });
        expect(c).toMatchObject({ status: 'rejected', reason: new Error('broken effect') });
        expect(d).toMatchObject({ status: 'rejected', reason: { name: 'VersionConflictError' } });
        expect(e.status).toBe('fulfilled');
        const events = await store.readAll(0);
        expect(events.map(({ position, stream }) => [position, stream])).toEqual([
          [1, 'a'],
          [2, 'e'],
        ]);
        expect((await countRows(store)).map(({ stream, kind }) => `${stream}/${kind}`)).toEqual([
          'a/sum',
          'e/sum',
          'lift-1/open',
        ]);
        expect(await store.verify()).toEqual({ events: 2 });
        await expect(store.append(added('b', 1, { expectedVersion: 'none' }))).resolves.toMatchObject({ version: 1 });
      });

      test('a projection that refuses one of many takes down that one alone, and each of the others happens once', async () => {
        const picky: InlineProjection = {
          ...counts,
          *steps(event, queries) {
            yield* counts.steps(event, queries);
            if (amountSchema.parse(event.data).amount === 13) throw new Error('refused');
          },
        };
        const { store } = await underTest({ projections: [picky] });
        const answers = await Promise.allSettled(
          [1, 13, 2, 3].map((amount, index) =>
            store.append(
              added(amount === 3 ? 'b' : 'a', amount, {
                messageId: `m${index}`,
                *effects(queries) {
                  yield* run(
                    queries
                      .insertInto('rescue_deadlines')
                      .values({ stream: `effect-${index}`, kind: 'open', due_at_ms: 0, data: '' }),
                  );
                },
              }),
            ),
          ),
        );
        const plain = await Promise.allSettled([4, 13, 5].map((amount) => store.append(added('c', amount))));
        expect([...answers, ...plain].map(({ status }) => status)).toEqual([
          'fulfilled',
          'rejected',
          'fulfilled',
          'fulfilled',
          'fulfilled',
          'rejected',
          'fulfilled',
        ]);
        expect((await store.readAll(0)).map(({ stream, version }) => `${stream}/${version}`)).toEqual([
          'a/1',
          'a/2',
          'b/1',
          'c/1',
          'c/2',
        ]);
        expect((await countRows(store)).map(({ stream, kind, due_at_ms }) => `${stream}/${kind}/${due_at_ms}`)).toEqual(
          ['a/sum/3', 'b/sum/3', 'c/sum/9', 'effect-0/open/0', 'effect-2/open/0', 'effect-3/open/0'],
        );
        expect(await store.append(added('a', 1, { messageId: 'm1' }))).toMatchObject({ repeated: false, version: 3 });
        expect(await store.verify()).toEqual({ events: 6 });
      });

      test('whatever fails among many requests of one tick, the others come out as if they had been alone', async () => {
        const { store } = await underTest();
        const lifts = ['l1', 'l2', 'l3'];
        // The lift's unique row is taken by the first, so that many fail; others fail by their version or in their own steps.
        const kinds = ['plain', 'unique', 'plain', 'stale', 'unique', 'broken', 'unique', 'plain'] as const;
        const asked = Array.from({ length: 120 }, (_, index) => ({
          index,
          stream: `s${index % 5}`,
          kind: kinds[(index * 7) % kinds.length] ?? 'plain',
          lift: lifts[index % lifts.length] ?? '',
        }));
        const answers = await Promise.allSettled(
          asked.map(({ index, stream, kind, lift }) =>
            store.append(
              added(stream, index, {
                ...(kind === 'stale' ? { expectedVersion: 999 } : {}),
                *effects(queries) {
                  yield* run(
                    queries
                      .insertInto('rescue_deadlines')
                      .values({ stream: `effect-${index}`, kind: 'effect', due_at_ms: 0, data: '' }),
                  );
                  if (kind === 'unique')
                    yield* run(
                      queries
                        .insertInto('rescue_deadlines')
                        .values({ stream: lift, kind: 'open', due_at_ms: index, data: '' }),
                    );
                  if (kind === 'broken') throw new Error('broken effect');
                },
              }),
            ),
          ),
        );
        const openOf = new Map<string, number>();
        const kept = asked.filter(({ index, kind, lift }) => {
          if (kind === 'unique' && !openOf.has(lift)) openOf.set(lift, index);
          return kind === 'plain' || (kind === 'unique' && openOf.get(lift) === index);
        });
        expect(answers.map(({ status }) => status)).toEqual(
          asked.map((one) => (kept.includes(one) ? 'fulfilled' : 'rejected')),
        );
        expect((await store.readAll(0)).map(({ stream, data }) => [stream, data])).toEqual(
          kept.map(({ stream, index }) => [stream, { amount: index }]),
        );
        const sums = new Map<string, number>();
        for (const { stream, index } of kept) sums.set(stream, (sums.get(stream) ?? 0) + index);
        const rows = await countRows(store);
        expect(
          new Map(rows.filter(({ kind }) => kind === 'sum').map(({ stream, due_at_ms }) => [stream, due_at_ms])),
        ).toEqual(sums);
        expect(
          rows
            .filter(({ kind }) => kind === 'effect')
            .map(({ stream }) => stream)
            .toSorted(),
        ).toEqual(kept.map(({ index }) => `effect-${index}`).toSorted());
        expect(await store.verify()).toEqual({ events: kept.length });
      });

      test('a repeated message changes nothing and gets the first answer, also in the same tick and after a restart', async () => {
        const { store, open } = await underTest();
        const request = added('a', 3, { messageId: 'm1', expectedVersion: 'none' });
        const [first, twin] = await Promise.all([store.append(request), store.append(request)]);
        expect(first.repeated).toBe(false);
        expect(twin).toEqual({ ...first, repeated: true });
        await store.append(added('a', 3));
        expect(await store.append(request)).toEqual({ ...first, repeated: true });
        await store.close();
        const again = await open();
        expect(await again.append(request)).toEqual({ ...first, repeated: true });
        expect(await again.head()).toBe(2);
        expect(await countRows(again)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 6, data: '2' }]);
      });

      test('a refused request does not use up its message id', async () => {
        const { store } = await underTest();
        await expect(store.append(added('a', 1, { messageId: 'm1', expectedVersion: 4 }))).rejects.toBeInstanceOf(
          VersionConflictError,
        );
        expect(await store.append(added('a', 1, { messageId: 'm1' }))).toMatchObject({ repeated: false, version: 1 });
      });
    });

    describe('data of every kind', () => {
      test('any text and any JSON is stored unchanged and verified, or refused alone while the rest of its batch is stored', async () => {
        const { store } = await underTest({ projections: [] });
        let kept = 0;
        const name = fc.oneof({ weight: 6, arbitrary: fc.string({ unit: 'grapheme' }) }, anyText);
        const wish = fc.record({
          stream: name,
          messageId: fc.option(name, { nil: undefined }),
          type: name,
          data: anyJson,
        });
        await fc.assert(
          fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 6 }), async (wishes) => {
            const requests = wishes.map(({ stream, messageId, type, data }, index) => ({
              canBeKept: [stream, messageId ?? '', type].every(canBeKept),
              request: {
                stream,
                expectedVersion: 'any',
                actor,
                events: [{ type, data, atMs: 1 }],
                ...(messageId === undefined ? {} : { messageId: `${messageId}/${kept}/${index}` }),
              } as const,
            }));
            const answers = await Promise.allSettled([
              ...requests.map(({ request }) => store.append(request)),
              store.append(added('neighbour')),
            ]);
            expect(answers.pop()).toMatchObject({ status: 'fulfilled' });
            kept += 1;
            for (const [index, answer] of answers.entries()) {
              const asked = requests[index];
              if (asked?.canBeKept !== true)
                expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'UnkeepableDataError' } });
              else if (answer.status === 'rejected') throw answer.reason;
              else {
                kept += 1;
                const [event] = await store.readAll((answer.value.events[0]?.position ?? 0) - 1, 1);
                expect(event).toEqual(answer.value.events[0]);
                const said = JSON.stringify(asked.request.events[0].data);
                expect(event).toMatchObject({ stream: asked.request.stream, type: asked.request.events[0].type });
                expect(JSON.stringify(event?.data)).toBe(said ?? 'null');
              }
            }
          }),
          { numRuns: 60 },
        );
        expect(kept).toBeGreaterThan(120);
        expect(await store.verify()).toEqual({ events: kept });
      });

      test.each([
        ['U+0000 in a name', { messageId: 'device:COL1:e\u0000' }],
        ['half a surrogate pair in a name', { messageId: 'device:COL1:e\ud800' }],
        ['U+0000 in the name of a stream', { stream: 'a\u0000' }],
        ['a text that its row cannot hold', { events: [{ type: 'text.said', data: { text: 'SOS\u0000' }, atMs: 1 }] }],
        ['half a surrogate pair in a row', { events: [{ type: 'text.said', data: { text: '\udc00' }, atMs: 1 }] }],
        ['a time that is no whole number', { events: [{ type: 'count.added', data: { amount: 1 }, atMs: 1.5 }] }],
        ['what JSON cannot say', { events: [{ type: 'count.added', data: 1n, atMs: 1 }] }],
        [
          'nesting that nobody could read again',
          {
            events: [
              { type: 'other.happened', data: JSON.parse('['.repeat(3_000) + ']'.repeat(3_000)) as unknown, atMs: 1 },
            ],
          },
        ],
      ] satisfies [string, Partial<AppendRequest>][])(
        '%s fails that request alone, as its own fault',
        async (_, broken) => {
          const { store } = await underTest({ projections: [counts, texts] });
          const answers = await Promise.allSettled([
            ...Array.from({ length: 18 }, (_, n) => store.append(added('a', 1, { messageId: `before${n}` }))),
            store.append(added('b', 1, broken)),
            ...Array.from({ length: 18 }, (_, n) => store.append(added('a', 1, { messageId: `after${n}` }))),
          ]);
          expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(36);
          expect(answers[18]).toMatchObject({ status: 'rejected', reason: new UnkeepableDataError(undefined) });
          expect(await store.verify()).toEqual({ events: 36 });
          expect(await store.append(added('b', 1))).toMatchObject({ version: 1 });
        },
      );

      test('a plain row that cannot be kept is refused, and asking for one is no failure of the database', async () => {
        const { store } = await underTest();
        const put = (data: string) =>
          store.write(function* (queries) {
            yield* run(queries.insertInto('rescue_deadlines').values({ stream: 's', kind: data, due_at_ms: 0, data }));
          });
        const answers = await Promise.allSettled([
          put('x'),
          put('y\u0000'),
          put('z\ud800'),
          put('é e\u0301\t\n\u0001'),
        ]);
        expect(
          answers.map((answer) =>
            answer.status === 'rejected' ? answer.reason instanceof UnkeepableDataError : 'kept',
          ),
        ).toEqual(['kept', true, true, 'kept']);
        expect((await countRows(store)).map(({ data }) => data).toSorted()).toEqual(['x', 'é e\u0301\t\n\u0001']);
        const asked = store.rows.selectFrom('rescue_deadlines').selectAll().where('stream', '=', 'a\u0000').execute();
        expect(await asked.catch(explainDataError)).toBeInstanceOf(UnkeepableDataError);
      });
    });

    describe('rows', () => {
      test('projection rows are there when the append is answered, and not when it is refused', async () => {
        const { store } = await underTest();
        await store.append(added('a', 2));
        expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 2, data: '1' }]);
        await expect(
          store.append(
            added('a', 40, {
              *effects(queries) {
                yield* run(
                  queries.insertInto('rescue_deadlines').values({ stream: 'a', kind: 'sum', due_at_ms: 0, data: '' }),
                );
              },
            }),
          ),
        ).rejects.toBeInstanceOf(UniqueConflictError);
        expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 2, data: '1' }]);
      });

      test('a plain write returns what its steps return, and its unique conflict writes nothing', async () => {
        const { store } = await underTest();
        const put = (kinds: readonly string[]) =>
          store.write(function* (queries) {
            let sum = 0;
            for (const kind of kinds) {
              const [row] = yield* run(
                queries
                  .insertInto('rescue_deadlines')
                  .values({ stream: 's', kind, due_at_ms: 21, data: '' })
                  .returning('due_at_ms'),
              );
              sum += row?.due_at_ms ?? 0;
            }
            return sum;
          });
        expect(await put(['x', 'y'])).toBe(42);
        await expect(put(['z', 'x'])).rejects.toBeInstanceOf(UniqueConflictError);
        expect((await countRows(store)).map(({ kind }) => kind)).toEqual(['x', 'y']);
      });

      test('integers stay integers in arithmetic, so that day buckets come out alike on both databases', async () => {
        const { store } = await underTest();
        await store.append(added('a', 86_400_000 * 3 + 5));
        const { rows } = store;
        const bucket = await rows
          .selectFrom('rescue_deadlines')
          .select((select) => [
            select('due_at_ms', '/', 86_400_000).as('day'),
            select.fn.countAll<number>().as('n'),
            select.fn.sum<number>('due_at_ms').as('sum'),
          ])
          .groupBy('day')
          .execute();
        expect(bucket).toEqual([{ day: 3, n: 1, sum: 86_400_000 * 3 + 5 }]);
      });

      test('rows can only be read outside the writer', async () => {
        const { store } = await underTest();
        await expect(store.rows.deleteFrom('store_meta').execute()).rejects.toThrow();
        expect(await store.rows.selectFrom('store_meta').selectAll().execute()).toHaveLength(1);
      });

      test('a rebuild from event zero gives the same rows', async () => {
        const { store } = await underTest();
        await Promise.all(Array.from({ length: 300 }, (_, index) => store.append(added(`s${index % 7}`, index))));
        await store.append({ ...added('s1'), events: [{ type: 'other.happened', data: {}, atMs: 1 }] });
        const live = await countRows(store);
        expect(live).toHaveLength(7);
        expect(await store.rebuild()).toMatchObject({ events: 300 });
        expect(await countRows(store)).toEqual(live);
        await expect(store.rebuild(['nothing'])).rejects.toThrow('nothing');
      });

      test('appends made during a rebuild are neither lost nor folded twice', async () => {
        const { store } = await underTest();
        await Promise.all(Array.from({ length: 50 }, () => store.append(added('a', 1))));
        const rebuilding = store.rebuild();
        await Promise.all([rebuilding, ...Array.from({ length: 50 }, () => store.append(added('a', 1)))]);
        expect(await countRows(store)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 100, data: '100' }]);
      });

      test('a projection of a new version, or one that was left out meanwhile, is rebuilt at start', async () => {
        const { store, open } = await underTest();
        await store.append(added('a', 2));
        await store.close();
        const doubled: InlineProjection = {
          ...counts,
          version: 2,
          *steps(event, queries) {
            yield* counts.steps({ ...event, data: { amount: 2 * amountSchema.parse(event.data).amount } }, queries);
          },
        };
        const second = await open({ projections: [doubled] });
        expect(await countRows(second)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 4, data: '1' }]);
        await second.close();
        const without = await open({ projections: [] });
        await without.append(added('a', 5));
        await without.close();
        const third = await open({ projections: [doubled] });
        expect(await countRows(third)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 14, data: '2' }]);
      });
    });

    describe('reads that may take long', () => {
      test('a read after an answer sees what was answered, whatever else is being read', async () => {
        const { store } = await underTest();
        for (let sum = 1; sum <= 30; sum += 1) {
          await store.append(added(`s${sum % 3}`));
          const sums = await Promise.all([
            sumBy(store, 1),
            sumBy(store, 2),
            store.reads.selectFrom('rescue_deadlines').selectAll().execute().then(sumOf),
          ]);
          expect(sums).toEqual([sum, sum, sum]);
        }
      });

      test('they give the same rows as reads on the spot', async () => {
        const { store } = await underTest();
        await Promise.all(Array.from({ length: 20 }, (_, index) => store.append(added(`s${index}`, index * 1e12))));
        expect(await readEverything(readsOf(store, { userId: 1 }))).toEqual(await readEverything(store.rows));
      });

      test('they cannot write', async () => {
        const { store } = await underTest();
        await expect(store.reads.deleteFrom('store_meta').execute()).rejects.toThrow();
        expect(await store.reads.selectFrom('store_meta').selectAll().execute()).toHaveLength(1);
      });

      test('they see the rebuilt rows, which have taken the place of those that they read before', async () => {
        const { store, open } = await underTest();
        await store.append(added('a', 2));
        expect(await sumBy(store, 1)).toBe(2);
        await store.close();
        const second = await open({ projections: [{ ...tripled, servesFrom: 1 }] });
        await second.rebuild();
        expect(await sumBy(second, 1)).toBe(6);
        await second.append(added('a', 1));
        expect(await sumBy(second, 1)).toBe(9);
        await second.rebuild();
        expect(await sumBy(second, 1)).toBe(9);
      });

      test('a closed store answers none of them', async () => {
        const { store } = await underTest();
        expect(await sumBy(store, 1)).toBe(0);
        await store.close();
        await expect(sumBy(store, 1)).rejects.toThrow();
      });
    });

    describe('a rebuild beside the rows that serve', () => {
      test('keeps names, indexes and constraints as they were, again and again', { timeout: 60_000 }, async () => {
        const { store } = await underTest();
        await fill(store, 1);
        const before = (await schemaOf(store)).rows;
        expect(before.length).toBeGreaterThanOrEqual(2);
        for (let round = 0; round < 3; round += 1) {
          await store.rebuild();
          expect((await schemaOf(store)).rows).toEqual(before);
        }
        await expect(
          store.write(function* (queries) {
            yield* run(
              queries.insertInto('rescue_deadlines').values({ stream: 's1', kind: 'sum', due_at_ms: 0, data: '' }),
            );
          }),
        ).rejects.toEqual(new UniqueConflictError('rescue_deadlines.stream, rescue_deadlines.kind'));
      });

      test('goes on after a stop where it was, also when events have come meanwhile', { timeout: 60_000 }, async () => {
        const { store, open } = await underTest();
        const rounds = 12;
        await fill(store, rounds);
        const rebuilding = store.rebuild();
        rebuilding.catch(() => undefined);
        while ((await progress(store)) === undefined || (await progress(store))?.includes('"position":0,') === true)
          await turn();
        await store.close();
        await expect(rebuilding).rejects.toBeInstanceOf(StoreClosedError);

        const again = await open();
        const reached = progressSchema.parse(JSON.parse((await progress(again)) ?? 'null'));
        expect(reached.position).toBeGreaterThan(0);
        expect(reached.position).toBeLessThan(rounds * 500);
        await again.append(added('s1', 1_000_000));
        // It continues automatically.
        while ((await progress(again)) !== undefined) await turn();
        const rows = await countRows(again);
        expect(sumOf(rows)).toBe(rounds * sumOfRound + 1_000_000);
        await again.rebuild();
        expect(await countRows(again)).toEqual(rows);
        expect((await schemaOf(again)).rows.filter(({ name }) => name.includes('__'))).toEqual([]);
      });

      test('lets every append through meanwhile, within a second', { timeout: 120_000 }, async () => {
        const { store } = await underTest();
        const rounds = store.kind === 'sqlite' ? 40 : 4;
        await fill(store, rounds);
        const done = new AbortController();
        const rebuilding = store.rebuild().finally(() => done.abort());
        let appended = 0;
        let longestMs = 0;
        while (!done.signal.aborted) {
          const startedMs = performance.now();
          await store.append(added(`s${appended % 9}`, 1));
          longestMs = Math.max(longestMs, performance.now() - startedMs);
          appended += 1;
          await turn();
        }
        expect((await rebuilding).events).toBeGreaterThanOrEqual(rounds * 500);
        expect(appended).toBeGreaterThan(20);
        expect(longestMs).toBeLessThan(1_000);
        expect(sumOf(await countRows(store))).toBe(rounds * sumOfRound + appended);
      });

      test('starts over when the projection has changed since the stop', { timeout: 60_000 }, async () => {
        const { store, open } = await underTest();
        await fill(store, 3);
        const rebuilding = store.rebuild();
        rebuilding.catch(() => undefined);
        while ((await progress(store)) === undefined) await turn();
        await store.close();
        const changed = await open({ projections: [tripled] });
        expect(sumOf(await countRows(changed))).toBe(3 * 3 * sumOfRound);
      });

      test(
        'lets the store open and take events at once where the old rows can serve',
        { timeout: 60_000 },
        async () => {
          const { store, open } = await underTest();
          await fill(store, 2);
          await store.close();
          const notes = collector<string>();
          const again = await open({
            projections: [{ ...tripled, servesFrom: 1 }],
            onRebuild: (note) => notes.add(note),
          });
          expect(sumOf(await countRows(again))).toBe(2 * sumOfRound);
          await again.append(added('s1', 1000));
          await notes.until(({ length }) => length === 2);
          expect(notes.items).toEqual([
            '正在从事件日志重建列表，期间照常服务',
            expect.stringContaining('已从 1001 个事件重建列表'),
          ]);
          expect(sumOf(await countRows(again))).toBe(3 * (2 * sumOfRound + 1000));
        },
      );
    });

    describe('ids', () => {
      test('no id is given twice: at once, of several kinds, across restarts', async () => {
        const { store, open } = await underTest();
        const ids = await Promise.all(Array.from({ length: 250 }, () => store.nextId('rescue')));
        expect(ids).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
        expect(await store.nextId('alarm')).toBe(1);
        await store.close();
        const again = await open();
        expect(await again.nextId('rescue')).toBe(251);
        expect(await again.nextId('alarm')).toBe(2);
      });
    });

    describe('subscribers', () => {
      test('concurrent writers: every subscriber sees consecutive positions, once, whenever it joined', async () => {
        const { store } = await underTest();
        const total = 600;
        const seen = [collector<number>(), collector<number>(), collector<number>()];
        const join = (index: number) =>
          store.subscribe({
            afterPosition: 0,
            onEvents: (events) => seen[index]?.add(...events.map(({ position }) => position)),
          });
        join(0);
        const writer = async (name: string) => {
          for (let index = 0; index < total / 12; index += 1) {
            await store.append(added(name, 1));
            if (name === 'w3' && index === 10) join(1);
          }
        };
        await Promise.all(Array.from({ length: 12 }, (_, index) => writer(`w${index}`)));
        join(2);
        const expected = Array.from({ length: total }, (_, index) => index + 1);
        for (const { items, until } of seen) {
          await until((positions) => positions.length >= total);
          expect(items).toEqual(expected);
        }
      });

      test('one that is thousands of events behind catches up from the log and goes on live, without a gap or a repeat', async () => {
        const { store } = await underTest({ projections: [] });
        const many = Array.from({ length: 2500 }, (_, index) => ({
          type: 'count.added',
          data: { amount: index },
          atMs: 1,
        }));
        for (let part = 0; part < 4; part += 1) await store.append({ ...added('bulk'), events: many });
        const seen = collector<number>();
        store.subscribe({
          afterPosition: 100,
          onEvents: async (events) => {
            seen.add(...events.map(({ position }) => position));
            if (events[0]?.position === 101)
              await Promise.all(Array.from({ length: 20 }, () => store.append(added('live'))));
          },
        });
        await store.append(added('live'));
        await seen.until((items) => items.length >= 10_021 - 100);
        expect(seen.items).toEqual(Array.from({ length: 10_021 - 100 }, (_, index) => index + 101));
      });

      test('a slow or failing subscriber holds up no one and misses nothing', async () => {
        const { store } = await underTest();
        const fast = collector<number>();
        const failing = collector<number>();
        const errors = collector<unknown>();
        const gate = collector<'open'>();
        const slow = collector<number>();
        store.subscribe({
          afterPosition: 0,
          onEvents: async (events) => {
            await gate.until((items) => items.length > 0);
            slow.add(...events.map(({ position }) => position));
          },
        });
        store.subscribe({
          afterPosition: 0,
          onEvents: (events) => fast.add(...events.map(({ position }) => position)),
        });
        store.subscribe({
          afterPosition: 1,
          onEvents: (events) => {
            failing.add(...events.map(({ position }) => position));
            throw new Error('handler');
          },
          onError: (error) => errors.add(error),
        });
        for (let index = 0; index < 5; index += 1) await store.append(added('a'));
        await fast.until((items) => items.length === 5);
        expect(slow.items).toEqual([]);
        await failing.until((items) => items.length === 4);
        expect(failing.items).toEqual([2, 3, 4, 5]);
        expect(errors.items.length).toBeGreaterThan(0);
        gate.add('open');
        await slow.until((items) => items.length === 5);
        expect(slow.items).toEqual([1, 2, 3, 4, 5]);
      });

      test('after close nothing more is delivered', async () => {
        const { store } = await underTest();
        const closed = collector<number>();
        const other = collector<number>();
        const subscription = store.subscribe({
          afterPosition: 0,
          onEvents: (events) => closed.add(...events.map(({ position }) => position)),
        });
        store.subscribe({
          afterPosition: 0,
          onEvents: (events) => other.add(...events.map(({ position }) => position)),
        });
        await store.append(added('a'));
        await closed.until((items) => items.length === 1);
        await subscription.close();
        await store.append(added('a'));
        await other.until((items) => items.length === 2);
        expect(closed.items).toEqual([1]);
      });
    });

    describe('durable subscribers', () => {
      test('one resumes after a restart where it stopped, and one that starts now skips the past forever', async () => {
        const { store, open } = await underTest();
        await store.append(added('a'));
        const all = collector<number>();
        const late = collector<number>();
        const start = (from: EventStore) => {
          from.subscribeDurably({
            name: 'all',
            startFrom: 'beginning',
            onEvent: async ({ position }) => all.add(position),
          });
          return from.subscribeDurably({
            name: 'late',
            startFrom: 'now',
            onEvent: async ({ position }) => late.add(position),
          });
        };
        start(store);
        await all.until((items) => items.length === 1);
        await store.append(added('a'));
        await all.until((items) => items.length === 2);
        await store.close();
        const between = await open();
        await between.append(added('a'));
        await between.close();
        const again = await open();
        start(again);
        await again.append(added('a'));
        await all.until((items) => items.includes(4));
        await late.until((items) => items.includes(4));
        expect(all.items).toEqual([1, 2, 3, 4]);
        expect(late.items.slice(-2)).toEqual([3, 4]);
        expect(late.items).not.toContain(1);
      });

      test('a failing handler is tried again later, in order, until it succeeds', async () => {
        const clock = new VirtualClock();
        const { store } = await underTest({ clock });
        const tried = collector<string>();
        let failures = 3;
        store.subscribeDurably({
          name: 'notify',
          startFrom: 'beginning',
          onEvent: async ({ position }) => {
            tried.add(`try ${position}`);
            if (position === 1 && failures-- > 0) throw new Error('no network');
          },
          onError: (error, event) => tried.add(`${String(error)} ${event.position}`),
        });
        await store.append(added('a'));
        await store.append(added('a'));
        await tried.until((items) => items.length === 2);
        await clock.advance(99);
        expect(tried.items).toHaveLength(2);
        await clock.advance(1);
        await tried.until((items) => items.length === 4);
        await clock.advance(200);
        await tried.until((items) => items.length === 6);
        await clock.advance(400);
        await tried.until((items) => items.includes('try 2'));
        const failed = ['try 1', 'Error: no network 1'];
        expect(tried.items).toEqual([...failed, ...failed, ...failed, 'try 1', 'try 2']);
      });

      test('a checkpoint beyond the end of a log that went back is set back: new events are handled, and clients reload everything', async () => {
        const { store, open, database } = await underTest();
        for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
        const handled = collector<number>();
        const start = (from: EventStore) =>
          from.subscribeDurably({
            name: 'rules',
            startFrom: 'beginning',
            onEvent: async ({ position }) => handled.add(position),
          });
        start(store);
        await handled.until((items) => items.length === 3);
        const { epoch } = store;
        await store.close();
        await database.tamper(`update checkpoints set position = 60 where name = 'rules'`);
        const again = await open();
        expect(again.epoch).not.toBe(epoch);
        start(again);
        await again.append(added('a', 4));
        await handled.until((items) => items.length === 4);
        expect(handled.items).toEqual([1, 2, 3, 4]);
      });

      test('two of the same name are refused', async () => {
        const { store } = await underTest();
        const options = { name: 'rules', startFrom: 'now', onEvent: async () => {} } as const;
        const first = store.subscribeDurably(options);
        expect(() => store.subscribeDurably(options)).toThrow('rules');
        await first.close();
        await store.subscribeDurably(options).close();
      });
    });

    describe('the chain', () => {
      test.each([
        ['its data', `update events set data = replace(data, '3', '4') where position = 3`],
        ['who did it', `update events set meta = replace(meta, '张伟', '李伟') where position = 3`],
        ['when', 'update events set received_at_ms = received_at_ms + 1 where position = 3'],
        ['its hash', `update events set hash = replace(replace(hash, 'a', 'b'), '1', '2') where position = 3`],
        ['its existence', 'delete from events where position = 3'],
      ])('a change behind the store of an event (%s) is found at its position', async (_, sql) => {
        const { store, database } = await underTest({ projections: [] });
        for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
        expect(await store.verify()).toEqual({ events: 5 });
        await database.tamper(sql);
        expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
      });

      test('cutting off the end of the log is found', async () => {
        const { store, database } = await underTest({ projections: [] });
        for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
        await database.tamper('delete from events where position = 3');
        expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
      });

      test('a head that was moved without its events, or given another hash, is found', async () => {
        const { store, database } = await underTest({ projections: [] });
        for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
        await database.tamper('update log_head set position = 2, hash = (select hash from events where position = 2)');
        expect(await store.verify()).toEqual({ events: 2, brokenAtPosition: 3 });
        await database.tamper(`update log_head set position = 3, hash = 'other'`);
        expect(await store.verify()).toEqual({ events: 3, brokenAtPosition: 4 });
      });

      test.each([
        ['a changed event', `update events set data = replace(data, '3', '4') where position = 3`, 3],
        ['a missing event', 'delete from events where position = 3', 3],
        ['a missing end', 'delete from events where position = 5', 5],
        ['a head with another hash', `update log_head set hash = 'other'`, 6],
      ])(
        '%s that a named person has acknowledged is told and passed; another change at its place is not',
        async (_, sql, position) => {
          const { store, database, open } = await underTest({ projections: [] });
          for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
          await store.close();
          await database.tamper(sql);
          const again = await open();
          const { broken } = await walkChain(again.rows);
          expect(broken?.position).toBe(position);
          await acknowledge(again, broken);
          const head = await again.head();
          expect(await again.verify()).toEqual({ events: head });
          expect((await walkChain(again.rows)).acknowledged).toEqual([
            { ...broken, by: '王芳', reason: '磁盘故障，已核对', atMs: 9000 },
          ]);
          await again.append(added('a'));
          expect(await again.verify()).toEqual({ events: head + 1 });
          await database.tamper(`update events set data = '{"amount":99}' where position in (${position}, 2)`);
          expect(await again.verify()).toEqual({ events: 1, brokenAtPosition: 2 });
          await acknowledge(again, (await walkChain(again.rows)).broken);
          const changedAgain = await again.verify();
          // Where no event stands none can be changed; at a head it is the acknowledgement itself that was.
          expect(changedAgain.brokenAtPosition).toBe(sql.startsWith('delete') ? undefined : position);
        },
      );

      test('a later walk goes on from the verified place with the same findings, unless that place is gone', async () => {
        const { store, database } = await underTest({ projections: [] });
        for (let amount = 1; amount <= 4; amount += 1) await store.append(added('a', amount));
        const { end } = await walkChain(store.rows);
        expect(end.position).toBe(4);
        for (let amount = 5; amount <= 8; amount += 1) await store.append(added('a', amount));
        expect(await walkChain(store.rows, end)).toMatchObject({ startedAfter: 4, end: { position: 8 } });
        await database.tamper(`update events set data = replace(data, '7', '9') where position = 7`);
        expect(toFindings(await walkChain(store.rows, end))).toEqual({ events: 6, brokenAtPosition: 7 });
        expect(await store.verify()).toEqual({ events: 6, brokenAtPosition: 7 });
        await database.tamper(`update events set data = replace(data, '4', '9') where position = 4`);
        expect(await walkChain(store.rows, end)).toMatchObject({
          startedAfter: 0,
          end: { position: 3 },
          broken: { position: 4 },
        });
      });
    });

    describe('the anchor outside the database', () => {
      test('a log that was cut off together with its head, which the chain cannot tell, is refused', async () => {
        const { store, database } = await underTest({ projections: [] });
        const dataDir = await folder();
        for (let amount = 1; amount <= 5; amount += 1) await store.append(added('a', amount));
        const anchor = await keepAnchor({ store, dataDir, clock: new VirtualClock(), onTrouble: noTrouble });
        await anchor.close();
        expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
        await database.tamper('delete from events where position > 3');
        await database.tamper('update log_head set position = 3, hash = (select hash from events where position = 3)');
        expect(await store.verify()).toEqual({ events: 3 });
        await expect(checkAnchor(store, dataDir)).rejects.toThrow(
          /本机曾记录到第 5 个事件，数据库中只剩 3 个.*restore.*accept-log/s,
        );
      });

      test('it does not follow a log that is cut off while the server runs, and says so', async () => {
        const { store, database } = await underTest({ projections: [] });
        const dataDir = await folder();
        for (let amount = 1; amount <= 3; amount += 1) await store.append(added('a', amount));
        const troubles: unknown[] = [];
        const clock = new VirtualClock();
        const anchor = await keepAnchor({ store, dataDir, clock, onTrouble: (error) => troubles.push(error) });
        const before = await readAnchor(dataDir);
        await database.tamper('delete from events where position > 2');
        await database.tamper('update log_head set position = 2, hash = (select hash from events where position = 2)');
        await clock.advance(5_000);
        await anchor.close();
        expect(troubles).toEqual([expect.any(LogRolledBackError)]);
        expect(await readAnchor(dataDir)).toEqual(before);
        await expect(checkAnchor(store, dataDir)).rejects.toThrow('数据库中只剩 2 个');
      });

      test('another log of the same length is refused, and one that went on is not', async () => {
        const { store } = await underTest({ projections: [] });
        const { store: other } = await underTest({ projections: [] });
        const dataDir = await folder();
        await store.append(added('a', 1));
        await other.append(added('a', 2));
        await writeAnchor(dataDir, await anchorNow(store));
        await expect(checkAnchor(other, dataDir)).rejects.toThrow('同一位置却是另一个事件');
        await store.append(added('a', 3));
        expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
      });

      test('it follows the log automatically, is up to date after a clean stop, and may be missing or unreadable', async () => {
        const { store } = await underTest({ projections: [] });
        const dataDir = await folder();
        const clock = new VirtualClock();
        expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
        const anchor = await keepAnchor({ store, dataDir, clock, onTrouble: noTrouble });
        await store.append(added('a'));
        expect((await readAnchor(dataDir))?.position).toBe(0);
        await clock.advance(5_000);
        await expect.poll(async () => (await readAnchor(dataDir))?.position).toBe(1);
        await store.append(added('a'));
        await anchor.close();
        expect(await readAnchor(dataDir)).toEqual(await anchorNow(store));
        await writeFile(join(dataDir, 'secrets/log-anchor.json'), '{"posit');
        expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'kept' });
      });

      test('PostgreSQL that continued from a lagging standby is reported, not refused', async () => {
        const { store } = await underTest({ projections: [] });
        const dataDir = await folder();
        await store.append(added('a'));
        const head = await anchorNow(store);
        const anchor = { ...head, position: 61, hash: 'lost', timeline: '00000000' };
        await writeAnchor(dataDir, anchor);
        if (store.kind === 'sqlite') await expect(checkAnchor(store, dataDir)).rejects.toThrow('只剩 1 个');
        else expect(await checkAnchor(store, dataDir)).toEqual({ kind: 'failedOver', anchor, head });
      });
    });

    describe('old events', () => {
      test('an event of an earlier shape is read, replayed and projected in the newest, its stored text unchanged', async () => {
        const { store, open } = await underTest({ projections: [] });
        await store.append({ ...added('a'), events: [{ type: 'count.added', data: { n: 2 }, atMs: 1 }] });
        const [before] = await store.rows.selectFrom('events').select(['data', 'schema_version']).execute();
        await store.close();
        const upcasters = new Upcasters({
          'count.added': [(data) => ({ amount: z.object({ n: z.number() }).parse(data).n })],
        });
        const newer = await open({ upcasters, projections: [counts] });
        expect((await newer.readAll(0))[0]?.data).toEqual({ amount: 2 });
        await newer.append(added('a', 3));
        expect(await countRows(newer)).toEqual([{ stream: 'a', kind: 'sum', due_at_ms: 5, data: '2' }]);
        const [old, fresh] = await newer.rows
          .selectFrom('events')
          .select(['data', 'schema_version'])
          .orderBy('position')
          .execute();
        expect(old).toEqual(before);
        expect(fresh).toEqual({ data: '{"amount":3}', schema_version: 2 });
        expect(await newer.verify()).toEqual({ events: 2 });
      });
    });

    test('the epoch stays the same across restarts', async () => {
      const { store, open } = await underTest();
      const { epoch } = store;
      await store.close();
      expect((await open()).epoch).toBe(epoch);
    });

    test('requests before close are written, later ones are refused', async () => {
      const { store, open } = await underTest();
      const pending = store.append(added('a'));
      const closing = store.close();
      await expect(pending).resolves.toMatchObject({ version: 1 });
      await closing;
      await expect(store.append(added('a'))).rejects.toThrow();
      expect(await (await open()).head()).toBe(1);
    });

    test('events read in pages are the whole log in order', async () => {
      const { store } = await underTest();
      await store.append({
        ...added('a'),
        events: Array.from({ length: 25 }, (_, index) => ({
          type: 'count.added',
          data: { amount: index },
          atMs: index,
        })),
      });
      const pages: StoredEvent[] = [];
      for (let page = await store.readAll(0, 10); page.length > 0; page = await store.readAll(pages.length, 10))
        pages.push(...page);
      expect(pages.map(({ position }) => position)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    });
  });
}
