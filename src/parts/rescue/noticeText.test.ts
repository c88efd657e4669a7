import { expect, test } from 'vitest';
import { noticeText, noticeTextAfterLapse } from './noticeText.ts';

test('names the rounds of notices correctly, counted from the call, also after a claim lapsed', () => {
  expect(noticeText(0)).toBe('尚未升级通知');
  expect(noticeText(2)).toBe('已通知第 2 轮');
  expect(noticeText(1, 4)).toBe('已通知第 4 轮');
  expect(noticeText(0, 3)).toBe('重新振铃后尚未通知（此前已通知 3 轮）');
});

test('where the rounds before a lapse are unknown, it gives no round a number', () => {
  expect(noticeTextAfterLapse(1)).toBe('重新振铃后已通知 1 轮');
  expect(noticeTextAfterLapse(0)).toBe('重新振铃后尚未通知');
});
