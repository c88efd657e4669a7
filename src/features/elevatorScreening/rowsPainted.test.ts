import { it } from 'vitest';
import { createFleet } from '../../streams/fleet/liftFleet.ts';
import { withMarbles } from '../../streams/loading/marbles.testing.ts';
import type { FleetState } from '../../streams/fleet/watchLiftStates.ts';
import { rowsPainted } from './rowsPainted.ts';

const fleet = createFleet({
  id: [1],
  tag: ['T1'],
  lng: [120],
  lat: [30],
  floor_min: [1],
  floor_max: [9],
  community_id: [11],
  area_id: [2],
});
const loading: FleetState = { kind: 'loading' };
const live: FleetState = { kind: 'ready', fleet, changed: null, answeredAtMs: 0, serverTimeMs: 0, problem: null };

it('the map may begin after the list has painted its first rows, and asks for no frame before or after', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const fleet$ = hot('  l-a------b---', { l: loading, a: live, b: live });
    const frame$ = cold('   --f          ');
    expectObservable(
      rowsPainted(fleet$, () => frame$),
      '^-----------!',
    ).toBe('------(p|)', { p: 0 });
    expectSubscriptions(fleet$.subscriptions).toBe('^-!');
    expectSubscriptions(frame$.subscriptions).toBe(['--^-!', '----^-!']);
  });
});
