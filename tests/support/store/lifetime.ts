import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { StoredEvent } from '../../../src/contract/events/storedEvent.ts';
import { Upcasters } from '../../../server/store/upcasters.ts';
import { added, countRows, counts, type Bench } from './bench.ts';

/** Ids, old events and the log itself survive restarts and newer programs. */
export function lifetimeSuite({ underTest }: Bench): void {
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
}
