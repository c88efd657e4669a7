import { expect, test } from 'vitest';
import { seededRandom } from '../../tests/support/seededRandom.ts';
import { probePeriodMs as periodMs } from '../../src/contract/endpoints/probe.ts';
import { probeStages, StageWatch } from './stageWatch.ts';

test('in 72 hours no stage is blamed, although calls take up to 16 s and now and then one is lost on its way', () => {
  const random = seededRandom(13);
  const watch = new StageWatch(0);
  const blamed = new Set<string>();
  let wasLost = false;
  for (let sentAtMs = 0; sentAtMs < 72 * 3_600_000; sentAtMs += periodMs) {
    // Never two in a row: that is a fault.
    const lostAt: number = !wasLost && random() < 0.1 ? Math.floor(random() * probeStages.length) : probeStages.length;
    wasLost = lostAt < probeStages.length;
    let atMs = sentAtMs;
    for (const stage of probeStages.slice(0, lostAt)) {
      atMs += random() * 4_000;
      blamed.add(watch.blamed(atMs) ?? '');
      watch.proven(stage, atMs);
    }
  }
  expect([...blamed]).toEqual(['']);
});

test('a process that stood still blames no stage for it', () => {
  const watch = new StageWatch(0);
  for (const stage of probeStages) watch.proven(stage, 1_000);
  expect(watch.blamed(600_000)).toBe('broker');
  watch.startAgain(600_000);
  expect(watch.blamed(650_000)).toBeUndefined();
  expect(watch.isWhole(650_000), 'nor does it prove any').toBe(false);
  expect(watch.blamed(660_000)).toBe('broker');
});
