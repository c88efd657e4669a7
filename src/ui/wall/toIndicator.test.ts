import { expect, test } from 'vitest';
import { toIndicator } from './toIndicator.ts';

test('an indicator says whether its target is met', () => {
  expect(toIndicator(0.985, 0.98)).toEqual({ text: '98.5', isMet: true, word: '达标' });
  expect(toIndicator(0.98, 0.98)).toMatchObject({ isMet: true });
  expect(toIndicator(0.9799, 0.98)).toEqual({ text: '97.9', isMet: false, word: '未达标' });
});

test('one missed call in thousands never reads as a full hundred', () => {
  expect(toIndicator(0.9996, 0.95).text).toBe('99.9');
  expect(toIndicator(1, 0.95).text).toBe('100');
});

test('where nothing has been counted the target is neither met nor missed', () => {
  expect(toIndicator(null, 0.95)).toEqual({ text: '—', isMet: null, word: '暂无数据' });
});
