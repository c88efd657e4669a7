import { afterEach, beforeEach, expect, test } from 'vitest';
import { countingReads } from '../../tests/support/countingReads.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { loadPrincipal, loadPrincipals } from '../access/loadPrincipal.ts';
import { run } from '../store/eventStore.ts';
import { peopleOfLevel } from './answerers.ts';

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const here = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };

/** Dispatchers of the city, of whom every fifth is disabled. */
async function employ(people: number): Promise<void> {
  await opened.store.write(function* (queries) {
    const ids = Array.from({ length: people }, (_, index) => 1_000 + index);
    yield* run(
      queries.insertInto('users').values(
        ids.map((id) => ({
          id,
          account: `d${id}`,
          name: `调度 ${id}`,
          role_id: smallCity.roles.dispatcher,
          mobile: '',
          password_hash: '',
          is_disabled: id % 5 === 0 ? (1 as const) : (0 as const),
          must_change_password: 0 as const,
          created_at_ms: 0,
        })),
      ),
    );
    yield* run(
      queries
        .insertInto('user_organizations')
        .values(ids.map((id) => ({ user_id: id, org_type: 1, org_id: smallCity.cityAreaId }))),
    );
  });
}

test('five hundred people take no more queries than eight', async () => {
  const few = countingReads(opened.store);
  const before = peopleOfLevel(await loadPrincipals(few.store), 0, here);
  expect(before).toEqual([smallCity.users.super, smallCity.users.dispatcher1, smallCity.users.dispatcher2]);
  await employ(500);
  const many = countingReads(opened.store);
  expect(peopleOfLevel(await loadPrincipals(many.store), 0, here)).toHaveLength(before.length + 400);
  expect(many.asked()).toBe(few.asked());
  expect(few.asked()).toBeLessThanOrEqual(4);
});

test('each of them is who they are when asked for alone', async () => {
  const everybody = await loadPrincipals(opened.store);
  expect(everybody).toHaveLength(8);
  for (const principal of everybody) expect(await loadPrincipal(opened.store, principal.userId)).toEqual(principal);
});
