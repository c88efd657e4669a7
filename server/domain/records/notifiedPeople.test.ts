import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { countingReads } from '../../../tests/support/countingReads.ts';
import { smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { followAccess } from '../../access/everybody.ts';
import { VirtualClock } from '../../runtime/virtualClock.ts';
import { run } from '../../store/eventStore.ts';
import { NotifiedPeople } from './notifiedPeople.ts';

const { users } = smallCity;
const here = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const disable = (id: number) =>
  opened.store.write(function* (queries) {
    yield* run(queries.updateTable('users').set({ is_disabled: 1 }).where('id', '=', id));
  });

test('a thousand simultaneous calls query the people once', async () => {
  const counted = countingReads(opened.store);
  const people = new NotifiedPeople({ store: counted.store, clock: new VirtualClock() });
  const told = await Promise.all(Array.from({ length: 1_000 }, () => people.atLevel(0, here)));
  expect(new Set(told.map((ids) => ids.join()))).toEqual(
    new Set([[users.super, users.dispatcher1, users.dispatcher2].join()]),
  );
  expect(counted.asked()).toBeLessThanOrEqual(4);
});

test.each([`account-${users.dispatcher1}`, `user-${users.dispatcher1}`])(
  'a user who lost access is no longer notified, whoever asked before, once %s says so',
  async (stream) => {
    const { store } = opened;
    const parts = { store, clock: new VirtualClock() };
    const following = await followAccess(store);
    await new NotifiedPeople(parts).atLevel(0, here);
    await disable(users.dispatcher1);
    await store.append({
      stream,
      expectedVersion: 'any',
      actor: { kind: 'system', id: 'test', name: '测试' },
      events: [{ type: 'user.disabled', atMs: 0, data: {} }],
    });
    await expect.poll(() => new NotifiedPeople(parts).atLevel(0, here)).toEqual([users.super, users.dispatcher2]);
    await following.close();
  },
);

test('a change without an event counts after a second', async () => {
  const clock = new VirtualClock();
  const people = new NotifiedPeople({ store: opened.store, clock });
  await people.atLevel(0, here);
  await disable(users.dispatcher2);
  expect(await people.atLevel(0, here)).toContain(users.dispatcher2);
  await clock.advance(1_000);
  expect(await people.atLevel(0, here)).not.toContain(users.dispatcher2);
});

test('a read that failed is not kept', async () => {
  const clock = new VirtualClock();
  let isAway = true;
  const store: typeof opened.store = Object.create(opened.store, {
    rows: {
      get() {
        if (isAway) throw new Error('the database is away');
        return opened.store.rows;
      },
    },
  });
  const people = new NotifiedPeople({ store, clock });
  await expect(people.atLevel(0, here)).rejects.toThrow('away');
  isAway = false;
  expect(await people.atLevel(0, here)).toHaveLength(3);
});
