import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { run } from '../store/eventStore.ts';

const { lift } = smallCity;
let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const orders = () => city.store.rows.selectFrom('rescue_orders').select(['id', 'elevator_id']).execute();

/** A trapped person's event arrives while the rules are stopped; their checkpoint is then this many events behind it. */
async function callUnheard(behind: 0 | 1): Promise<void> {
  const device = city.domain.devices.findDevice(lift.deviceKey);
  if (device === undefined) throw new Error('the small city has lost its device');
  await vi.waitFor(async () =>
    expect(
      await city.store.rows.selectFrom('checkpoints').select('name').where('name', '=', 'rules').execute(),
    ).toHaveLength(1),
  );
  await city.stopRules();
  await city.domain.devices.recordEvent(device, { id: 'e1', at: city.clock.nowMs(), kind: 'trapped' });
  const position = (await city.store.head()) - behind;
  await city.store.write(function* (queries) {
    yield* run(queries.updateTable('checkpoints').set({ position }).where('name', '=', 'rules'));
  });
}

test('a call for help that the rules have skipped gets its order at the next start, and only one', async () => {
  await callUnheard(0);
  expect(await orders()).toEqual([]);
  await city.restart();
  await vi.waitFor(async () => expect(await orders()).toMatchObject([{ elevator_id: lift.id }]));
  await city.restart();
  await city.clock.advance(1_000);
  expect(await orders()).toHaveLength(1);
});

test('a call whose turn was only coming gets one order', async () => {
  await callUnheard(1);
  await city.restart();
  await vi.waitFor(async () => expect(await orders()).toHaveLength(1));
  await city.clock.advance(1_000);
  const events = await city.store.readAll(0);
  expect(events.filter(({ type }) => type === 'rescue.raised' || type === 'rescue.joined')).toHaveLength(1);
});
