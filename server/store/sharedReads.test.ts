import { afterEach, beforeEach, expect, test } from 'vitest';
import { countingReads } from '../../tests/support/countingReads.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { run, type EventStore } from './eventStore.ts';
import { sharedRead } from './sharedReads.ts';

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
});
afterEach(() => opened.dispose());

const dueOf = sharedRead(async ({ rows }, streams: readonly string[]) => {
  const found = await rows
    .selectFrom('rescue_deadlines')
    .select(['stream', 'due_at_ms'])
    .where('stream', 'in', streams)
    .execute();
  return new Map(found.map(({ stream, due_at_ms }) => [stream, due_at_ms]));
});

const put = (store: EventStore, stream: string, dueAtMs: number) =>
  store.write(function* (queries) {
    const row = { due_at_ms: dueAtMs, data: '{}' };
    yield* run(
      queries
        .insertInto('rescue_deadlines')
        .values({ stream, kind: 'test', ...row })
        .onConflict((conflict) => conflict.columns(['stream', 'kind']).doUpdateSet(row)),
    );
  });

test('a thousand reads at once are a few queries, and each gets its own row or none', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, index) => put(opened.store, `s${index}`, index)));
  const { store, asked } = countingReads(opened.store);
  const found = await Promise.all(Array.from({ length: 1_000 }, (_, index) => dueOf(store, `s${index % 200}`)));
  expect(found).toEqual(Array.from({ length: 1_000 }, (_, index) => (index % 200 < 100 ? index % 200 : undefined)));
  expect(asked()).toBeLessThanOrEqual(10);
});

test('a read that starts after a commit sees it, however many reads are under way', async () => {
  const { store } = opened;
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      for (let value = 1; value <= 10; value += 1) {
        await put(store, `s${index}`, value);
        expect(await dueOf(store, `s${index}`)).toBe(value);
      }
    }),
  );
});

test('a failing query fails its askers, and the next caller asks again', async () => {
  let isAway = true;
  const store: EventStore = Object.create(opened.store, {
    rows: {
      get() {
        if (isAway) throw new Error('the database is away');
        return opened.store.rows;
      },
    },
  });
  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => dueOf(store, 'a')));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  isAway = false;
  expect(await dueOf(store, 'a')).toBeUndefined();
});
