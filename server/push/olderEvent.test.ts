import { expect, test } from 'vitest';
import { changeFixture } from '../../src/contract/fixtures/pushFixtures.ts';
import { anyPushEventSchema } from '../../src/contract/olderPush.ts';
import type { PushedFact, PushEvent } from '../../src/contract/push.ts';
import { FrameOrder } from './framePlaces.ts';
import { Announcement } from './frames.ts';
import { olderEventOf } from './olderEvent.ts';

const noted: PushedFact = {
  version: 3,
  type: 'rescue.noted',
  data: { text: '已电话安抚' },
  actor: { kind: 'user', id: 7, name: '张伟' },
  atMs: 5,
  receivedAtMs: 6,
};
const raised = { alarmKind: 'moto', tag: 'DT-0001', addr: '1 号楼', priority: 2, raisedAtMs: 5 };
const place = { id: 9, elevatorId: 4 };
const orderOf = () => new FrameOrder({ monotonicMs: () => 0 });

test.each<readonly [string, PushEvent, object]>([
  [
    'a rescue order, with the fact that moves its row on',
    changeFixture('rescue.noted', { ...place, fact: noted }),
    { kind: 'rescue.changed', orderId: 9, elevatorId: 4, type: 'rescue.noted', fact: noted },
  ],
  [
    'a new order, without a fact, as there is no row yet',
    changeFixture('rescue.raised', place),
    { kind: 'rescue.changed', orderId: 9, elevatorId: 4, type: 'rescue.raised' },
  ],
  [
    'a new alarm, with what it is about',
    changeFixture('alarm.raised', { ...place, told: raised }),
    { kind: 'alarm.changed', alarmId: 9, elevatorId: 4, type: 'alarm.raised', raised },
  ],
  [
    'an alarm that moved on',
    changeFixture('alarm.cleared', place),
    { kind: 'alarm.changed', alarmId: 9, elevatorId: 4, type: 'alarm.cleared' },
  ],
  [
    'a device by its key, with the status of its lift',
    changeFixture('device.flapped', { ...place, id: 'COL-1', told: { status: 1, flapping: true } }),
    { kind: 'device.changed', deviceKey: 'COL-1', elevatorId: 4, status: 1, flapping: true },
  ],
  [
    'a scooter by its number',
    changeFixture('scooter.visited', place),
    { kind: 'exception.changed', exceptionId: 9, type: 2, elevatorId: 4, event: 'scooter.visited' },
  ],
  [
    'a fault by its number',
    changeFixture('fault.accepted', place),
    { kind: 'exception.changed', exceptionId: 9, type: 3, elevatorId: 4, event: 'fault.accepted' },
  ],
  [
    'an incident by its number',
    changeFixture('incident.joined', place),
    { kind: 'exception.changed', exceptionId: 9, type: 4, elevatorId: 4, event: 'incident.joined' },
  ],
  [
    'a notification about no lift, with its order',
    changeFixture('notification.failed', { id: 9, elevatorId: null, told: { rescueOrderId: 2 } }),
    {
      kind: 'notification.changed',
      notificationId: 9,
      rescueOrderId: 2,
      elevatorId: null,
      event: 'notification.failed',
    },
  ],
])('a page from before an update hears of %s', (_what, change, told) => {
  expect(olderEventOf(change)).toEqual(told);
  expect(anyPushEventSchema.parse(olderEventOf(change))).toEqual(told);
});

test('such a page gets nothing of a lifecycle that it does not know, and every other frame as all do', () => {
  const audience = { kind: 'users', userIds: [7] } as const;
  const visit = new Announcement({ event: changeFixture('visit.signed', place), audience }, 'e', 'sealed');
  expect(visit.bytesFor('older', orderOf())).toBeUndefined();
  expect(visit.bytesFor('ours', orderOf())).toBeDefined();
  const over = new Announcement(
    { event: { kind: 'rescue.over', orderId: 9, elevatorId: 4, how: 'completed' }, audience },
    'e',
    'sealed',
  );
  expect(over.bytesFor('older', orderOf())).toEqual(over.bytesFor('ours', orderOf()));
});
