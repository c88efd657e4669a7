import { expect, test } from 'vitest';
import { deskKeys, hotkeyOf, type Keystroke } from './hotkeys.ts';

const press = (key: string, more: Partial<Keystroke> = {}) =>
  hotkeyOf({
    key,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    repeat: false,
    isTyping: false,
    isUnderDialog: false,
    ...more,
  });

test('digits act, J and K or the arrows move, N takes a phoned-in call', () => {
  expect(press('2')).toEqual({ kind: 'action', event: 'rescue.dispatched' });
  expect(press('0')).toEqual({ kind: 'action', event: 'rescue.noted' });
  expect([press('j'), press('ArrowDown')]).toEqual([{ kind: 'next' }, { kind: 'next' }]);
  expect([press('K'), press('ArrowUp')]).toEqual([{ kind: 'previous' }, { kind: 'previous' }]);
  expect(press('n')).toEqual({ kind: 'newCall' });
  expect(press('E')).toEqual({ kind: 'action', event: 'rescue.extended' });
});

test('M marks the call, A all unanswered ones, C claims the marked ones, D sends help to them; ? shows all keys, which are those that work', () => {
  expect([press('m'), press('a'), press('c'), press('d'), press('?')]).toEqual([
    { kind: 'mark' },
    { kind: 'markUnanswered' },
    { kind: 'several', key: 'c' },
    { kind: 'several', key: 'd' },
    { kind: 'showKeys' },
  ]);
  for (const { keys, hotkey, withCtrl = false } of deskKeys)
    for (const key of keys) expect(press(key, { ctrlKey: withCtrl })).toEqual(hotkey);
});

test('no key has two meanings', () => {
  const all = deskKeys.flatMap(({ keys, withCtrl = false }) => keys.map((key) => `${withCtrl} ${key}`));
  expect(new Set(all).size).toBe(all.length);
});

test('Ctrl+Enter submits the form in sight from anywhere but another field', () => {
  expect(press('Enter', { ctrlKey: true })).toEqual({ kind: 'submit' });
  expect(press('Enter', { metaKey: true })).toEqual({ kind: 'submit' });
  expect(press('Enter', { ctrlKey: true, isTyping: true })).toBeNull();
  expect(press('Enter')).toBeNull();
});

test('while someone types, letters and digits are text; F9 and Escape still work', () => {
  for (const key of ['2', 'e', 'j', 'n', 'ArrowDown']) expect(press(key, { isTyping: true })).toBeNull();
  expect(press('F9', { isTyping: true })).toEqual({ kind: 'answer' });
  expect(press('Escape', { isTyping: true })).toEqual({ kind: 'close' });
});

test('under a dialog every key belongs to the dialog', () => {
  for (const key of ['F9', 'Escape', '2', 'j', 'n']) expect(press(key, { isUnderDialog: true })).toBeNull();
});

test('the browser keeps its own shortcuts', () => {
  expect(press('n', { ctrlKey: true })).toBeNull();
  expect(press('2', { altKey: true })).toBeNull();
});

test('a key held down moves on but never answers twice', () => {
  expect(press('F9', { repeat: true })).toBeNull();
  expect(press('3', { repeat: true })).toBeNull();
  expect(press('j', { repeat: true })).toEqual({ kind: 'next' });
});
