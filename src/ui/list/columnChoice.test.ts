import { expect, test } from 'vitest';
import { readChoice, writeChoice } from './columnChoice.ts';

function memory(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

function refuse(): never {
  throw new Error('QuotaExceededError');
}

test('a choice of columns is kept per screen and can be forgotten', () => {
  const storage = memory();
  writeChoice(storage, 'RescueCallHistory', ['cause']);
  expect(readChoice(storage, 'RescueCallHistory')).toEqual(['cause']);
  expect(readChoice(storage, 'ElevatorAlarm')).toBeNull();
  writeChoice(storage, 'RescueCallHistory', null);
  expect(readChoice(storage, 'RescueCallHistory')).toBeNull();
});

test.each(['{', '7', '[1]', '{"a":1}'])('%s kept by something else is ignored', (text) => {
  expect(readChoice(memory({ 'ti.hiddenColumns.X': text }), 'X')).toBeNull();
});

test('a browser that keeps nothing does not stop the screen', () => {
  expect(() => writeChoice({ setItem: refuse, removeItem: refuse }, 'X', ['a'])).not.toThrow();
  expect(readChoice({ getItem: refuse }, 'X')).toBeNull();
});
