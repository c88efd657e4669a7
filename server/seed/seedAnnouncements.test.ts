import { expect, it } from 'vitest';
import { openDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { sendDemoNotices } from '../start/demoNotices.ts';
import { run } from '../store/eventStore.ts';

it('the demo sends its notices and plans its outage as a person does, once', async () => {
  const city = await openDomain();
  try {
    const { store, clock } = city;
    await store.write(function* (queries) {
      yield* run(
        queries.insertInto('devices').values({
          device_key: 'SCR000101',
          elevator_id: smallCity.lift.id,
          device_type: 'SCR',
          report_period_seconds: 60,
          secret_version: 1,
        }),
      );
    });
    const written = async () => ({
      notices: await store.rows.selectFrom('announcements').select(['community_id', 'state']).execute(),
      screens: await store.rows.selectFrom('announcement_screens').select('device_key').execute(),
      outages: (await store.rows.selectFrom('outages').select('reason').execute()).length,
    });
    await sendDemoNotices(store, clock);
    await sendDemoNotices(store, clock);
    expect(await written()).toEqual({
      notices: [{ community_id: 11, state: 'showing' }],
      screens: [{ device_key: 'SCR000101' }],
      outages: 1,
    });
  } finally {
    await city.dispose();
  }
});
