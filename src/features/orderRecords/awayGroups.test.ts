import { expect, test } from 'vitest';
import { visitFixture } from '../../contract/fixtures/visitFixtures.ts';
import { groupsOf, suggested } from './awayGroups.ts';

const away = (id: number, stays: readonly number[], colleagues: readonly (readonly [number, number])[]) => ({
  visit: visitFixture({ id, stage: 'planned' }),
  day: '2026-11-30',
  stays: [...stays],
  colleagues: colleagues.map(([person, num]) => ({ id: person, name: `同事${person}`, visits_that_day: num })),
});

test('visits of an absent worker go to the colleagues with the fewest that day; the other worker stays', () => {
  const colleagues = [
    [1, 0],
    [2, 1],
  ] as const;
  const visits = [away(11, [9], colleagues), away(12, [9], colleagues), away(13, [9], colleagues), away(14, [], [])];
  const taken = suggested(visits);
  expect([...taken]).toEqual([
    [11, 1],
    [12, 1],
    [13, 2],
  ]);
  expect(groupsOf(visits, taken)).toEqual([
    { personIds: [9, 1], ids: [11, 12] },
    { personIds: [9, 2], ids: [13] },
  ]);
});
