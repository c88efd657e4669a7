import { afterEach, beforeEach, expect, test } from 'vitest';
import { countingReads } from '../../../tests/support/countingReads.ts';
import { openTestStore, type TestStore } from '../../../tests/support/openTestStore.ts';
import { employDispatchers, smallCity, writeSmallCity } from '../../../tests/support/smallCity.ts';
import { loadPrincipal, loadPrincipals } from '../../access/loadPrincipal.ts';
import { peopleOfLevel } from './answerers.ts';

let opened: TestStore;
beforeEach(async () => {
  opened = await openTestStore();
  await writeSmallCity(opened.store);
});
afterEach(() => opened.dispose());

const here = { areaId: 2, communityId: 11, brandId: 201, propertyId: 301, maintenanceId: 401 };

test('five hundred people take no more queries than eight people', async () => {
  const few = countingReads(opened.store);
  const before = peopleOfLevel(await loadPrincipals(few.store), 0, here);
  expect(before).toEqual([smallCity.users.super, smallCity.users.dispatcher1, smallCity.users.dispatcher2]);
  await employDispatchers(opened.store, 500);
  const many = countingReads(opened.store);
  expect(peopleOfLevel(await loadPrincipals(many.store), 0, here)).toHaveLength(before.length + 400);
  expect(many.asked()).toBe(few.asked());
  expect(few.asked()).toBeLessThanOrEqual(4);
});

test('asking for one of them alone gives the same person', async () => {
  const everybody = await loadPrincipals(opened.store);
  expect(everybody).toHaveLength(8);
  for (const principal of everybody) expect(await loadPrincipal(opened.store, principal.userId)).toEqual(principal);
});
