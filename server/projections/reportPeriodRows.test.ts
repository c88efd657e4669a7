import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

const { deviceKey, id: elevatorId } = smallCity.lift;
const periods = () => city.store.rows.selectFrom('device_report_periods').selectAll().execute();

async function tell(seconds: number, code: number): Promise<void> {
  const { commands, commandDesk } = city.domain;
  const by = await principalOf(city.store, smallCity.users.super);
  const { commandId } = await commandDesk.queue(by, {
    elevatorId,
    identifier: 'report_period',
    payload: { report_period: seconds },
  });
  await commands.recordSent(commandId);
  await commands.recordResulted(deviceKey, commandId, { code });
}

test('the period of a device is the last one that it has adopted, and a rebuild gives the same', async () => {
  await tell(30, 0);
  await tell(60, 0);
  await tell(300, 1);
  const kept = [{ device_key: deviceKey, report_period_seconds: 60 }];
  expect(await periods()).toEqual(kept);
  await city.store.rebuild();
  expect(await periods()).toEqual(kept);
  expect(city.domain.devices.findDevice(deviceKey)?.reportPeriodMs).toBe(60_000);
  expect(city.domain.directory.collectorOf(elevatorId)?.reportPeriodMs).toBe(60_000);
});

test('base data applies to a device that has received no command', async () => {
  await tell(60, 1);
  expect(await periods()).toEqual([]);
  expect(city.domain.devices.findDevice(deviceKey)?.reportPeriodMs).toBe(5_000);
});
