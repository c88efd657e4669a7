import { expect, it } from 'vitest';
import { statedTimeMs, timeOfDay } from './statedTime.ts';

const at = (time: string): number => Date.parse(`2026-11-21T${time}+08:00`);
const calledMs = at('18:31:40');

it.each([
  ['18:40', at('18:40:00')],
  ['1840', at('18:40:00')],
  ['18：40', at('18:40:00')],
  // In the minute of the call, although before its second.
  ['18:31', at('18:31:00')],
  ['8:05', at('08:05:00') + 86_400_000],
])('“%s” after a call at 18:31:40 is its next occurrence', (text, epochMs) => {
  expect(statedTimeMs(text, calledMs)).toBe(epochMs);
});

it('means the next day after midnight', () => {
  const late = at('23:58:10');
  expect(statedTimeMs('00:12', late)).toBe(at('00:12:00') + 86_400_000);
});

it.each(['', '24:00', '12:60', '一点', '123456'])('does not take “%s” for a time', (text) => {
  expect(statedTimeMs(text, calledMs)).toBeUndefined();
});

it('is written as it is typed', () => {
  expect(timeOfDay(calledMs)).toBe('18:31');
});
