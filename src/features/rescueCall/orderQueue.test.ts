import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { callToAnswer, neighbourId, orderQueue } from './orderQueue.ts';

const minute = 60_000;
const underway = rescueRowFixture({ id: 1, stage: 'dispatched', agoMs: 20 * minute });
const lateHelp = rescueRowFixture({ id: 2, stage: 'dispatched', agoMs: 40 * minute, row: { breach: 'arrive' } });
const ringing = rescueRowFixture({ id: 3, stage: 'pending', agoMs: 1 * minute });
const ringingLonger = rescueRowFixture({ id: 4, stage: 'pending', agoMs: 2 * minute });
const breached = rescueRowFixture({ id: 5, stage: 'pending', agoMs: 4 * minute, row: { breach: 'respond' } });
const closed = rescueRowFixture({ id: 6, stage: 'completed', agoMs: 60 * minute });
const falseCall = rescueRowFixture({ id: 7, stage: 'falseCall', agoMs: 5 * minute });

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

test('the worst call is on top: unanswered past the limit, then unanswered by age, then late help, then the rest', () => {
  expect(ids(orderQueue([underway, ringing, lateHelp, breached, ringingLonger]))).toEqual([5, 4, 3, 2, 1]);
});

test('closed orders are not in the queue', () => {
  expect(ids(orderQueue([closed, falseCall, underway]))).toEqual([1]);
});

test('the queue does not shuffle calls of the same second', () => {
  const twins = [9, 8].map((id) => rescueRowFixture({ id, stage: 'pending', agoMs: minute }));
  expect(ids(orderQueue(twins))).toEqual([8, 9]);
});

test('the next call follows the selected one and goes around the end', () => {
  const queue = orderQueue([ringing, breached, underway]);
  expect(neighbourId(queue, 5, 1)).toBe(3);
  expect(neighbourId(queue, 1, 1)).toBe(5);
  expect(neighbourId(queue, 5, -1)).toBe(1);
});

test('with a selection that is no longer open, the next call is the worst', () => {
  expect(neighbourId(orderQueue([ringing, breached]), 6, 1)).toBe(5);
  expect(neighbourId([], 6, 1)).toBeNull();
});

test('F9 answers the selected call while it rings, otherwise the worst that rings', () => {
  const queue = orderQueue([ringing, breached, underway]);
  expect(callToAnswer(queue, 3)?.id).toBe(3);
  expect(callToAnswer(queue, 1)?.id).toBe(5);
  expect(callToAnswer(orderQueue([underway]), 1)).toBeNull();
});

test('F9 answers no call that this person may not answer', () => {
  expect(callToAnswer([rescueRowFixture({ id: 3, stage: 'pending', agoMs: minute, row: { allowed_actions: [] } })], 3)).toBeNull();
});
