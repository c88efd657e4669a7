import { afterEach, beforeEach, expect, test } from 'vitest';
import { alarmLifecycle } from '../../src/machines/alarmLifecycle.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { smallCity } from '../../tests/support/smallCity.ts';
import { timelineOf } from './timeline.ts';

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

test('a lifecycle without words of its own shows the name of each step and who took it', async () => {
  const device = city.domain.devices.findDevice(smallCity.lift.deviceKey);
  if (device === undefined) throw new Error('no device');
  await city.domain.devices.recordEvent(device, { id: 'e-1', at: city.clock.nowMs(), kind: 'moto' });
  const [alarm] = await city.store.rows.selectFrom('alarms').select('id').execute();
  const timeline = await timelineOf(city.store, alarmLifecycle, alarm?.id ?? 0);
  expect(timeline).toMatchObject([
    { version: 1, type: 'alarm.raised', title: '发起', detail: '', actor_role: '设备', actor_kind: 'device' },
  ]);
});
