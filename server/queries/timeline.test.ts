import { afterEach, beforeEach, expect, test } from 'vitest';
import { deviceCommandLifecycle } from '../../src/machines/deviceCommandLifecycle.ts';
import { openDomain, type TestDomain } from '../../tests/support/openDomain.ts';
import { principalOf, smallCity } from '../../tests/support/smallCity.ts';
import { timelineOf } from './timeline.ts';

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

test('a lifecycle without words of its own shows the name of each step and who took it', async () => {
  const by = await principalOf(city.store, smallCity.users.super);
  const { commandId } = await city.domain.commandDesk.queue(by, {
    elevatorId: smallCity.lift.id,
    identifier: 'report_period',
    payload: { report_period: 30 },
  });
  expect(await timelineOf(city.store, deviceCommandLifecycle, commandId)).toMatchObject([
    { version: 1, type: 'command.queued', title: '下发', detail: '', actor_name: '苏培', actor_kind: 'person' },
  ]);
});
