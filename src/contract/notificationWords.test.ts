import { expect, test } from 'vitest';
import { notificationSourceWords } from './notificationWords.ts';

const none = { rule_name: '', rule_version: null, rung: null };

test.each([
  [{ ...none, source: 'rule', rule_name: '夜间三次门报警', rule_version: 3 }, '夜间三次门报警@3'],
  [{ ...none, source: 'rule' }, '报警规则'],
  [{ ...none, source: 'ladder', rung: 0 }, '首次通知'],
  [{ ...none, source: 'ladder', rung: 2 }, '第 2 轮'],
  [{ ...none, source: 'test' }, '测试消息'],
] as const)('a record says what it follows from: %o is %s', (row, words) => {
  expect(notificationSourceWords(row)).toBe(words);
});
