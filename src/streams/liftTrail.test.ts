import { from } from 'rxjs';
import { expect, it } from 'vitest';
import { latestDataFixture, rescueRowFixture } from '../contract/fixtures/rescueFixtures.ts';
import { toWireTime } from '../contract/time.ts';
import { emptyTrail, liftTrail, type LiftTrail } from './liftTrail.ts';
import { nothingPolled } from './pollLatestData.ts';

const row = rescueRowFixture({ id: 1, stage: 'pending', agoMs: 0 });
const report = (atMs: number, speed: number | null) => ({ data: latestDataFixture(row, { received_at: toWireTime(atMs), speed, door: 'open' }), missedPolls: 0 });

function trailOf(reports: readonly ReturnType<typeof report>[], capacity: number): LiftTrail {
  let last = emptyTrail;
  from([nothingPolled, ...reports]).pipe(liftTrail({ capacity })).subscribe((trail) => (last = trail));
  return last;
}

it('keeps each report once, in order; what came late or twice is dropped', () => {
  const trail = trailOf([report(1_000, 1.5), report(1_000, 1.5), report(3_000, null), report(2_000, 9)], 10);
  expect(trail.length).toBe(2);
  expect([...trail.timesMs.subarray(0, 2)]).toEqual([1_000, 3_000]);
  expect([...trail.values[0].subarray(0, 2)]).toEqual([1.5, Number.NaN]);
  expect(trail.values[1][0]).toBe(1);
});

it('lets the oldest go beyond its capacity', () => {
  const trail = trailOf([1, 2, 3, 4, 5].map((second) => report(second * 1_000, second)), 3);
  expect([...trail.timesMs]).toEqual([3_000, 4_000, 5_000]);
});
