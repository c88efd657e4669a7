import { expect, test } from 'vitest';
import { toWireTime } from '../time/formatTime.ts';
import { dayOf, shareOfDay, spansOfDay, timeAfterKey, timeAtShare } from './timeBarScale.ts';

const at = (text: string): number => Date.parse(`2026-03-${text}+08:00`);
const oldestMs = at('01T09:30:00');
const newestMs = at('04T18:40:00');

test('the bar shows one day in UTC+8, and yesterday 18:40 is where one expects it', () => {
  const day = dayOf(at('03T02:00:00'), oldestMs, newestMs);
  expect([toWireTime(day.fromMs), toWireTime(day.toMs)]).toEqual([
    '2026-03-03T00:00:00+08:00',
    '2026-03-04T00:00:00+08:00',
  ]);
  expect(toWireTime(timeAtShare(day, (18 * 60 + 40) / 1440))).toBe('2026-03-03T18:40:00+08:00');
  expect(shareOfDay(day, at('03T12:00:00'))).toBe(0.5);
});

test('what has not happened and what is no longer kept cannot be reached', () => {
  const today = dayOf(newestMs, oldestMs, newestMs);
  expect(timeAtShare(today, 1)).toBe(newestMs);
  const first = dayOf(0, oldestMs, newestMs);
  expect(timeAtShare(first, 0)).toBe(oldestMs);
});

test('a day shows which parts of it were kept', () => {
  const day = dayOf(at('03T12:00:00'), oldestMs, newestMs);
  const spans = [
    { fromMs: oldestMs, toMs: at('02T20:00:00') },
    { fromMs: at('02T23:00:00'), toMs: at('03T04:00:00') },
    { fromMs: at('03T10:00:00'), toMs: newestMs },
  ];
  expect(
    spansOfDay(day, spans).map(({ fromMs, toMs }) => [toWireTime(fromMs).slice(8, 16), toWireTime(toMs).slice(8, 16)]),
  ).toEqual([
    ['03T00:00', '03T04:00'],
    ['03T10:00', '04T00:00'],
  ]);
  expect(spansOfDay(dayOf(at('01T12:00:00'), oldestMs, newestMs), spans)).toEqual([
    { fromMs: oldestMs, toMs: at('02T00:00:00') },
  ]);
});

test('keys move by a minute, by an hour, to the day’s ends', () => {
  const day = dayOf(newestMs, oldestMs, newestMs);
  const noonMs = at('04T12:00:00');
  const press = (key: string): string | null => {
    const moved = timeAfterKey(key, noonMs, day, oldestMs, newestMs);
    return moved === null ? null : toWireTime(moved).slice(11, 19);
  };
  expect(['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End', 'a'].map(press)).toEqual([
    '12:01:00',
    '11:59:00',
    '13:00:00',
    '11:00:00',
    '00:00:00',
    '18:40:00',
    null,
  ]);
});
