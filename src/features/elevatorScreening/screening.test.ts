import { expect, it } from 'vitest';
import { createFleet, lookCode } from '../../streams/fleet/liftFleet.ts';
import { countTree } from './countTree.ts';
import { readScreeningAddress, writeScreeningAddress } from './screeningAddress.ts';
import { liftColumns } from './liftColumns.ts';
import { boxAround, selectLifts } from './selectLifts.ts';

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

it('the age in the list is that of the last report, and is not given where later reports may be unknown', () => {
  const fleet = createFleet({
    id: [1, 2, 3, 4],
    tag: ['', '', '', ''],
    lng: [0, 0, 0, 0],
    lat: [0, 0, 0, 0],
    floor_min: [1, 1, 1, 1],
    floor_max: [9, 9, 9, 9],
    community_id: [11, 11, 11, 11],
    area_id: [2, 2, 2, 2],
  });
  const nowMs = 1_000_000;
  fleet.statuses.set([1, 1, 2, 1]);
  fleet.seenMs.set([nowMs - 3_000, nowMs - 152_000, nowMs - 152_000, nowMs - 40_000]);
  fleet.confirmedMs.set([nowMs - 1_000, nowMs - 152_000, nowMs - 120_000, nowMs - 1_000]);
  const seen = liftColumns(
    fleet,
    () => '',
    () => nowMs,
  ).find(({ key }) => key === 'seen');
  expect([0, 1, 2, 3].map((row) => [seen?.text(row), seen?.tone?.(row)])).toEqual([
    ['3 秒前', null],
    ['在线', null],
    ['2 分 32 秒前', 'offline'],
    ['40 秒前', 'offline'],
  ]);
});

it('the map goes to the lifts of the chosen community; lifts without a place do not count', () => {
  const positions = Float64Array.from([120.1, 30.2, 0, 0, 120.3, 30.1, 121, 31]);
  expect(boxAround({ positions }, Uint32Array.from([0, 1, 2]))).toEqual({
    west: 120.1,
    south: 30.1,
    east: 120.3,
    north: 30.2,
  });
  expect(boxAround({ positions }, Uint32Array.from([1]))).toBeNull();
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
