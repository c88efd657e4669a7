import { expect, test } from 'vitest';
import type { Actor } from '../contract/events/storedEvent.ts';
import type { Permission } from '../contract/permissions.ts';
import { reviewLifecycle } from './reviewLifecycle.ts';

const atMs = Date.parse('2026-11-27T09:00:00+08:00');
const passenger: Actor = { kind: 'system', id: 'passenger', name: '乘客' };
const officer: Actor = { kind: 'user', id: 61, name: '何静' };
const event = (type: (typeof reviewLifecycle.eventTypes)[number], data: object = {}, actor = officer) =>
  reviewLifecycle.parseEvent({ type, data, actor, atMs, receivedAtMs: atMs });
const received = reviewLifecycle.apply(
  reviewLifecycle.initial(),
  reviewLifecycle.example(reviewLifecycle.initial(), 'review.received', passenger, atMs),
);
const published = reviewLifecycle.apply(received, event('review.published'));
const answer = event('review.answered', { text: '已安排检查' });
const offered = (state: typeof received, ...held: Permission[]) =>
  reviewLifecycle.offered(state, { actor: officer, can: (permission) => held.includes(permission) });

test('nobody but a person who read it lets the public see a review', () => {
  expect(reviewLifecycle.can(received, event('review.published', {}, passenger))).toBe(false);
  expect(reviewLifecycle.describeState(published)).toBe('1 已审核 · 已公开');
});

test('the property writes its answer once a person has read the review, and not before', () => {
  expect(reviewLifecycle.can(received, answer)).toBe(false);
  expect(reviewLifecycle.explainRefusal(received, answer)).toBe('该评价尚未审核，请先决定是否公开，再答复');
  const over = reviewLifecycle.apply(published, answer);
  expect(reviewLifecycle.describeState(over)).toBe('2 已答复 · 已答复（已公开）');
  expect(reviewLifecycle.isClosed(over)).toBe(true);
});

test('an answer can be corrected, and what was published by mistake is taken back and keeps its answer', () => {
  const over = reviewLifecycle.apply(published, answer);
  expect(reviewLifecycle.can(over, event('review.published'))).toBe(false);
  const withdrawn = reviewLifecycle.apply(over, event('review.kept', { reason: '涉及住户隐私' }));
  expect(withdrawn.value).toBe('answered');
  expect(withdrawn.context).toEqual({ verdict: 'kept', answerCount: 1 });
  expect(reviewLifecycle.apply(withdrawn, answer).context.answerCount).toBe(2);
});

test('who may only answer is offered no decision, and who may only decide no answer', () => {
  expect(offered(received, 'review.answer')).toEqual([]);
  expect(offered(published, 'review.answer')).toEqual(['review.answered']);
  expect(offered(received, 'review.handle')).toEqual(['review.published', 'review.kept', 'review.refused']);
});
