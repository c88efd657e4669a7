import { it } from 'vitest';
import { createFleet } from '../../streams/liftFleet.ts';
import { withMarbles } from '../../streams/marbles.testing.ts';
import type { FleetState } from '../../streams/watchLiftStates.ts';
import { mapFrames } from './mapFrames.ts';

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
const live = (changed: Uint32Array | null): FleetState => ({
  kind: 'ready',
  fleet,
  changed,
  answeredAtMs: 0,
  serverTimeMs: 0,
  problem: null,
});
const [everything, one] = [live(null), live(Uint32Array.of(0))];

it('the map draws after the list has painted its first rows, and from then on with each change', () => {
  withMarbles(({ hot, cold, expectObservable, expectSubscriptions }) => {
    const fleet$ = hot('  l-a------b---', { l: { kind: 'loading' } as FleetState, a: everything, b: one });
    const frame$ = cold('   --f          ');
    const drawn$ = mapFrames(fleet$, () => frame$);
    expectObservable(drawn$, '^-----------!').toBe('---------b---', {
      b: { positions: fleet.positions, states: fleet.looks, changed: Uint32Array.of(0) },
    });
    expectSubscriptions(fleet$.subscriptions).toBe(['^-!          ', '------^-----!']);
    expectSubscriptions(frame$.subscriptions).toBe(['--^-!', '----^-!']);
  });
});
