import { expect, test } from 'vitest';
import { deviceStatusesAfter } from './deviceStatusesAfter.ts';

test('an event that leads to one status from every state says so; a fault code, a load or a new model does not', () => {
  expect(Object.fromEntries(deviceStatusesAfter())).toEqual({
    'device.bound': 0,
    'device.installed': 0,
    'device.reported': 1,
    'device.enabled': 2,
    'device.lost': 2,
    'device.silent': 2,
    'device.disabled': 3,
  });
});
