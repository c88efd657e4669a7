import { expect, it } from 'vitest';
import { createFleet, lookCode } from '../../streams/liftFleet.ts';
import { countTree } from './countTree.ts';
import { readScreeningAddress, writeScreeningAddress } from './screeningAddress.ts';
import { selectLifts } from './selectLifts.ts';

it('a link shows the same part of the fleet and the same lift', () => {
  const query = writeScreeningAddress(new URLSearchParams('look=2'), { areaId: 3, elevatorId: 101, look: null });
  expect(query.toString()).toBe('area=3&id=101');
  expect(readScreeningAddress(query)).toEqual({ areaId: 3, communityId: null, elevatorId: 101, look: null });
  expect(readScreeningAddress(new URLSearchParams('id=x&look=-1'))).toEqual({
    areaId: null,
    communityId: null,
    elevatorId: null,
    look: null,
  });
});

it('a community selects itself, an area all of its communities', () => {
  const fleet = createFleet({
    id: [1, 2, 3],
    tag: ['', '', ''],
    lng: [0, 0, 0],
    lat: [0, 0, 0],
    floor_min: [1, 1, 1],
    floor_max: [9, 9, 9],
    community_id: [11, 12, 12],
    area_id: [2, 2, 3],
  });
  fleet.looks.set([0, 2, 2]);
  const all = { areaId: null, communityId: null, look: null };
  expect([...selectLifts(fleet, all)]).toEqual([0, 1, 2]);
  expect([...selectLifts(fleet, { ...all, areaId: 2 })]).toEqual([0, 1]);
  expect([...selectLifts(fleet, { ...all, areaId: 2, communityId: 12 })]).toEqual([1, 2]);
  expect([...selectLifts(fleet, { ...all, look: 2 })]).toEqual([1, 2]);
});

it('the tree counts what the list shows: a lift that calls or falls silent counts immediately, and no longer when it is over', () => {
  const fleet = createFleet({
    id: [1, 2, 3],
    tag: ['', '', ''],
    lng: [0, 0, 0],
    lat: [0, 0, 0],
    floor_min: [1, 1, 1],
    floor_max: [9, 9, 9],
    community_id: [11, 12, 12],
    area_id: [2, 2, 2],
  });
  const counts = { elevator_num: 1, offline_num: 0, call_num: 0, online_num: 1 };
  const community = (id: number) => ({ id, name: '', lng: 0, lat: 0, ...counts });
  const areas = [
    { id: 2, name: '', ...counts, communities: [community(11), community(12), { ...community(13), offline_num: 4 }] },
  ];
  const told = () =>
    countTree(areas, fleet).map((area) => [
      area.call_num,
      area.offline_num,
      ...area.communities.map((child) => `${child.call_num}/${child.offline_num}`),
    ]);
  fleet.looks.set([lookCode.idle, lookCode.idle, lookCode.moving]);
  expect(told()).toEqual([[0, 4, '0/0', '0/0', '0/4']]);
  fleet.looks.set([lookCode.calling, lookCode.offline, lookCode.offline]);
  expect(told()).toEqual([[1, 6, '1/0', '0/2', '0/4']]);
  fleet.looks.set([lookCode.idle, lookCode.idle, lookCode.offline]);
  expect(told()).toEqual([[0, 5, '0/0', '0/1', '0/4']]);
});
