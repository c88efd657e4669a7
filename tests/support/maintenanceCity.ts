import { run, type EventStore } from '../../server/store/eventStore.ts';
import { smallCity } from './smallCity.ts';

const { lift, users } = smallCity;

/**
 * Adds to the small city what a maintenance visit needs: a category and a sign for the first lift, one worker with a certificate behind the
 * account `maintenance`, and a safety officer behind the account `property`.
 */
export async function writeMaintenance(store: EventStore): Promise<void> {
  await store.write(function* (queries) {
    yield* run(queries.updateTable('areas').set({ visit_workers: 1 }).where('id', '=', 2));
    yield* run(
      queries.updateTable('elevators').set({ category: 'traction', code: 'sign-of-lift-01' }).where('id', '=', lift.id),
    );
    const expiry = '2099-01-01';
    const certificates = JSON.stringify([{ number: 'T1', class: '电梯维修', expiry }]);
    yield* run(
      queries.insertInto('people').values([
        {
          id: 31,
          name: '赵强',
          org_type: 5,
          org_id: 401,
          mobile: '',
          duties: '["worker"]',
          certificates,
          certificate_expiry: expiry,
          user_id: users.maintenance,
        },
      ]),
    );
  });
  await appointOfficer(store, users.property);
}

/** Makes the person of this account, of the first lift's property company, the safety officer of its community. */
export async function appointOfficer(store: EventStore, userId: number): Promise<void> {
  await store.write(function* (queries) {
    yield* run(
      queries.insertInto('people').values({
        id: 34,
        name: '王芳',
        org_type: 4,
        org_id: 301,
        mobile: '',
        duties: '["safetyOfficer"]',
        certificates: '[]',
        certificate_expiry: null,
        user_id: userId,
      }),
    );
    yield* run(
      queries.insertInto('community_members').values({ id: 1, community_id: 11, person_id: 34, role: 'safetyOfficer' }),
    );
  });
}
