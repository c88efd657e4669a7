import { expect, test } from 'vitest';
import { fixtureTime, rescueRowFixture } from '../../../contract/fixtures/rescueFixtures.ts';
import { sortOpenRescues } from '../../../parts/rescue/openRescues.ts';
import { callToAnswer, deskBands, deskQueue, neighbourId } from './orderQueue.ts';

const minute = 60_000;
const underway = rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 20 * minute });
const ringing = rescueRowFixture({ id: 3, stage: 'pending', agoMs: 1 * minute });
const breached = rescueRowFixture({ id: 5, stage: 'pending', agoMs: 4 * minute, row: { breach: 'respond' } });

test('the next call follows the selected one and goes around the end', () => {
  const queue = sortOpenRescues([ringing, breached, underway]);
  expect(neighbourId(queue, 5, 1)).toBe(3);
  expect(neighbourId(queue, 1, 1)).toBe(5);
  expect(neighbourId(queue, 5, -1)).toBe(1);
});

test('with a selection that is no longer open, the next call is the worst', () => {
  expect(neighbourId(sortOpenRescues([ringing, breached]), 6, 1)).toBe(5);
  expect(neighbourId([], 6, 1)).toBeNull();
});

test('F9 answers the selected call while it rings, else the worst that rings', () => {
  const queue = sortOpenRescues([ringing, breached, underway]);
  expect(callToAnswer(queue, 3)?.id).toBe(3);
  expect(callToAnswer(queue, 1)?.id).toBe(5);
  expect(callToAnswer(sortOpenRescues([underway]), 1)).toBeNull();
});

test('F9 answers no call that this person may not answer', () => {
  expect(
    callToAnswer([rescueRowFixture({ id: 3, stage: 'pending', agoMs: minute, row: { allowed_actions: [] } })], 3),
  ).toBeNull();
});

test('unanswered calls stay on top whatever I hold, then my own with those that I am asked to take over; the worst on top of each', () => {
  const byLi = { accepted_by: { id: 62, name: '刘洋' } };
  const offer = { to: { id: 61, name: '张伟' }, outcome: 'offered' as const, at: fixtureTime(0) };
  const rows = [
    ringing,
    breached,
    underway,
    rescueRowFixture({ id: 7, stage: 'arrived', agoMs: 30 * minute, row: byLi }),
    rescueRowFixture({
      id: 8,
      stage: 'accepted',
      agoMs: 2 * minute,
      row: { ...byLi, hand_over: { ...offer, answer_by: fixtureTime(-minute) } },
    }),
  ];
  expect(deskQueue(rows, 61).map(({ id }) => id)).toEqual([5, 3, 1, 8, 7]);
  expect(deskQueue(rows, 99).map(({ id }) => id)).toEqual([5, 3, 7, 1, 8]);
});

const scan = (id: number, agoMs: number, row = {}) =>
  rescueRowFixture({ id, stage: 'pending', agoMs, row: { trigger: 'QR', only_scanned: true, ...row } });

test('scans that nothing confirms stand below calls of devices, however long they wait, and a dozen of a minute form one group', () => {
  const group = Array.from({ length: 12 }, (_, index) => scan(100 + index, 30_000 - index * 1_000));
  const late = scan(50, 9 * minute, { breach: 'respond' });
  const { unanswered, scanned } = deskBands([...group, late, ringing], 61);
  expect(unanswered.map(({ id }) => id).slice(0, 3)).toEqual([3, 50, 100]);
  expect(unanswered).toHaveLength(14);
  expect(scanned).toHaveLength(12);
  expect(deskQueue([...group, late, ringing], 61)).toEqual(unanswered);
});
