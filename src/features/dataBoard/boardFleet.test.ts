import { expect, it } from 'vitest';
import { createFleet, lookCode, relook } from '../../streams/fleet/liftFleet.ts';
import { countLifts } from './boardFleet.ts';

it('a lift that was never activated is offline nowhere on the wall, and a silent lift that calls is said to be one', () => {
  const ids = [1, 2, 3, 4, 5];
  const zeros = ids.map(() => 0);
  const fleet = createFleet({
    id: ids,
    tag: ids.map(String),
    lng: zeros,
    lat: zeros,
    floor_min: zeros,
    floor_max: zeros,
    community_id: zeros,
    area_id: zeros,
  });
  // Online, offline, offline with an open call, never activated, disabled.
  fleet.statuses.set([1, 2, 2, 0, 3]);
  fleet.calls.set([0, 0, 1, 0, 0]);
  for (const index of ids.keys()) relook(fleet, index);
  const { online, offline, unactivated, silentCalls, looks } = countLifts({ fleet });
  expect([online, offline, unactivated, silentCalls]).toEqual([1, 2, 2, 1]);
  expect((looks[lookCode.offline] ?? 0) + silentCalls).toBe(offline);
  expect(looks[lookCode.unactivated]).toBe(unactivated);
});
