import { expect, test } from 'vitest';
import { isOfflineInDemo } from './demoCity.ts';
import { planLiftVisits } from './planLiftVisits.ts';

const planAll = () =>
  Array.from({ length: 1_000 }, (_, index) => {
    const id = index + 1;
    return planLiftVisits({ id, putIntoUseOn: '2015-03-01', isOffline: isOfflineInDemo(id) }, '2026-06-01', 60, 1);
  });

test('two months of visits are whole: each lift is visited in time, signed and borne out by its device, but for a few', () => {
  const plans = planAll();
  expect(planAll(), 'the same for the same seed').toEqual(plans);
  const visits = plans.flatMap((plan) => plan.visits);
  const share = (is: (visit: (typeof visits)[number]) => boolean) => visits.filter(is).length / visits.length;
  expect(visits.length).toBeGreaterThan(5_000);
  expect(visits.filter(({ doneOn, dueOn }) => doneOn !== null && doneOn > dueOn)).toEqual([]);
  expect(plans.every(({ imported }) => imported !== undefined)).toBe(true);
  const ends = new Set(visits.map(({ end }) => end));
  expect([...ends].toSorted()).toEqual(['open', 'rejected', 'sentBack', 'signed', 'unsigned']);
  expect(share(({ evidence }) => evidence === 'doubtful')).toBeCloseTo(0.03, 1);
  expect(new Set(visits.map(({ kind }) => kind)).size).toBeGreaterThan(2);
});
