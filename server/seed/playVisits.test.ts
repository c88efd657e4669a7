import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { openTestStore, type TestStore } from '../../tests/support/openTestStore.ts';
import { smallCity, writeSmallCity } from '../../tests/support/smallCity.ts';
import { planLifts } from '../domain/visits/planLifts.ts';
import { projections } from '../lifecycleEntries.ts';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { run } from '../store/eventStore.ts';
import { playVisits } from './playVisits.ts';

const { lift, users } = smallCity;
const minuteMs = 60_000;
const nowMs = Date.parse('2026-06-01T09:00:00.000+08:00');

let clock: VirtualClock;
let opened: TestStore;
let playing: ReturnType<typeof playVisits> | undefined;
const serviced: [elevatorId: number, isServiced: boolean][] = [];

beforeEach(async () => {
  serviced.length = 0;
  clock = new VirtualClock(nowMs);
  opened = await openTestStore({ clock, projections });
  await writeSmallCity(opened.store);
  await opened.store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('elevators')
        .set({ category: 'traction', put_into_use_on: addDays(dayOf(nowMs), -15) })
        .where('id', '=', lift.id),
    );
  });
});
afterEach(async () => {
  await playing?.close();
  playing = undefined;
  await opened.dispose();
});

/** The workers of the first lift's company, the second of them with an account where one is named. */
async function employ(userId: number | null): Promise<void> {
  await opened.store.write(function* (queries) {
    const worker = { org_type: 5, org_id: 401, mobile: '', duties: '["worker"]' };
    const certificate = {
      certificates: '[{"number":"T1","class":"电梯维修","expiry":"2099-01-01"}]',
      certificate_expiry: '2099-01-01',
    };
    yield* run(
      queries.insertInto('people').values([
        { ...worker, ...certificate, id: 51, name: '周工', user_id: null },
        { ...worker, ...certificate, id: 52, name: '吴工', user_id: userId },
      ]),
    );
  });
  await planLifts({ store: opened.store, clock }, [lift.id]);
  playing = playVisits({
    store: opened.store,
    clock,
    simulator: { service: (elevatorId, isServiced) => serviced.push([elevatorId, isServiced]) },
    elevatorIds: new Set([lift.id]),
    onTrouble(_trouble, error) {
      throw error;
    },
  });
}
const visit = () =>
  opened.store.rows
    .selectFrom('visits')
    .select(['id', 'stage', 'worker1_name', 'checked_in_num', 'signed_num'])
    .where('elevator_id', '=', lift.id)
    .orderBy('id')
    .executeTakeFirst();

test('a crew without accounts is assigned, checks in, works and hands in a signed record', async () => {
  await employ(null);
  await clock.advance(minuteMs);
  await expect.poll(visit).toMatchObject({ stage: 'working' });
  for (let minute = 0; minute < 60; minute += 1) await clock.advance(minuteMs);
  await expect.poll(visit).toMatchObject({ stage: 'submitted', checked_in_num: 2, signed_num: 2 });
  // An honest crew has the lift in inspection mode while it works.
  await expect.poll(() => serviced.at(-1)).toEqual([lift.id, false]);
  expect(serviced[0]).toEqual([lift.id, true]);
});

test('the visit of a worker with an account is left to the person', async () => {
  await employ(users.maintenance);
  await opened.store.write(function* (queries) {
    yield* run(
      queries
        .updateTable('visits')
        .set({ worker1_id: 52, worker1_user_id: users.maintenance, worker1_name: '吴工' })
        .where('elevator_id', '=', lift.id),
    );
  });
  await clock.advance(10 * minuteMs);
  expect(await visit()).toMatchObject({ checked_in_num: 0, signed_num: 0 });
  expect(serviced).toEqual([]);
});
