import { expect, test } from 'vitest';
import { latestDataFixture, rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { carTrust, shaftTrust } from './carTrust.ts';
import { floorLabel, readCar } from './carView.ts';

const row = rescueRowFixture({ id: 318, stage: 'pending', agoMs: 60_000 });
const live = latestDataFixture(row);

test('a car outside the door zone is shown as between floors', () => {
  expect(readCar(live)).toMatchObject({
    floor: '12',
    motion: '停止',
    zone: '停于层间',
    isBetweenFloors: true,
    people: '2 人',
  });
  expect(readCar({ ...live, car_status: 1, direction: 2 })).toMatchObject({
    motion: '下行',
    zone: '层间运行',
    isBetweenFloors: false,
  });
});

test('a value that was never reported is shown as such instead of as zero', () => {
  expect(readCar({ ...live, people: null, speed: null, door: null, floor: null })).toMatchObject({
    people: '未上报',
    speed: '未上报',
    door: '未上报',
    floor: '—',
  });
});

test('codes come with their words; the code for "none" is none', () => {
  expect(readCar({ ...live, codes: ['00', '04', '09'] }).codes).toEqual(['04 非开锁区停梯', '未知代码 09']);
});

test('the picture is trusted only while device and link are alive', () => {
  expect(carTrust({ data: live, missedPolls: 0 }, false)).toBe('live');
  expect(carTrust({ data: { ...live, stale: true }, missedPolls: 0 }, false)).toBe('stale');
  expect(carTrust({ data: live, missedPolls: 0 }, true)).toBe('offline');
  expect(carTrust({ data: live, missedPolls: 3 }, false)).toBe('unlinked');
  expect(carTrust({ data: null, missedPolls: 0 }, false)).toBe('loading');
  expect(carTrust({ data: { ...live, received_at: null }, missedPolls: 0 }, false)).toBe('never');
  // While the server does not answer no one knows whether the device is offline.
  expect(carTrust({ data: live, missedPolls: 3 }, true)).toBe('unlinked');
  expect((['loading', 'live', 'stale', 'unlinked', 'never', 'offline'] as const).map(shaftTrust)).toEqual([
    'live',
    'live',
    'stale',
    'stale',
    'stale',
    'offline',
  ]);
});

test('basements are read as people say them', () => {
  expect([floorLabel(-2), floorLabel(1)]).toEqual(['B2', '1']);
});
