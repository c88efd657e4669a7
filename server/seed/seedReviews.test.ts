import { expect, test } from 'vitest';
import { openTestStore } from '../../tests/support/openTestStore.ts';
import { Directory } from '../domain/city/directory.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { seedDemo } from './seedDemo.ts';
import { seedReviews } from './seedReviews.ts';

test('the demo city has three hundred reviews of two months, with their faults, written once', async () => {
  const clock = new VirtualClock(Date.UTC(2026, 5, 1, 4));
  const opened = await openTestStore({ clock, projections });
  const { store } = opened;
  await seedDemo({ store, clock, hashPassword: (text) => Promise.resolve(text), days: 0 });
  const directory = await Directory.load(store);
  await seedReviews(store, clock, directory);
  const head = await store.head();
  await seedReviews(store, clock, directory);
  expect(await store.head()).toBe(head);
  const reviews = await store.rows.selectFrom('reviews').selectAll().execute();
  expect(reviews).toHaveLength(300);
  const of = (stage: string) => reviews.filter((row) => row.stage === stage).length;
  expect([of('received'), of('published'), of('answered')].every((num) => num > 0)).toBe(true);
  const problems = reviews.filter(({ problem }) => problem !== null);
  expect(problems.length).toBeGreaterThan(40);
  expect(problems.every(({ exception_id: fault }) => fault !== null)).toBe(true);
  expect(await store.rows.selectFrom('open_exceptions').selectAll().execute()).toEqual([]);
  await opened.dispose();
});
