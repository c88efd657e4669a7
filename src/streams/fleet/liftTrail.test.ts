import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { CarSamples } from '../../contract/entities/elevator.ts';
import { latestDataFixture, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { toWireTime } from '../../contract/time.ts';
import { liftTrail, nothingTrailed, type LiftTrail } from './liftTrail.ts';
import { withMarbles } from '../loading/marbles.testing.ts';
import { nothingPolled, pollLatestData, type PolledData } from '../loading/pollLatestData.ts';

const row = rescueRowFixture({ id: 1, stage: 'pending', agoMs: 0 });
const report = (atMs: number, speed: number | null): PolledData => ({
  data: latestDataFixture(row, { received_at: toWireTime(atMs), speed, door: 'open' }),
  missedPolls: 0,
});

/** Each sample's speed in cm/s is its time in seconds. */
const samples = (timesMs: readonly number[]): CarSamples => {
  const zeros = timesMs.map(() => 0);
  return {
    at_ms: [...timesMs],
    floor: zeros,
    door: zeros,
    direction: zeros,
    people: zeros,
    service_mode: zeros,
    car_status: zeros,
    speed: timesMs.map((atMs) => atMs / 1_000),
  };
};
const answer = (timesMs: readonly number[], followsOn: boolean): PolledData => {
  const newestMs = timesMs.at(-1);
  return {
    data: latestDataFixture(row, {
      received_at: newestMs === undefined ? null : toWireTime(newestMs),
      recent: { samples: samples(timesMs), follows_on: followsOn },
    }),
    missedPolls: 0,
  };
};
const unanswered: PolledData = { data: null, missedPolls: 1 };

function trailOf(answers: readonly PolledData[], capacity = 10): LiftTrail {
  let last = nothingTrailed.trail;
  from([nothingPolled, ...answers])
    .pipe(liftTrail({ capacity }))
    .subscribe(({ trail }) => (last = trail));
  return last;
}
const seconds = ({ timesMs, length }: LiftTrail): number[] =>
  [...timesMs.subarray(0, length)].map((atMs) => atMs / 1_000);
/** Returns the number of gaps in the curve. */
const holes = ({ values: [speed], length }: LiftTrail): number =>
  [...speed.subarray(0, length)].filter((value) => Number.isNaN(value)).length;

it('keeps each report once, in order; late and repeated ones are dropped', () => {
  const trail = trailOf([report(1_000, 1.5), report(1_000, 1.5), report(3_000, null), report(2_000, 9)]);
  expect(trail.length).toBe(2);
  expect([...trail.timesMs.subarray(0, 2)]).toEqual([1_000, 3_000]);
  expect([...trail.values[0].subarray(0, 2)]).toEqual([1.5, Number.NaN]);
  expect(trail.values[1][0]).toBe(1);
});

it('lets the oldest go beyond its capacity', () => {
  const trail = trailOf(
    [1, 2, 3, 4, 5].map((second) => report(second * 1_000, second)),
    3,
  );
  expect([...trail.timesMs]).toEqual([3_000, 4_000, 5_000]);
});

describe('a lift opened in the middle of its run', () => {
  it('shows the five minutes that the server holds and continues live, without a gap', () => {
    const trail = trailOf([
      answer([10_000, 15_000, 20_000], false),
      answer([25_000], true),
      answer([], true),
      answer([30_000], true),
    ]);
    expect(seconds(trail)).toEqual([10, 15, 20, 25, 30]);
    expect(holes(trail)).toBe(0);
    expect(trail.values[0][0]).toBeCloseTo(0.1);
  });

  it('counts repeats once, and drops what is out of order', () => {
    const trail = trailOf([
      answer([10_000, 15_000], false),
      answer([15_000, 20_000], true),
      answer([20_000, 18_000, 25_000], true),
    ]);
    expect(seconds(trail)).toEqual([10, 15, 20, 25]);
    expect(holes(trail)).toBe(0);
  });

  it('fills what a lost link missed as soon as there is an answer', () => {
    const trail = trailOf([
      answer([10_000, 15_000], false),
      unanswered,
      unanswered,
      answer([20_000, 25_000, 30_000], true),
    ]);
    expect(seconds(trail)).toEqual([10, 15, 20, 25, 30]);
    expect(holes(trail)).toBe(0);
  });

  it('breaks the curve where the server cannot know what was missed: no unmeasured line is drawn', () => {
    const trail = trailOf([
      answer([10_000, 15_000], false),
      unanswered,
      answer([], false),
      answer([24_000], false),
      answer([29_000], true),
    ]);
    expect(holes(trail)).toBe(1);
    expect(seconds(trail)).toEqual([10, 15, 15.0005, 24, 29]);
  });

  it("starts again when the server's clock was set back", () => {
    const trail = trailOf([
      answer([100_000, 105_000], false),
      answer([105_000, 40_000, 45_000], false),
      answer([50_000], true),
    ]);
    expect(seconds(trail)).toEqual([40, 45, 50]);
  });
});

it('asks for what came since the last answer, each second, and after a failure for the same again', () => {
  withMarbles(({ cold, expectObservable, flush }, scheduler) => {
    const asked: number[] = [];
    const answers = [
      cold('-(a|)', { a: answer([10_000, 15_000], false).data }),
      cold<never>('-#'),
      cold('-(a|)', { a: answer([20_000], true).data }),
    ];
    let turn = 0;
    const trail$ = pollLatestData(
      (knownToMs) => {
        asked.push(knownToMs);
        return (answers[turn++] ?? cold<never>('-')).pipe(map((data) => data ?? latestDataFixture(row)));
      },
      { everyMs: 5, scheduler },
    ).pipe(
      liftTrail(),
      map(({ polled, trail }) => `${seconds(trail).join(' ')} ${polled.missedPolls}`),
    );
    expectObservable(trail$, '^--------------!').toBe('-a----b----c---', {
      a: '10 15 0',
      b: '10 15 1',
      c: '10 15 20 0',
    });
    flush();
    expect(asked).toEqual([0, 15_000, 15_000]);
  });
});
