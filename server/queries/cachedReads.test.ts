import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditTypes } from '../../src/contract/audit.ts';
import { baseDataEvents } from '../../src/contract/events/baseData.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { cachedReads } from './cachedReads.ts';

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.dispose());

const rowEvents = Object.keys(baseDataEvents);

test('the event of every kind of row stands in the audit log', () => {
  // A kind without an entry in `src/contract/audit.ts` leaves lists as they were before the save.
  expect(rowEvents.filter((type) => !Object.hasOwn(auditTypes, type))).toEqual([]);
});

test.each(rowEvents)('after %s every cached list is read again', async (type) => {
  const { store } = opened;
  let reads = 0;
  const ask = async () => (await cachedReads(store))(`rows read around ${type}`, () => Promise.resolve((reads += 1)));
  await ask();
  expect(await ask()).toBe(1);
  await store.append({
    stream: `${type.slice(0, type.indexOf('.'))}-1`,
    expectedVersion: 'any',
    actor: { kind: 'system', id: 'test', name: 'test' },
    events: [{ type, data: { id: 1, before: null, after: null }, atMs: 1 }],
  });
  expect(await ask()).toBe(2);
  expect(await ask()).toBe(2);
});
