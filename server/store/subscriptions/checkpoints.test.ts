import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { Checkpoints } from './checkpoints.ts';

let opened: TestStore;
let transactions = 0;
let checkpoints: Checkpoints;
beforeEach(async () => {
  opened = await openTestStore();
  transactions = 0;
  checkpoints = new Checkpoints((steps) => {
    transactions += 1;
    return opened.store.write(steps);
  });
});
afterEach(() => opened.dispose());

const kept = async () =>
  Object.fromEntries(
    (await opened.store.rows.selectFrom('checkpoints').selectAll().orderBy('name').execute()).map((row) => [
      row.name,
      row.position,
    ]),
  );

test('one transaction keeps those of several subscriptions, each with its newest position', async () => {
  const saved = [checkpoints.save('rules', 1), checkpoints.save('ladders', 2), checkpoints.save('rules', 3)];
  checkpoints.hurry();
  await Promise.all(saved);
  expect(await kept()).toEqual({ ladders: 2, rules: 3 });
  expect(transactions).toBe(1);
});

test('they are kept soon, even if nobody asks', async () => {
  await checkpoints.save('rules', 1);
  expect(await kept()).toEqual({ rules: 1 });
});

test('a position that waited replaces no higher one', async () => {
  const waiting = checkpoints.save('rules', 4);
  await checkpoints.saveNow('rules', 5);
  checkpoints.hurry();
  await waiting;
  expect(await kept()).toEqual({ rules: 5 });
});

test('a transaction that failed is reported to those who asked for it, and the next one is tried', async () => {
  let isAway = true;
  const failing = new Checkpoints((steps) =>
    isAway ? Promise.reject(new Error('the database is away')) : opened.store.write(steps),
  );
  const first = failing.save('rules', 1);
  failing.hurry();
  await expect(first).rejects.toThrow('away');
  isAway = false;
  const second = failing.save('rules', 2);
  failing.hurry();
  await second;
  expect(await kept()).toEqual({ rules: 2 });
});
