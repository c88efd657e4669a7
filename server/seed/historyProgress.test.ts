import { expect, test } from 'vitest';
import { historyProgress } from './historyProgress.ts';

const told = (shares: readonly number[]): readonly string[] => {
  const lines: string[] = [];
  const progress = historyProgress((line) => lines.push(line));
  for (const share of shares) progress(share);
  return lines;
};

test('the history of two years is told in four lines, and one that goes on after a restart in fewer', () => {
  expect(told(Array.from({ length: 730 }, (_, day) => (day + 1) / 730))).toEqual([
    '正在写入演示城市两年的历史：25%',
    '正在写入演示城市两年的历史：50%',
    '正在写入演示城市两年的历史：75%',
    '演示城市两年的历史已写完',
  ]);
  expect(told([0.81, 0.9, 1])).toEqual(['正在写入演示城市两年的历史：81%', '演示城市两年的历史已写完']);
});
