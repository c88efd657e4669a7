import { expect, test } from 'vitest';
import { doubtOfPlace, placeQuestion, type SettledRegion } from './doubtOfPlace.ts';

const community = (id: number, name: string, lng: number, lat: number) => ({ id, name, lng, lat });
const east: SettledRegion = {
  id: 2,
  name: '东湖区',
  communities: [community(11, '翠湖花园', 120.1, 30.2), community(13, '临湖苑', 120.14, 30.2)],
};
const far: SettledRegion = { id: 3, name: '远山县', communities: [community(12, '云锦雅苑', 120.4, 30.4)] };
const empty: SettledRegion = { id: 4, name: '新城区', communities: [] };

test('a place among the communities of its region, or a little outside them, is not asked about', () => {
  expect(doubtOfPlace([120.12, 30.21], east, [far], null)).toBeUndefined();
  // About 2.9 km beyond the farthest.
  expect(doubtOfPlace([120.17, 30.2], east, [far], null)).toBeUndefined();
});

test('further out than the farthest community and a margin, the nearest of its own is named with its distance', () => {
  const doubt = doubtOfPlace([120.22, 30.2], east, [far], null);
  expect(doubt).toMatchObject({ region: '东湖区', community: '临湖苑' });
  expect(doubt?.km).toBeCloseTo(7.7, 1);
});

test('nearer to a community of another region than to any of its own, that one is named', () => {
  const doubt = doubtOfPlace([120.4, 30.41], east, [far], null);
  expect(doubt).toMatchObject({ region: '远山县', community: '云锦雅苑' });
  expect(doubt && placeQuestion(doubt, '东湖区')).toBe('此位置离远山县的小区“云锦雅苑”1.1 公里，确认属于东湖区？');
});

test('the community itself says nothing about its own place', () => {
  const alone: SettledRegion = { ...far, communities: [community(12, '云锦雅苑', 120.12, 30.2)] };
  expect(doubtOfPlace([120.12, 30.2], east, [alone], 12)).toBeUndefined();
  expect(doubtOfPlace([120.12, 30.2], far, [east], 12)).toBeUndefined();
});

test('of a region without a known community nothing can be said', () => {
  expect(doubtOfPlace([120.1, 30.2], empty, [east], null)).toBeUndefined();
});

test('a long distance is told in whole kilometres', () => {
  const doubt = doubtOfPlace([120.14, 31], east, [], null);
  expect(doubt && placeQuestion(doubt, '东湖区')).toBe('此位置离东湖区的小区“临湖苑”89 公里，确认属于东湖区？');
});
