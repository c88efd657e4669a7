import { afterEach, beforeEach, expect, test } from 'vitest';
import { countingReads } from '../../../tests/support/countingReads.ts';
import { openDomain, type TestDomain } from '../../../tests/support/openDomain.ts';
import { smallCity } from '../../../tests/support/smallCity.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { NoticesOfPossibleHelp } from './possibleHelp.ts';

const { lift, farLift } = smallCity;

let city: TestDomain;
beforeEach(async () => {
  city = await openDomain();
});
afterEach(() => city.dispose());

/** The store counts what is asked of it, and fails to append as long as it is told to. */
function begin() {
  const counted = countingReads(city.store);
  const seen = { appends: 0, isAway: false, reads: counted.asked };
  const store: EventStore = Object.create(counted.store, {
    append: {
      async value(request: Parameters<EventStore['append']>[0]) {
        seen.appends += 1;
        if (seen.isAway) throw new Error('the database is away');
        return city.store.append(request);
      },
    },
  });
  return { seen, notices: new NoticesOfPossibleHelp({ store, clock: city.clock, directory: city.domain.directory }) };
}

const titles = async () => {
  const events = await city.store.readAll(0);
  return events.filter(({ type }) => type === 'notice.raised').map(({ stream }) => stream.replace(/-\d+$/, ''));
};

test('a thousand unreadable cries of one device are one notice, and cost one append and one read of the users', async () => {
  const { notices, seen } = begin();
  await Promise.all(Array.from({ length: 500 }, () => notices.tell(lift.deviceKey, '格式不正确')));
  for (let index = 0; index < 500; index += 1) await notices.tell(lift.deviceKey, '格式不正确');
  expect(await titles()).toEqual([`notice-quarantine-${lift.deviceKey}`]);
  expect(seen.appends).toBe(1);
  expect(seen.reads()).toBeLessThanOrEqual(4);
});

test('one notice for a device, or for all unknown names, in ten minutes, also across a restart', async () => {
  const { notices } = begin();
  for (const key of [lift.deviceKey, farLift.deviceKey, 'MADE-UP-1', 'MADE-UP-2'])
    await notices.tell(key, '格式不正确');
  const first = [
    `notice-quarantine-${lift.deviceKey}`,
    `notice-quarantine-${farLift.deviceKey}`,
    'notice-quarantine-unknown',
  ];
  expect(await titles()).toEqual(first);
  await begin().notices.tell(lift.deviceKey, '格式不正确');
  expect(await titles()).toEqual(first);
  await city.clock.advance(600_000);
  await notices.tell(lift.deviceKey, '格式不正确');
  expect(await titles()).toEqual([...first, `notice-quarantine-${lift.deviceKey}`]);
});

test('a notice that could not be kept is tried again with the next message', async () => {
  const { notices, seen } = begin();
  seen.isAway = true;
  await expect(notices.tell(lift.deviceKey, '格式不正确')).rejects.toThrow('away');
  seen.isAway = false;
  await notices.tell(lift.deviceKey, '格式不正确');
  expect(await titles()).toHaveLength(1);
});
