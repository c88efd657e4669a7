import { it } from 'vitest';
import { emptyScene, type CityScene } from '../../streams/fleet/cityScene.ts';
import { withMarbles } from '../../streams/loading/marbles.testing.ts';
import { orEmptyAfter } from './orEmptyAfter.ts';

const city: CityScene = { ...emptyScene, center: [120, 30] };
const scenes = { c: city, e: emptyScene };

it('the map waits for the ground for a moment, and stands without it until it comes', () => {
  withMarbles(({ cold, expectObservable, expectSubscriptions }) => {
    const quick$ = cold('--(c|)', scenes);
    expectObservable(quick$.pipe(orEmptyAfter(5))).toBe('--(c|)', scenes);
    expectSubscriptions(quick$.subscriptions).toBe('^-!');
    const slow$ = cold(' --------(c|)', scenes);
    expectObservable(slow$.pipe(orEmptyAfter(5))).toBe('-----e--(c|)', scenes);
    expectSubscriptions(slow$.subscriptions).toBe('^-------!');
  });
});
