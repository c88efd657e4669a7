import { expect, test } from 'vitest';
import { shelfUntilMs, shelvingForm } from './shelving.ts';

const nowMs = Date.parse('2026-11-21T14:20:30+08:00');
const atTime = (text: string) => shelfUntilMs({ length: 'at', at: text }, nowMs);
const problemOf = (values: { length: 'at' | '480'; at: string; reason: string }) =>
  shelvingForm(() => nowMs).safeParse(values).error?.issues[0]?.message;

test('an alarm is put aside for a length, or until a time of this day', () => {
  expect(shelfUntilMs({ length: '30', at: '' }, nowMs)).toBe(Date.parse('2026-11-21T14:50:00+08:00'));
  expect(atTime('18:00')).toBe(Date.parse('2026-11-21T18:00:00+08:00'));
  expect(atTime('1800')).toBe(Date.parse('2026-11-21T18:00:00+08:00'));
  expect(atTime('下午')).toBeUndefined();
});

test('a time that is too late and a missing reason are said in one round', () => {
  const { error } = shelvingForm(() => nowMs).safeParse({ length: 'at', at: '22:21', reason: '' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['reason', 'at']);
});

test('never for longer than eight hours, and never without a reason', () => {
  const reason = '物业正在搬运家具';
  expect(problemOf({ length: '480', at: '', reason })).toBeUndefined();
  expect(problemOf({ length: 'at', at: '22:00', reason })).toBeUndefined();
  expect(problemOf({ length: 'at', at: '22:21', reason })).toBe('最长搁置 8 小时，请选择更早的时间');
  // This time has passed today, so it means tomorrow.
  expect(problemOf({ length: 'at', at: '14:20', reason })).toBe('最长搁置 8 小时，请选择更早的时间');
  expect(problemOf({ length: 'at', at: '', reason })).toBe('请按“时:分”填写，如 18:00');
  expect(problemOf({ length: '480', at: '', reason: ' 搬 ' })).toBe('请填写搁置原因（至少 2 字）');
});
