import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exceptionList } from '../../src/contract/endpoints/exception.ts';
import { appointOfficer } from '../../tests/support/maintenanceCity.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { listExceptions } from './exception.ts';

const { lift, farLift, users } = smallCity;
const minuteMs = 60_000;

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

test('a call that no one has answered stands above one that help is late for, as on the desk and the wall', async () => {
  const zhang = await principalOf(city.store, users.dispatcher1);
  const call = async ({ deviceKey }: { readonly deviceKey: string }, count: number) => {
    const device = city.domain.devices.findDevice(deviceKey);
    if (device === undefined) throw new Error('the lift has no device');
    await city.domain.devices.recordEvent(device, { id: deviceKey, at: city.clock.nowMs(), kind: 'trapped' });
    const ids = () => city.store.rows.selectFrom('rescue_orders').select('id').orderBy('id').execute();
    await vi.waitFor(async () => expect(await ids()).toHaveLength(count));
    return (await ids()).at(-1)?.id ?? 0;
  };
  const late = await call(lift, 1);
  await city.domain.rescue.accept(zhang, { orderId: late });
  await city.domain.rescue.step(zhang, {
    id: late,
    event: 'rescue.dispatched',
    data: { level: 1, who: '维保一组' },
  });
  await city.clock.advance(31 * minuteMs);
  const arriving = () =>
    city.store.rows.selectFrom('rescue_orders').select('status').where('id', '=', late).executeTakeFirst();
  await vi.waitFor(async () => expect(await arriving()).toEqual({ status: 3 }));
  const waiting = await call(farLift, 2);
  const boss = await principalOf(city.store, users.super);
  const { list } = await listExceptions(city.store, boss, exceptionList.input.parse({ scope: 'pending' }));
  expect(list.filter(({ type }) => type === 1).map(({ id }) => id)).toEqual([waiting, late]);
});

test('a safety officer asks for the faults of the communities for which she signs, among all that her scope shows', async () => {
  const boss = await principalOf(city.store, users.super);
  const report = (elevatorId: number) =>
    city.domain.exceptions.report(boss, {
      type: 3,
      elevator_id: elevatorId,
      phenomenon: 'doorClosing',
      request_id: `officer-${elevatorId}`,
    });
  const [own] = [await report(lift.id), await report(farLift.id)];
  const listed = async (query: object) =>
    (await listExceptions(city.store, boss, exceptionList.input.parse({ scope: 'pending', ...query }))).list;
  expect(await listed({})).toHaveLength(2);
  expect(await listed({ as_officer: true })).toEqual([]);
  await appointOfficer(city.store, users.super);
  expect((await listed({ as_officer: true })).map(({ id }) => id)).toEqual([own.exceptionId]);
});
