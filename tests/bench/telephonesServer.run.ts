import { planLifts } from '../../server/domain/visits/planLifts.ts';
import { systemClock } from '../../server/runtime/clock.ts';
import { run, type EventActor, type EventStore } from '../../server/store/eventStore.ts';
import { streamName } from '../../src/contract/streamName.ts';
import { addDays, dayOf } from '../../src/contract/time.ts';
import { addPeopleLike } from '../support/manyPeople.ts';
import { smallCity } from '../support/smallCity.ts';
import { startBenchServer, tellReady } from './benchServer.ts';
import { firstLoadLiftId, writeLoadLifts } from './fleetLoadLifts.ts';
import type { BenchVisit } from './telephones.ts';

/**
 * A whole server over many lifts, in a process of its own, each of the first ones with a visit for a worker of its own. Arguments: lifts, visits. Tells
 * its ports when it is ready; on `visits` it tells the visits, on `codes` the codes of the signs, on `submitted` the number of records.
 */
const [lifts = 0, visits = 0] = process.argv.slice(2).map(Number);
const planner: EventActor = { kind: 'simulator', id: 'bench', name: '压测' };
const server = await startBenchServer({
  async prepare(store) {
    await writeLoadLifts(store, { lifts, periodSeconds: 3_600 });
    if (visits > 0) await assignVisits(store);
  },
});

async function assignVisits(store: EventStore): Promise<void> {
  const users = await addPeopleLike(store, [smallCity.users.maintenance], visits);
  const liftIds = users.map((_, index) => firstLoadLiftId + index);
  await store.write(function* (queries) {
    yield* run(queries.updateTable('areas').set({ visit_workers: 1 }));
    yield* run(
      queries
        .updateTable('elevators')
        .set({ category: 'traction', put_into_use_on: addDays(dayOf(systemClock.nowMs()), -14), maintenance_id: 401 })
        .where('id', 'in', liftIds),
    );
    for (const [index, userId] of users.entries())
      yield* run(
        queries.insertInto('people').values({
          id: 1_000 + index,
          name: `工${index}`,
          org_type: 5,
          org_id: 401,
          mobile: '',
          duties: '["worker"]',
          certificates: '[{"number":"T1","class":"电梯维修","expiry":"2099-01-01"}]',
          certificate_expiry: '2099-01-01',
          user_id: userId,
        }),
      );
  });
  await planLifts({ store, clock: systemClock }, liftIds);
  const planned = await store.rows.selectFrom('visits').select(['id', 'elevator_id']).execute();
  await Promise.all(
    planned.map(({ id, elevator_id: liftId }) => {
      const index = liftId - firstLoadLiftId;
      const worker = { personId: 1_000 + index, userId: users[index] ?? null, name: `工${index}` };
      return store.append({
        stream: streamName('visit', id),
        expectedVersion: 'any',
        actor: planner,
        events: [{ type: 'visit.assigned', atMs: systemClock.nowMs(), data: { workers: [worker], plannedOn: null } }],
      });
    }),
  );
}

async function answer(order: unknown): Promise<object> {
  const { rows } = server.store;
  if (order === 'codes') {
    const found = await rows.selectFrom('elevators').select(['code', 'rescue_code']).where('code', '!=', '').execute();
    return { codes: found.map(({ code, rescue_code: rescueCode }) => ({ code, rescueCode })) };
  }
  if (order === 'visits') {
    const found = await rows
      .selectFrom('visits as v')
      .innerJoin('elevators as e', 'e.id', 'v.elevator_id')
      .innerJoin('users as u', 'u.id', 'v.worker1_user_id')
      .select(['v.id', 'u.account', 'e.rescue_code as rescueCode'])
      .execute();
    return { visits: found satisfies BenchVisit[] };
  }
  const done = await rows
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll<number>().as('num'))
    .where('stage', '=', 'submitted')
    .executeTakeFirstOrThrow();
  return { submitted: done.num };
}

process.on('message', (order) => {
  answer(order).then(
    (found) => process.send?.(found),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
tellReady(server);
