import { expect, test } from 'vitest';
import { rescueRowFixture } from '../../contract/fixtures/rescueFixtures.ts';
import { sortOpenRescues } from '../../parts/rescue/openRescues.ts';
import { callToAnswer, neighbourId } from './orderQueue.ts';

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
