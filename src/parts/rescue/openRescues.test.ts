import { expect, test } from 'vitest';
import type { RescueOrderRow } from '../../contract/entities/rescueOrder.ts';
import { rescueCallKey, withCall, type RingingCall } from '../../contract/ringingCall.ts';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { rescueTone, sortOpenRescues } from './openRescues.ts';

const minute = 60_000;
const underway = rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 20 * minute });
const lateHelp = rescueRowFixture({ id: 2, stage: 'dispatched', agoMs: 40 * minute, row: { breach: 'arrive' } });
const ringing = rescueRowFixture({ id: 3, stage: 'pending', agoMs: 1 * minute });
const lapsedLongAgo = rescueRowFixture({ id: 4, stage: 'pending', agoMs: 9 * minute });
const breached = rescueRowFixture({ id: 5, stage: 'pending', agoMs: 4 * minute, row: { breach: 'respond' } });
const closed = rescueRowFixture({ id: 6, stage: 'completed', agoMs: 60 * minute });
const falseCall = rescueRowFixture({ id: 7, stage: 'falseCall', agoMs: 5 * minute });

const ringingOf = (row: RescueOrderRow): RingingCall => ({
  key: rescueCallKey(row.id),
  kind: 'rescue',
  orderId: row.id,
  alarmId: null,
  elevatorId: row.elevator_id,
  priority: 1,
  title: '',
  tag: row.tag,
  addr: row.addr,
  sosTel: '',
  communityName: '',
  fullArea: '',
  raisedAtMs: Date.parse(row.created_at),
  isReminder: false,
  isOnlyScanned: row.only_scanned,
});

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

// A call past its limit goes before an older one whose claim lapsed.
test('the worst call is on top: unanswered past the limit, then unanswered by age, late help, the rest', () => {
  expect(ids(sortOpenRescues([underway, ringing, lateHelp, breached, lapsedLongAgo]))).toEqual([5, 4, 3, 2, 1]);
});

test('the dialog rings unanswered calls in the order in which the desk lists them', () => {
  const rows = [
    rescueRowFixture({ id: 21, stage: 'pending', agoMs: 9 * minute, row: { only_scanned: true, breach: 'respond' } }),
    rescueRowFixture({ id: 22, stage: 'pending', agoMs: 2 * minute }),
    rescueRowFixture({ id: 110, stage: 'pending', agoMs: 1 * minute }),
    rescueRowFixture({ id: 23, stage: 'pending', agoMs: 1 * minute }),
    rescueRowFixture({ id: 24, stage: 'pending', agoMs: 5 * minute, row: { breach: 'respond' } }),
    rescueRowFixture({ id: 25, stage: 'pending', agoMs: 1 * minute, row: { only_scanned: true } }),
  ];
  const queue = rows.map(ringingOf).reduce<readonly RingingCall[]>(withCall, []);
  expect(queue.map(({ orderId }) => orderId)).toEqual(ids(sortOpenRescues(rows)));
  expect(ids(sortOpenRescues(rows))).toEqual([24, 22, 23, 110, 21, 25]);
});

test('closed orders are not among the open ones', () => {
  expect(ids(sortOpenRescues([closed, falseCall, underway]))).toEqual([1]);
});

test('calls of the same second keep their order', () => {
  const twins = [9, 8].map((id) => rescueRowFixture({ id, stage: 'pending', agoMs: minute }));
  expect(ids(sortOpenRescues(twins))).toEqual([8, 9]);
});

test('colour asks for a person only where one is needed', () => {
  expect([ringing, breached, lateHelp, underway, closed, falseCall].map(rescueTone)).toEqual([
    'critical',
    'critical',
    'high',
    'info',
    'neutral',
    'neutral',
  ]);
});
