import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { examplePrincipal, scopeOf } from '../../tests/support/examplePrincipal.ts';
import { appointOfficer } from '../../tests/support/maintenanceCity.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { run } from '../store/eventStore.ts';
import { readPresenceLifts } from './presenceLifts.ts';

const { lift, farLift, users } = smallCity;
const officer = examplePrincipal({ userId: users.property, scope: scopeOf({ propertyIds: [301] }) });

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const listed = async (by = officer) =>
  (await readPresenceLifts(city.store, by, city.clock.nowMs())).map(({ tag, visit }) => [tag, visit]);
/** Both lifts stand in the officer's community. */
const bringTogether = () =>
  city.store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('elevators')
        .set({ community_id: 11, property_id: 301, maintenance_id: 401, category: 'traction' }),
    );
  });

test('an officer sees the lifts of the communities for which she signs, as far as she sees the lift at all', async () => {
  expect(await listed()).toEqual([]);
  await appointOfficer(city.store, users.property);
  expect(await listed()).toEqual([[lift.tag, null]]);
  expect(await listed({ ...officer, scope: { kind: 'all' } })).toEqual([[lift.tag, null]]);
  expect(await listed({ ...officer, scope: scopeOf({ propertyIds: [302] }) })).toEqual([]);
});

test('lifts where workers are or come today stand above the others', async () => {
  await appointOfficer(city.store, users.property);
  await bringTogether();
  await city.domain.directory.reload();
  const today = dayOf(city.clock.nowMs());
  const boss = examplePrincipal({ permissions: new Set(['visit.plan']) });
  const id = await city.domain.visits.plan(boss, { elevator_id: farLift.id, kind: 'halfMonth', due: today });
  const set = (change: { readonly stage?: string; readonly due_on?: string }) =>
    city.store.write(function* (queries) {
      yield* run(queries.updateTable('visits').set(change).where('id', '=', id));
    });
  expect(await listed()).toEqual([
    [farLift.tag, 'today'],
    [lift.tag, null],
  ]);
  await set({ due_on: addDays(today, -2) });
  expect((await listed())[0]).toEqual([farLift.tag, 'overdue']);
  await set({ stage: 'working' });
  expect((await listed())[0]).toEqual([farLift.tag, 'working']);
});
