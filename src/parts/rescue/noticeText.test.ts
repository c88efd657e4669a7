import { expect, test } from 'vitest';
import { noticeText } from './noticeText.ts';

test('names the rounds of notices correctly, also after a claim lapsed', () => {
  expect(noticeText(0)).toBe('尚未升级通知');
  expect(noticeText(2)).toBe('已通知第 2 轮');
  expect(noticeText(0, 2)).toBe('重新振铃后尚未通知（此前已通知 2 次）');
});
