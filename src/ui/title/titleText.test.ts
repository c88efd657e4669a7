import { expect, test } from 'vitest';
import { titleText } from './titleText.ts';

test('a tab names what rings, what is open and which page it is, in this order', () => {
  expect(titleText({ alert: '', subject: '', page: '' })).toBe('智慧电梯安全管理平台 V1.5');
  expect(titleText({ alert: '', subject: '', page: '救援历史记录' })).toBe('救援历史记录 · 智慧电梯安全管理平台 V1.5');
  expect(titleText({ alert: '2 起呼叫', subject: '翠湖花园 1 幢', page: '救援呼叫中心' })).toBe(
    '【2 起呼叫】翠湖花园 1 幢 · 救援呼叫中心 · 智慧电梯安全管理平台 V1.5',
  );
});
