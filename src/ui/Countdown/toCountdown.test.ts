import { expect, test } from 'vitest';
import { toCountdown } from './toCountdown.ts';

const at = (nowMs: number, metAtMs: number | null = null) =>
  toCountdown({ deadlineMs: 180_000, nowMs, metAtMs, warnBelowMs: 60_000 });

test('time left counts down, and asks for attention in the last minute', () => {
  expect(at(0)).toEqual({ phase: 'running', text: '03:00', word: '剩余' });
  expect(at(120_001)).toEqual({ phase: 'near', text: '01:00', word: '剩余' });
});

test('the last second reads 00:01, and 00:00 only at the deadline', () => {
  expect(at(179_999).text).toBe('00:01');
  expect(at(180_000)).toMatchObject({ phase: 'near', text: '00:00' });
});

test('a missed deadline counts up with a sign', () => {
  expect(at(185_000)).toEqual({ phase: 'overdue', text: '+00:05', word: '超时' });
});

test('a met deadline stops counting and shows how early or late it was', () => {
  expect(at(999_999_999, 100_000)).toEqual({ phase: 'met', text: '01:20', word: '已按时，剩余' });
  expect(at(999_999_999, 200_000)).toEqual({ phase: 'late', text: '+00:20', word: '已完成，超时' });
});
