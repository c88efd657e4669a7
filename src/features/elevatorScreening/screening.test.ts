import { expect, it } from 'vitest';
import { createFleet } from '../../streams/liftFleet.ts';
import { readScreeningAddress, writeScreeningAddress } from './screeningAddress.ts';
import { selectLifts } from './selectLifts.ts';

it('a link shows the same part of the fleet and the same lift', () => {
  const query = writeScreeningAddress(new URLSearchParams('look=2'), { areaId: 3, elevatorId: 101, look: null });
  expect(query.toString()).toBe('area=3&id=101');
  expect(readScreeningAddress(query)).toEqual({ areaId: 3, communityId: null, elevatorId: 101, look: null });
  expect(readScreeningAddress(new URLSearchParams('id=x&look=-1'))).toEqual({ areaId: null, communityId: null, elevatorId: null, look: null });
});

it('a community stands for itself, an area for all of its communities', () => {
  const fleet = createFleet({ id: [1, 2, 3], tag: ['', '', ''], lng: [0, 0, 0], lat: [0, 0, 0], floor_min: [1, 1, 1], floor_max: [9, 9, 9], community_id: [11, 12, 12], area_id: [2, 2, 3] });
  fleet.looks.set([0, 2, 2]);
  const all = { areaId: null, communityId: null, look: null };
  expect([...selectLifts(fleet, all)]).toEqual([0, 1, 2]);
  expect([...selectLifts(fleet, { ...all, areaId: 2 })]).toEqual([0, 1]);
  expect([...selectLifts(fleet, { ...all, areaId: 2, communityId: 12 })]).toEqual([1, 2]);
  expect([...selectLifts(fleet, { ...all, look: 2 })]).toEqual([1, 2]);
});
