import { expect, test } from 'vitest';
import { withCall, type RingingCall } from '../../contract/ringingCall.ts';
import { scannedGroup } from './scannedGroup.ts';

const call = (id: number, raisedAtMs: number, isOnlyScanned: boolean): RingingCall => ({
  key: `rescue-${id}`,
  kind: 'rescue',
  orderId: id,
  alarmId: null,
  elevatorId: id,
  priority: 1,
  title: '',
  tag: '',
  addr: '',
  sosTel: '',
  communityName: '',
  fullArea: '',
  raisedAtMs,
  isReminder: false,
  trigger: isOnlyScanned ? 'QR' : 'SOS',
  isOnlyScanned,
});
const factsOf = ({ isOnlyScanned = false, raisedAtMs }: RingingCall) => ({ isOnlyScanned, raisedAtMs });
const scans = (num: number, everyMs: number) =>
  Array.from({ length: num }, (_, index) => call(index, index * everyMs, true));

test('eleven scans within a minute are one group, ten are not, nor are twenty in an hour', () => {
  expect(scannedGroup(scans(11, 6_000), factsOf)).toHaveLength(11);
  expect(scannedGroup(scans(10, 1_000), factsOf)).toEqual([]);
  expect(scannedGroup(scans(20, 180_000), factsOf)).toEqual([]);
});

test('a call that something else confirms is in no group', () => {
  const calls = [...scans(10, 1_000), call(50, 5_000, false)];
  expect(scannedGroup(calls, factsOf)).toEqual([]);
});

test('a call of a device rings before any number of scans, and no scan is lost', () => {
  const queue = [...scans(12, 1_000), call(50, 90_000, false)].reduce<readonly RingingCall[]>(withCall, []);
  expect(queue).toHaveLength(13);
  expect(queue[0]?.orderId).toBe(50);
});

test('a scan that a device confirms moves up, where it stands already', () => {
  const queue = scans(2, 1_000).reduce<readonly RingingCall[]>(withCall, []);
  const confirmed = { ...call(1, 1_000, false), isReminder: true };
  expect(withCall(queue, confirmed).map(({ orderId }) => orderId)).toEqual([1, 0]);
});
